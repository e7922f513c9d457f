import { z } from "zod";
import { VIEWS } from "../../broker/contract/grants.ts";
import { moment, uuid } from "./fields.ts";
import { named } from "./named.ts";

export const Refusal = z.object({
  id: uuid(),
  at: moment(),
  kind: z.enum(["connect", "publish", "subscribe", "limit"]),
  /** An API key in it is hidden. */
  client_id: z.string(),
  /** What it logged in as, or claimed to be; null when it claimed nothing that could be checked. */
  client_kind: z.enum(["api-key", "token", "credential", "device"]).nullable(),
  /** The user name that it gave, where it was not let in. */
  client_name: z.string().nullable(),
  /** The topic, or who it said it was. */
  tried: z.string(),
  rule: z.string(),
  /** The nearest topic that would have been allowed. */
  nearest: z.string().nullable(),
  /** The remedy, where it is a `grant`: give this credential a channel with this topic. Null where that is no remedy. */
  fix: z.object({ credential_id: uuid(), topic: z.string() }).nullable(),
  /**
   * What would help. `POST …/fix/` does it where it is a `grant`, a `view`, a `username` or the `profile`; a `topic`, a
   * `password` or less of what a `limit` counts is for the client.
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

named({ Refusal });
