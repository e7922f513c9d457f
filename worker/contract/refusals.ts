/** What the broker refused, and what would help. */

import * as z from "zod";
import { REFUSAL_KINDS } from "../../broker/contract/account.ts";
import { VIEWS } from "../../broker/contract/grants.ts";
import { Credential } from "./credentials.ts";
import { endpoints, OBJECT_PROBLEMS } from "./endpoint.ts";
import { moment, named, uuid } from "./fields.ts";
import { Settings } from "./settings.ts";

export const Refusal = named("Refusal", {
  id: uuid(),
  at: moment(),
  /** `message`: a device's message was delivered, but cannot be read; `protocol`: a device broke the standard. */
  kind: z.enum(REFUSAL_KINDS),
  /** Of several failed logins in one row: the last one's. An API key in it is hidden. */
  client_id: z.string(),
  /** The login that it used or claimed; null without a verifiable one. */
  client_kind: z.enum(["api-key", "token", "credential", "device"]).nullable(),
  /** The user name of a refused login. */
  client_name: z.string().nullable(),
  /** The device that was refused, or on whose topic the mistake is; null without one. It may be deleted by now. */
  device_id: uuid().nullable(),
  /** The topic, or the login name. */
  tried: z.string(),
  rule: z.string(),
  /** The nearest allowed topic. */
  nearest: z.string().nullable(),
  /** For the remedy `grant`: the credential and the topic of a channel to add. Null for other remedies. */
  fix: z.object({ credential_id: uuid(), topic: z.string() }).nullable(),
  /**
   * What would help. `POST …/fix/` applies a `grant`, a `view`, a `username` or the `profile`; a `topic`, a `password`
   * or a `limit` is for the client's owner.
   */
  remedy: z
    .object({
      kind: z.enum(["grant", "view", "profile", "username", "topic", "password", "limit"]),
      credential_id: uuid().optional(),
      topic: z.string().optional(),
      view: z.enum(VIEWS).optional(),
      /** The variable's name. */
      limit: z.string().optional(),
    })
    .nullable(),
  /** What to do, in one sentence. */
  advice: z.string(),
  /** The key at fault in the message; null for none. */
  key: z.string().nullable(),
  /** The byte at fault in the message, of which 1 is the first; null for none. */
  byte: z.int().nullable(),
  /** How often it happened within ten seconds; a failed login with one user name and address, within ten minutes. */
  count: z.int().min(1),
});
export type Refusal = z.infer<typeof Refusal>;

export const REFUSAL_CALLS = endpoints({
  listRefusals: {
    method: "GET",
    path: "/v0/mqtt/log/",
    access: "token",
    scopes: ["events:read"],
    summary:
      "At most 200 blocked attempts, with their reasons; newest first. Beyond that the oldest of the most frequent kind is deleted",
    response: z.array(Refusal),
    problems: [503],
  },
  fixRefusal: {
    method: "POST",
    path: "/v0/mqtt/log/{id}/fix/",
    access: "user",
    summary:
      "Allow it from now on, by its remedy: the credential gets a channel, the other view or a unique user name, or the account gets the full profile",
    response: z.union([Credential, Settings]),
    problems: [400, ...OBJECT_PROBLEMS],
  },
});
