/** Devices: what they are, presence, switching and connections. */

import * as z from "zod";
import { ON_CONNECT } from "../../broker/contract/control.ts";
import { ControlSet } from "../../broker/contract/controls.ts";
import { ACTORS, ASKED_CALLERS } from "../../broker/contract/device-events.ts";
import { Channel, channelIds } from "./channels.ts";
import { DeviceControl, givenControls, givenSet } from "./controls.ts";
import { DeviceQuery } from "./device-query.ts";
import { endpoints } from "./endpoint.ts";
import {
  boolean,
  choice,
  dictionary,
  givenMoment,
  list,
  moment,
  named,
  needsOne,
  text,
  uuid,
  wholeNumber,
} from "./fields.ts";
import {
  COMMAND_TTL,
  MAX_AUTO_OFF,
  MAX_DEVICE_NAME,
  MAX_DEVICE_ROOM,
  MAX_SERIES_NAME,
  MAX_SHOWN_VALUES,
  MAX_SWITCH_WAIT,
  MAX_UNIT,
  MAX_VALUE_LABELS,
} from "./limits.ts";
import { NamedSchedule } from "./schedules.ts";
import { MESSAGES } from "./sentences.ts";
import { DeviceSeriesQuery, DeviceSeriesWrite, LastValue, Series, WrittenSeries } from "./series.ts";
import { givenTiles, Tile } from "./tiles.ts";

export const Device = named("Device", {
  id: uuid(),
  name: z.string(),
  /** The state of the last control message; true = on. */
  state: z.boolean(),
  /** Whether the device has taken that message; null without one, or without a proof. */
  taken: z.boolean().nullable(),
  /** It took it before its present connection, and may have lost it; until it reports its state or is commanded. */
  taken_before_connect: z.boolean(),
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
  /** `send`: each new session of it gets the last state and the wanted values of its controls. */
  on_connect: z.enum(ON_CONNECT),
  /** Callers whose switches wait until a person allows them. */
  ask_first: z.array(z.enum(ASKED_CALLERS)),
  /** The keys of the values that lists show; null: the first two numbers that are not of a control. */
  shown_values: z.array(z.string()).nullable(),
  /** The owner's names and units of its values, by key. */
  value_labels: z.array(
    z.object({
      key: z.string(),
      name: z.string().nullable(),
      unit: z.string().nullable(),
      /** It is a counter, which only grows, except for resets. */
      counter: z.literal(true).optional(),
    }),
  ),
  /** What it has beside its switch. */
  controls: z.array(DeviceControl),
  /** The last value of each of these keys. */
  values: z.array(LastValue),
  /** Free text of the owner: the page groups devices by it. Empty for none. */
  room: z.string(),
  /** Whether the dashboard shows it. */
  pinned: z.boolean(),
  /** Place and size of its tiles on the dashboard; empty until they are arranged. */
  tiles: z.array(Tile),
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
  on_connect: choice(ON_CONNECT).optional(),
  ask_first: list(choice(ASKED_CALLERS), ASKED_CALLERS.length).optional(),
  shown_values: list(text({ max: MAX_SERIES_NAME }), MAX_SHOWN_VALUES)
    .nullable()
    .optional(),
  value_labels: list(
    dictionary({
      key: text({ max: MAX_SERIES_NAME }),
      name: text({ max: MAX_SERIES_NAME, blank: true }).nullable().optional(),
      unit: text({ max: MAX_UNIT, blank: true }).nullable().optional(),
      counter: boolean().optional(),
    }),
    MAX_VALUE_LABELS,
  ).optional(),
  /** Omitted: those that it has stay. */
  controls: givenControls().optional(),
  room: text({ max: MAX_DEVICE_ROOM, blank: true }).optional(),
  pinned: boolean().optional(),
  tiles: givenTiles().optional(),
});
export type DeviceBody = z.input<typeof DeviceBody>;

/** An adopted device as it was announced then. Topics below the account's prefix. */
export const AdoptedAs = z.object({
  /** Null when unknown. */
  source: z.string().nullable(),
  command_topic: z.string(),
  /** Its state topic; null: it reports no state, and commands have no proof. */
  state_topic: z.string().nullable(),
  /** Its availability topics; none: it counts as online. */
  availability_topics: z.array(z.string()),
});
export type AdoptedAs = z.infer<typeof AdoptedAs>;

const protocol = () => z.enum(["3.1", "3.1.1", "5.0"]);
/** As Cloudflare reports them; null when unknown. */
const place = { country: z.string().nullable(), colo: z.string().nullable() };

export const DeviceDetail = Device.extend({
  /** Connected since then without a gap; null when offline. */
  since: moment().nullable(),
  clients: z.array(
    z.object({
      connection_id: uuid(),
      /** An API key in it is hidden. */
      client_id: z.string(),
      protocol: protocol(),
      since: moment(),
      last_seen: moment(),
      ...place,
      address: z.string().nullable(),
    }),
  ),
  /** The last command; null without one. */
  command: z
    .object({
      state: z.boolean(),
      accepted_at: moment(),
      /** When the device acknowledged it; null: not yet, or unknown. */
      delivered_at: moment().nullable(),
      actor: z.enum(ACTORS),
      /** The schedule's id, if a schedule switched. */
      schedule: NamedSchedule.nullable(),
      /** Of the actors `watch` and `notice`: the watch. */
      watch: NamedSchedule.nullable().optional(),
      /** The guest's name, if a guest switched. */
      guest: z.string().nullable(),
    })
    .nullable(),
  /** Of a discovered device. */
  found: AdoptedAs.optional(),
}).meta({ id: "DeviceDetail" });
export type DeviceDetail = z.infer<typeof DeviceDetail>;

