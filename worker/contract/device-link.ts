/** A link that makes whoever opens it one device, for an hour. */

import { z } from "zod";
import { moment, text, uuid } from "./fields.ts";
import { named } from "./named.ts";

export const DeviceLink = z.object({
  /** Behind the `#` stands the token: it never reaches a server's log. Null where nobody said where the web app is. */
  url: z.string().nullable(),
  /** Shown this once. */
  token: z.string(),
  expires_at: moment(),
});
export type DeviceLink = z.infer<typeof DeviceLink>;

export const OpenLink = z.object({ token: text({ max: 128 }) });
export type OpenLink = z.input<typeof OpenLink>;

export const LinkedDevice = z.object({
  user_id: uuid(),
  device_id: uuid(),
  device_name: z.string(),
  /** With these the broker takes the client for this device, and for nothing else, until the link expires. */
  username: z.string(),
  password: z.string(),
  expires_at: moment(),
});
export type LinkedDevice = z.infer<typeof LinkedDevice>;

named({ DeviceLink, LinkedDevice, OpenLink });
