/** A device link: its bearer acts as one device for an hour. */

import * as z from "zod";
import { endpoints } from "./endpoint.ts";
import { moment, named, text, uuid } from "./fields.ts";

export const DeviceLink = named("DeviceLink", {
  /** The token is behind the `#`, so it reaches no server's log. Null when the web app's address is not set. */
  url: z.string().nullable(),
  /** Shown only in this response. */
  token: z.string(),
  expires_at: moment(),
});
export type DeviceLink = z.infer<typeof DeviceLink>;

const OpenLink = named("OpenLink", { token: text({ max: 128 }) });

export const LinkedDevice = named("LinkedDevice", {
  user_id: uuid(),
  device_id: uuid(),
  device_name: z.string(),
  /** The state that the device took last; true = on. A command that it has not taken follows over MQTT. */
  state: z.boolean(),
  /** The login of an MQTT client that acts as this device, until the link expires. */
  username: z.string(),
  password: z.string(),
  expires_at: moment(),
});
export type LinkedDevice = z.infer<typeof LinkedDevice>;

export const DEVICE_LINK_CALLS = endpoints({
  createLink: {
    method: "POST",
    path: "/v0/devices/on-off/{id}/link/",
    access: "user",
    status: 201,
    summary: "Create a link whose bearer acts as this device for an hour",
    response: DeviceLink,
    problems: [400, 404],
  },
  revokeLinks: {
    method: "DELETE",
    path: "/v0/devices/on-off/{id}/link/",
    access: "token",
    scopes: ["setup:write"],
    summary: "Revoke the links of a device; clients that use them are disconnected before the answer",
  },
  openLink: {
    method: "POST",
    path: "/v0/device-link/",
    access: "public",
    summary: "Open a link: what to connect with as its device",
    request: OpenLink,
    response: LinkedDevice,
    throttle: "device-link",
    problems: [404],
  },
});