export const DeviceConnection = named("DeviceConnection", {
  id: uuid(),
  connected_at: moment(),
  /** Null while it is open. */
  disconnected_at: moment().nullable(),
  /**
   * Null if the client closed it or was lost. Otherwise the service closed it: 1012 after a restart, for example by a new
   * version; 1011 after an error; 1013 when it was too busy.
   */
  service_close_code: z.int().nullable(),
  client_id: z.string(),
  protocol: protocol(),
  ...place,
});
export type DeviceConnection = z.infer<typeof DeviceConnection>;

const ConnectionQuery = z.object({
  /** Connections that ended after this time. */
  from: givenMoment().optional(),
});

/** At least one of `state` and `set`. */
const SwitchBody = z
  .object({
    /** Omitted: it stays as it is. */
    state: boolean().optional(),
    /** Values of controls, by key. */
    set: givenSet().optional(),
    /** Seconds to wait for the device to take it. */
    wait: wholeNumber({ min: 0, max: MAX_SWITCH_WAIT }).optional(),
  })
  .superRefine(needsOne("state", "set"))
  .meta({ id: "SwitchBody" });

export const SwitchOutcome = named("SwitchOutcome", {
  accepted_at: moment(),
  /** When the device acknowledged it; null: not within `wait`. */
  delivered_at: moment().nullable(),
  device_connected: z.boolean(),
  /** The values of controls in the message; null without any. */
  set: ControlSet.nullable(),
});
export type SwitchOutcome = z.infer<typeof SwitchOutcome>;

export const DEVICE_CALLS = endpoints({
  listDevices: {
    method: "GET",
    path: "/v0/devices/on-off/",
    access: "token",
    scopes: ["devices:read"],
    isListed: true,
    isForGuests: true,
    summary: "Devices, oldest first",
    query: DeviceQuery,
    response: z.array(Device),
    whileSuspended: true,
  },
  createDevice: {
    method: "POST",
    path: "/v0/devices/on-off/",
    access: "token",
    scopes: ["setup:write"],
    switchesLater: "devices:switch",
    status: 201,
    summary:
      "Make a device; a token needs devices:switch, too, for one that is on at first or switches off by itself",
    request: DeviceBody,
    response: Device,
  },
  updateDevice: {
    method: "PUT",
    path: "/v0/devices/on-off/{id}/",
    access: "token",
    scopes: ["setup:write", "devices:switch"],
    summary: "Change a device; a changed state is published to its control topic",
    mayWait: true,
    request: DeviceBody,
    response: Device,
  },
  deleteDevice: {
    method: "DELETE",
    path: "/v0/devices/on-off/{id}/",
    access: "token",
    scopes: ["setup:write"],
    summary: "Delete a device; its live sessions are dropped",
  },
  readDevice: {
    method: "GET",
    path: "/v0/devices/on-off/{id}/",
    access: "token",
    scopes: ["devices:read"],
    isForGuests: true,
    summary: "A device: whether and since when it is connected, and whether it took its last command",
    response: DeviceDetail,
  },
  listConnections: {
    method: "GET",
    path: "/v0/devices/on-off/{id}/connections/",
    access: "token",
    scopes: ["devices:read"],
    summary: "When a device was connected in the last seven days, newest first",
    query: ConnectionQuery,
    response: z.array(DeviceConnection),
  },
  switchDevice: {
    method: "POST",
    path: "/v0/devices/on-off/{id}/switch/",
    access: "token",
    scopes: ["devices:switch"],
    isForGuests: true,
    summary: "Switch a device, and wait until it has taken the command",
    mayWait: true,
    request: SwitchBody,
    response: SwitchOutcome,
  },
  listDeviceValues: {
    method: "GET",
    path: "/v0/devices/on-off/{id}/values/",
    access: "token",
    scopes: ["values:read"],
    isForGuests: true,
    summary: "The last of each value that a device has sent on its telemetry topic",
    response: z.array(LastValue),
    whileSuspended: true,
  },
  readDeviceSeries: {
    method: "GET",
    path: "/v0/devices/on-off/{id}/series/",
    access: "token",
    scopes: ["values:read"],
    isForGuests: true,
    summary: "A value of a device over time, at most 2,000 points",
    query: DeviceSeriesQuery,
    response: Series,
    csv: true,
    whileSuspended: true,
  },
  writeDeviceSeries: {
    method: "PUT",
    path: "/v0/devices/on-off/{id}/series/",
    access: "user",
    summary:
      "Write hours of a device's value as an export has them, at most 20,000; hours that have samples stay as they are",
    query: DeviceSeriesWrite,
    takesBytes: "text/csv",
    response: WrittenSeries,
  },
});
