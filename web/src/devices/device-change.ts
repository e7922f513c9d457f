/** What a live message or an answer changes of a device, for the owner's page and a guest's. Pure. */

import type { DeviceStatus } from "../../../broker/contract/control.ts";
import type { ControlSet } from "../../../broker/contract/controls.ts";
import { MAX_STATUS_CLIENTS } from "../../../broker/contract/status-clients.ts";
import type { DeviceControl } from "../../../worker/contract/controls.ts";
import type { Device, DeviceDetail } from "../../../worker/contract/devices.ts";
import type { LastValue } from "../../../worker/contract/series.ts";
import { type HeardValues, heardAt } from "./heard-values.ts";

export type DevicePatch = Partial<
  Pick<
    Device,
    "state" | "taken" | "taken_before_connect" | "connected" | "last_seen" | "values" | "controls" | "tiles"
  > &
    Pick<DeviceDetail, "command" | "since" | "clients">
>;

/** The same list if no entry changes. */
export function changedList<T>(list: T[], changed: (entry: T) => T): T[] {
  const next = list.map(changed);
  return next.every((entry, at) => entry === list[at]) ? list : next;
}

/** Everything that a status message changes. */
export function statusChange(device: Device, status: DeviceStatus): DevicePatch {
  return {
    ...presenceAfter(device, status),
    // A device without commands keeps its initial state.
    ...(status.by !== null && {
      state: status.state === "on",
      taken: status.taken,
      taken_before_connect: status.taken_before_connect ?? false,
    }),
    ...(status.set && { controls: controlsAfter(device, { ...status, set: status.set }) }),
    ...(isDetail(device) && { command: commandAfter(device.command, status) }),
  };
}

export const isDetail = (device: Device): device is DeviceDetail => "clients" in device;

type Presence = Pick<DeviceStatus, "connected" | "since" | "clients">;

/** Whether the status names all clients of the device. */
const isWhole = (named: string[] | undefined): named is string[] =>
  named !== undefined && named.length < MAX_STATUS_CLIENTS;

/**
 * All that a connection's begin or end changes. A client that connected before `since` is gone, and one that the status
 * does not name among all.
 */
function presenceAfter(device: Device, { connected, since, clients: named }: Presence): DevicePatch {
  const seen = device.last_seen;
  // `last_seen` of a connected device changes with every packet: only the call for one device returns it.
  const last_seen = !connected || seen === null || (since ?? "") > seen ? since : seen;
  if (!isDetail(device)) return { connected, last_seen };
  const isThere = (client: DeviceDetail["clients"][number]) =>
    since !== null && client.since >= since && (!isWhole(named) || named.includes(client.since));
  const clients = connected ? device.clients.filter(isThere) : [];
  return {
    connected,
    last_seen,
    since: connected ? since : null,
    clients: clients.length === device.clients.length ? device.clients : clients,
  };
}

/** What the answer to an accepted command says. `state` is null for a command of controls alone. */
export interface Accepted {
  state: boolean | null;
  set: ControlSet | null;
  taken: boolean | null;
  connected: boolean;
}

/** What an accepted command changes, apart from the device's presence, whose time the answer lacks. */
export const acceptedChange = (
  device: Device,
  { state, set, taken }: Omit<Accepted, "connected">,
): DevicePatch => ({
  taken,
  taken_before_connect: false,
  ...(state !== null && { state }),
  ...(set !== null && { controls: wantedControls(device, set) }),
});

const wantedControls = ({ controls }: Device, set: ControlSet): DeviceControl[] =>
  changedList(controls, (control) =>
    set[control.key] === undefined ? control : doubted(wantedControl(control, set), false),
  );

function wantedControl(control: DeviceControl, set: ControlSet): DeviceControl {
  const wanted = set[control.key];
  if (wanted === undefined || control.kind === "button" || wanted === control.wanted) return control;
  return { ...control, wanted, wanted_at: new Date().toISOString() };
}

