import * as z from "zod";
import { Channel, channelIds } from "./channel.ts";
import { boolean, dictionary, list, moment, named, text, uuid, wholeNumber } from "./fields.ts";
import {
  COMMAND_TTL,
  MAX_AUTO_OFF,
  MAX_DEVICE_NAME,
  MAX_DEVICE_ROOM,
  MAX_SERIES_NAME,
  MAX_SHOWN_VALUES,
  MAX_UNIT,
  MAX_VALUE_LABELS,
} from "./limits.ts";
import { MESSAGES } from "./messages.ts";
import { LastValue } from "./values.ts";

export const Device = named("Device", {
  id: uuid(),
  name: z.string(),
  /** The state of the last control message; true = on. */
  state: z.boolean(),
  /** Whether the device has taken that message; null without one, or without a proof. */
  taken: z.boolean().nullable(),
  /** Our own kind, or a discovered device that was adopted. */
  kind: z.enum(["own", "found"]),
  channels: z.array(Channel),
  connected: z.boolean(),
  /** When a connection of it last began or ended. In the call for one connected device: its last packet. */
  last_seen: moment().nullable(),
  /** Seconds that a command waits for an offline device; 0: it does not wait. */
  command_ttl: z.int(),
  /** Seconds after which it is switched off automatically; 0: never. */
  auto_off: z.int(),
  off_on_disconnect: z.boolean(),
  /** The keys of the values that lists show; null: the first two numbers. */
  shown_values: z.array(z.string()).nullable(),
  /** The owner's names and units of its values, by key. */
  value_labels: z.array(
    z.object({ key: z.string(), name: z.string().nullable(), unit: z.string().nullable() }),
  ),
  /** The last value of each of these keys. */
  values: z.array(LastValue),
  /** Free text of the owner: the page groups devices by it. Empty for none. */
  room: z.string(),
  /** Whether the dashboard shows it. */
  pinned: z.boolean(),
  created_at: moment(),
});
export type Device = z.infer<typeof Device>;

export const DeviceBody = named("DeviceBody", {
  name: text({ max: MAX_DEVICE_NAME, tooLong: MESSAGES.deviceNameTooLong }),
  state: boolean().optional(),
  channels: channelIds().optional(),
  command_ttl: wholeNumber({ min: 0, max: COMMAND_TTL.max }).optional(),
  auto_off: wholeNumber({ min: 0, max: MAX_AUTO_OFF }).optional(),
  off_on_disconnect: boolean().optional(),
  shown_values: list(text({ max: MAX_SERIES_NAME }), MAX_SHOWN_VALUES)
    .nullable()
    .optional(),
  value_labels: list(
    dictionary({
      key: text({ max: MAX_SERIES_NAME }),
      name: text({ max: MAX_SERIES_NAME, blank: true }).nullable().optional(),
      unit: text({ max: MAX_UNIT, blank: true }).nullable().optional(),
    }),
    MAX_VALUE_LABELS,
  ).optional(),
  room: text({ max: MAX_DEVICE_ROOM, blank: true }).optional(),
  pinned: boolean().optional(),
});
export type DeviceBody = z.input<typeof DeviceBody>;

/** An invalid size is ignored, as in Django REST Framework. */
export const DeviceQuery = z.object({
  size: z
    .string()
    .transform((value) => (/^\d{1,9}$/.test(value) && Number(value) > 0 ? Number(value) : undefined))
    .optional(),
  /** `true`: only the pinned devices, of any number; without any, as without this. */
  pinned: z
    .string()
    .transform((value) => value === "true")
    .optional(),
});
export type DeviceQuery = z.input<typeof DeviceQuery>;
