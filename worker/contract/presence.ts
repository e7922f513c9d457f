/** Presence of a device, its last command, and its connections. */

import * as z from "zod";
import { ACTORS } from "../../broker/contract/device-events.ts";
import { Device } from "./device.ts";
import { AdoptedAs } from "./discovered.ts";
import { boolean, givenMoment, moment, named, uuid, wholeNumber } from "./fields.ts";
import { MAX_SWITCH_WAIT } from "./limits.ts";
import { NamedSchedule } from "./schedule.ts";

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
  client_id: z.string(),
  protocol: protocol(),
  ...place,
});
export type DeviceConnection = z.infer<typeof DeviceConnection>;

export const ConnectionQuery = z.object({
  /** Connections that ended after this time. */
  from: givenMoment().optional(),
});

export const SwitchBody = named("SwitchBody", {
  state: boolean(),
  /** Seconds to wait for the device to take it. */
  wait: wholeNumber({ min: 0, max: MAX_SWITCH_WAIT }).optional(),
});
export type SwitchBody = z.input<typeof SwitchBody>;

export const SwitchOutcome = named("SwitchOutcome", {
  accepted_at: moment(),
  /** When the device acknowledged it; null: not within `wait`. */
  delivered_at: moment().nullable(),
  device_connected: z.boolean(),
});
export type SwitchOutcome = z.infer<typeof SwitchOutcome>;
