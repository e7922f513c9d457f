import { z } from "zod";
import { Channel } from "./channel.ts";
import { channelIds } from "./channel-ids.ts";
import { boolean, dictionary, list, moment, text, uuid, wholeNumber } from "./fields.ts";
import {
  COMMAND_TTL,
  MAX_AUTO_OFF,
  MAX_DEVICE_NAME,
  MAX_SERIES_NAME,
  MAX_SHOWN_VALUES,
  MAX_UNIT,
  MAX_VALUE_LABELS,
} from "./limits.ts";
import { MESSAGES } from "./messages.ts";
import { named } from "./named.ts";
import { LastValue } from "./values.ts";

export const Device = z.object({
  id: uuid(),
  name: z.string(),
  /** true = On: the state of the last control message. */
  state: z.boolean(),
  /** Whether it has taken that message; null where it was sent none, or in a way that leaves no proof. */
  taken: z.boolean().nullable(),
  /** Our own kind, or one of somebody else's making, which was found and adopted. */
  kind: z.enum(["own", "found"]),
  channels: z.array(Channel),
  connected: z.boolean(),
  /** When a connection of it last began or ended; asked for alone and connected: its last packet. */
  last_seen: moment().nullable(),
  /** Seconds that a command waits for a device that is away; 0: it is not given old commands. */
  command_ttl: z.int(),
  /** Seconds after which it is switched off by itself; 0: never. */
  auto_off: z.int(),
  off_on_disconnect: z.boolean(),
  /** The keys of the values that lists show, as they were chosen; null: the first two that are numbers. */
  shown_values: z.array(z.string()).nullable(),
  /** What the owner calls keys of its values, by key. */
  value_labels: z.array(
    z.object({ key: z.string(), name: z.string().nullable(), unit: z.string().nullable() }),
  ),
  /** The last of each of them that there is. */
  values: z.array(LastValue),
  created_at: moment(),
});
export type Device = z.infer<typeof Device>;

export const DeviceBody = z.object({
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

named({ Device, DeviceBody });