/** With the mark that the device took the value before its present session, or without it. */
function doubted(control: DeviceControl, isBefore: boolean): DeviceControl {
  if ((control.taken_before_connect ?? false) === isBefore) return control;
  const { taken_before_connect: _, ...rest } = control;
  return isBefore ? { ...rest, taken_before_connect: true } : rest;
}

interface WantedOf extends Pick<DeviceStatus, "since" | "set_before_connect"> {
  set: ControlSet;
}

/** The wanted values of a status, and which of them are older than the session in which nothing was reported. */
const controlsAfter = ({ controls }: Device, { set, since, set_before_connect: keys = [] }: WantedOf) =>
  changedList(controls, (control) => {
    const isReported = since !== null && control.reported_at !== null && control.reported_at >= since;
    return doubted(wantedControl(control, set), keys.includes(control.key) && !isReported);
  });

type Actor = NonNullable<DeviceDetail["command"]>["actor"];
type StatusBy = NonNullable<DeviceStatus["by"]>;

const ACTORS: Record<string, Actor> = {
  page: "browser",
  mqtt: "device",
  schedule: "schedule",
  watch: "watch",
  guest: "guest",
  notice: "notice",
  "auto-off": "timer",
};

/** Whether a command may be of the sender that a status message names: it has one name for some of them. */
const isBy = (actor: Actor, by: StatusBy): boolean =>
  actor === (ACTORS[by] ?? "api") || (by === "auto-off" && actor === "disconnect");

/** The time of a command is its name: two schedules, watches or guests may send the same. */
function commandAfter(command: DeviceDetail["command"], status: DeviceStatus) {
  const { by, taken_at: delivered_at } = status;
  if (by === null) return command;
  const accepted_at = status.accepted_at ?? null;
  // a retained status may name an earlier command that was the same
  const isSame =
    accepted_at === null ? isLike(command, status, by) : (command?.accepted_at ?? "") >= accepted_at;
  if (command !== null && isSame) {
    return command.delivered_at === delivered_at ? command : { ...command, delivered_at };
  }
  return newCommand(status, by, accepted_at ?? new Date().toISOString());
}

/**
 * A status that an earlier release retained names no command: a different state or sender, or a withdrawn
 * acknowledgement, means a new one.
 */
const isLike = (command: DeviceDetail["command"], { state, taken_at }: DeviceStatus, by: StatusBy): boolean =>
  command?.state === (state === "on") &&
  isBy(command.actor, by) &&
  (taken_at !== null || command.delivered_at === null);

function newCommand(
  { state: word, taken_at: delivered_at }: DeviceStatus,
  by: StatusBy,
  accepted_at: string,
) {
  const state = word === "on";
  return { state, accepted_at, delivered_at, actor: ACTORS[by] ?? "api", schedule: null, guest: null };
}

/** What newly sent values change. */
export const measuredChange = (
  { values, controls }: Pick<Device, "values" | "controls">,
  heard: HeardValues,
): Pick<Device, "values" | "controls"> => ({
  values: changedList(values, (before) => newerOf(before, heard)),
  controls: changedList(controls, (before) => reportedBy(before, heard)),
});

function reportedBy(before: DeviceControl, heard: HeardValues): DeviceControl {
  const reported = heard.values[before.key];
  const at = heardAt(heard, before.key);
  const isOlder = at !== null && before.reported_at !== null && at < Date.parse(before.reported_at);
  if (reported === undefined || isOlder) return before;
  return { ...doubted(before, false), reported, reported_at: new Date(at ?? Date.now()).toISOString() };
}

export function newerOf(before: LastValue, heard: HeardValues): LastValue {
  const value = heard.values[before.key];
  const at = heardAt(heard, before.key);
  const { average, ...measured } = before;
  const isOlder = at !== null && at < Date.parse(before.at);
  // a sample counts before the average of any hour
  if (value === undefined || (isOlder && !average)) return before;
  return { ...measured, value, at: new Date(at ?? Date.now()).toISOString() };
}
