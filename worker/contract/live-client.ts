/** A client that is connected now. */

import { z } from "zod";
import { moment, uuid } from "./fields.ts";
import { named } from "./named.ts";

const count = () => z.int().nonnegative();

export const LiveClient = z.object({
  /** Names the connection; the same client has another one when it comes back. */
  connection_id: uuid(),
  kind: z.enum(["api-key", "token", "credential", "device"]),
  /** Of the API key, credential or device that it logged in with. */
  id: uuid(),
  /** Of the credential or device; null for an API key, which has none. */
  name: z.string().nullable(),
  /** An API key in it is hidden. */
  client_id: z.string(),
  protocol: z.enum(["3.1", "3.1.1", "5.0"]),
  since: moment(),
  last_seen: moment(),
  browser: z.boolean(),
  country: z.string().nullable(),
  colo: z.string().nullable(),
  /** That it came from; null where nobody said. */
  address: z.string().nullable(),
  messages_in: count(),
  messages_out: count(),
  bytes_in: count(),
  bytes_out: count(),
  /** Filters, those that a device has by itself included. */
  subscriptions: z.array(z.string()),
});
export type LiveClient = z.infer<typeof LiveClient>;

named({ LiveClient });
