/** A device link: its bearer acts as one device for an hour. */

import * as z from "zod";
import { moment, named, text, uuid } from "./fields.ts";

export const DeviceLink = named("DeviceLink", {
  /** The token is behind the `#`, so it reaches no server's log. Null when the web app's address is not set. */
  url: z.string().nullable(),
  /** Shown only in this response. */
  token: z.string(),
  expires_at: moment(),
});
export type DeviceLink = z.infer<typeof DeviceLink>;

export const OpenLink = named("OpenLink", { token: text({ max: 128 }) });
export type OpenLink = z.input<typeof OpenLink>;

export const LinkedDevice = named("LinkedDevice", {
  user_id: uuid(),
  device_id: uuid(),
  device_name: z.string(),
  /** The login of an MQTT client that acts as this device, until the link expires. */
  username: z.string(),
  password: z.string(),
  expires_at: moment(),
});
export type LinkedDevice = z.infer<typeof LinkedDevice>;
