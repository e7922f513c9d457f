/** Events of devices. */

import * as z from "zod";
import { ControlSet } from "../../broker/contract/controls.ts";
import { ACTORS, DEVICE_EVENT_TYPES, SWITCHED } from "../../broker/contract/device-events.ts";
import { endpoints } from "./endpoint.ts";
import { givenMoment, moment, named, uuid } from "./fields.ts";
import { EVENT_HOURS, EVENTS_PAGE } from "./limits.ts";
import { NamedSchedule } from "./schedules.ts";

/** Of an `errored` event and its notice; of `connected` and `disconnected` while two programs have one client id. */
export const MISTAKE = {
  /** What was wrong, in one sentence; null in an event of an earlier release. */
  reason: z.string().nullable().optional(),
  /** What to do about it, in one sentence; null when nothing is known that would help. */
  remedy: z.string().nullable().optional(),
  /** The key at fault in the message, if one is. */
  key: z.string().optional(),
  /** The byte at fault in the message, of which 1 is the first, if one is. */
  byte: z.int().optional(),
};

export const DeviceEvent = named("DeviceEvent", {
  id: uuid(),
  device_id: uuid(),
  /** The device's name, or its last name if it is deleted. */
  device_name: z.string(),
  /** One of `DEVICE_EVENT_TYPES` of broker/contract/device-events.ts. */
  event_type: z.string(),
  /** Who switched; null for other events. */
  actor: z.enum(ACTORS).nullable(),
  /** The schedule's name, or its last name if it is deleted; null without a schedule. */
  schedule: NamedSchedule.nullable(),
  /** The guest's name; null without a guest. */
  guest: z.string().nullable(),
  /** The values of controls that were set; null without any. */
  set: ControlSet.nullable(),
  /** Only of a command that set values of controls: the device was wanted in this state before. */
  state_kept: z.literal(true).optional(),
  /** Of the actors `watch` and `notice`: the watch, or its last name; null when unknown. */
  watch: NamedSchedule.nullable().optional(),
  /** A person allowed it then, and in this browser. */
  allowed_at: moment().optional(),
  allowed_by: z.string().optional(),
  /** How many events of this type it stands for, of which it is the last: 1, unless there were too many. */
  count: z.int().min(1),
  ...MISTAKE,
  created_at: moment(),
});
export type DeviceEvent = z.infer<typeof DeviceEvent>;

/** The position after an event in the list, newest first: its time and id. Opaque for callers. */
export const eventCursor = (at: number, id: string): string => `${at.toString(36)}.${id}`;

export const cursor = () =>
  z.string().transform((value, context) => {
    const [head = "", id = ""] = value.split(".", 2);
    const at = /^[0-9a-z]{1,11}$/.test(head) ? Number.parseInt(head, 36) : NaN;
    if (!Number.isSafeInteger(at) || !z.uuid().safeParse(id).success) {
      context.addIssue({ code: "custom", message: "Invalid cursor." });
    }
    return { at, id };
  });

/** Page sizes above the maximum count as the maximum. */
export const pageSize = (max: number = EVENTS_PAGE.max) =>
  z.string().transform((value, context) => {
    if (!/^[+-]?\d{1,15}$/.test(value.trim())) {
      context.addIssue({ code: "custom", message: "A valid integer is required." });
    }
    return Math.min(Math.max(Number(value), 1), max);
  });

const EventQuery = z.object({
  size: pageSize().optional(),
  before: cursor().optional(),
  device: uuid()
    .transform((value) => value.toLowerCase())
    .optional(),
  event_type: z
    .enum([...DEVICE_EVENT_TYPES, SWITCHED], {
      error: (issue) => `"${String(issue.input)}" is not a valid choice.`,
    })
    .optional(),
  search: z.string().max(200, "Ensure this field has no more than 200 characters.").optional(),
  /** Inclusive. */
  from: givenMoment().optional(),
  /** Exclusive. */
  to: givenMoment().optional(),
});

const EventCountQuery = z.object({
  /** When the first hour begins; default: `hours` before now. */
  from: givenMoment().optional(),
  hours: pageSize(EVENT_HOURS.max).optional(),
});

export const EventCounts = z.object({
  /** When the first hour begins. */
  from: moment(),
  /** The busiest first. `counts`: one an hour, the oldest first. */
  devices: z.array(z.object({ device_id: uuid(), device_name: z.string(), counts: z.array(z.int()) })),
  /** How many devices with fewer events are omitted. */
  others: z.int(),
});
export type EventCounts = z.infer<typeof EventCounts>;

export const EVENT_CALLS = endpoints({
  listEvents: {
    method: "GET",
    path: "/v0/events/devices/on-off/",
    access: "token",
    scopes: ["events:read"],
    summary: "Device events, newest first; the Link header names the next page",
    query: EventQuery,
    response: z.array(DeviceEvent),
    whileSuspended: true,
  },
  countEvents: {
    method: "GET",
    path: "/v0/events/devices/on-off/counts/",
    access: "token",
    scopes: ["events:read"],
    summary: "How many events each device had in each hour, the busiest 100 devices",
    query: EventCountQuery,
    response: EventCounts,
    problems: [503],
  },
});
