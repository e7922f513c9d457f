import { z } from "zod";
import { Channel } from "./channel.ts";
import { channelIds } from "./channel-ids.ts";
import { boolean, moment, text, uuid } from "./fields.ts";
import { MAX_DEVICE_NAME } from "./limits.ts";
import { MESSAGES } from "./messages.ts";

export const Device = z.object({
  id: uuid(),
  name: z.string(),
  /** true = On: the state of the last control message. */
  state: z.boolean(),
  channels: z.array(Channel),
  connected: z.boolean(),
  created_at: moment(),
});
export type Device = z.infer<typeof Device>;

export const DeviceBody = z.object({
  name: text({ max: MAX_DEVICE_NAME, tooLong: MESSAGES.deviceNameTooLong }),
  state: boolean().optional(),
  channels: channelIds().optional(),
});
export type DeviceBody = z.input<typeof DeviceBody>;

/** A size that is no positive number is ignored, as Django REST Framework does. */
export const DeviceQuery = z.object({
  size: z
    .string()
    .transform((value) => (/^\d{1,9}$/.test(value) && Number(value) > 0 ? Number(value) : undefined))
    .optional(),
});
export type DeviceQuery = z.input<typeof DeviceQuery>;
