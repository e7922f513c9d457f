import * as z from "zod";
import { VIEWS } from "../../broker/contract/grants.ts";
import { moment, named, uuid } from "./fields.ts";

export const Refusal = named("Refusal", {
  id: uuid(),
  at: moment(),
  kind: z.enum(["connect", "publish", "subscribe", "limit"]),
  /** An API key in it is hidden. */
  client_id: z.string(),
  /** The login that it used or claimed; null without a verifiable one. */
  client_kind: z.enum(["api-key", "token", "credential", "device"]).nullable(),
  /** The user name of a refused login. */
  client_name: z.string().nullable(),
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
});
export type Refusal = z.infer<typeof Refusal>;
