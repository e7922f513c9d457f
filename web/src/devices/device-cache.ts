import type { QueryClient } from "@tanstack/react-query";
import type { DeviceStatus } from "../../../broker/contract/control.ts";
import type { ControlSet } from "../../../broker/contract/controls.ts";
import type { DeviceControl } from "../../../worker/contract/controls.ts";
import type { Device, DeviceDetail } from "../../../worker/contract/devices.ts";
import type { LastValue } from "../../../worker/contract/series.ts";
import { queryKeys } from "../api/query-keys.ts";
import type { StatusMessage } from "../live/status-message.ts";
import type { HeardValues } from "./heard-values.ts";

type Change = Partial<
  Pick<Device, "state" | "taken" | "connected" | "last_seen" | "values" | "controls" | "tiles"> &
    Pick<DeviceDetail, "command" | "since" | "clients">
>;

const says = (device: Change, change: Change): boolean =>
  Object.entries(change).every(([field, value]) => device[field as keyof Change] === value);

export function writeDevice(client: QueryClient, deviceId: string, state: boolean): void {
  change(client, deviceId, (device) => (device.state === state ? {} : { state, taken: false }));
}

export const changeDevice = (client: QueryClient, deviceId: string, to: Change): void =>
  change(client, deviceId, () => to);

const change = (client: QueryClient, deviceId: string, to: (device: Device) => Change): void =>
  changeEach(client, (device) => (device.id === deviceId ? to(device) : {}));

/** Writes each cached list once. */
function changeEach(client: QueryClient, to: (device: Device) => Change): void {
  const changed = <D extends Device>(device: D): D => {
    const by = to(device);
    return says(device, by) ? device : { ...device, ...by };
  };
  for (const query of client.getQueryCache().findAll({ queryKey: queryKeys.devices })) {
    const kept = query.state.data as Device[] | Device | undefined;
    if (kept === undefined) continue;
    const next = Array.isArray(kept) ? changedList(kept, changed) : changed(kept);
    if (next === kept) continue;
    // A failed query stays failed, even when an MQTT message updates one device.
    if (query.state.status === "error") query.setState({ data: next });
    else client.setQueryData(query.queryKey, next);
  }
}

/** The same list if no entry changes. */
function changedList<T>(list: T[], changed: (entry: T) => T): T[] {
  const next = list.map(changed);
  return next.every((entry, at) => entry === list[at]) ? list : next;
}

/**
 * Writes everything that a status message changes. Returns whether the cache is complete: a status names no client and
 * no schedule, watch or guest, which only the call for one device returns.
 */
export function deviceIs(client: QueryClient, { deviceId, status }: StatusMessage): boolean {
  let isComplete = true;
  change(client, deviceId, (device) => {
    const presence = presenceAfter(device, status);
    const command = isDetail(device) ? commandAfter(device.command, status) : null;
    isComplete &&= isNamed(presence, device) && (!isDetail(device) || command === device.command);
    return {
      ...presence,
      // A device without commands keeps its initial state.
      ...(status.by !== null && { state: status.state === "on", taken: status.taken }),
      ...(status.set && { controls: wantedControls(device, status.set) }),
      ...(isDetail(device) && { command }),
    };
  });
  return isComplete;
}

const isDetail = (device: Device): device is DeviceDetail => "clients" in device;

type Presence = Pick<DeviceStatus, "connected" | "since">;

/** All that a connection's begin or end changes. A client that connected before `since` is gone. */
function presenceAfter(device: Device, { connected, since }: Presence): Change {
  const seen = device.last_seen;
  // `last_seen` of a connected device changes with every packet: only the call for one device returns it.
  const last_seen = !connected || seen === null || (since ?? "") > seen ? since : seen;
  if (!isDetail(device)) return { connected, last_seen };
  const isThere = (client: DeviceDetail["clients"][number]) => since !== null && client.since >= since;
  const clients = connected ? device.clients.filter(isThere) : [];
  return {
    connected,
    last_seen,
    since: connected ? since : null,
    clients: clients.length === device.clients.length ? device.clients : clients,
  };
}

/** Whether the page knows the client that has been connected since then. A discovered device has none of its own. */
const isNamed = ({ connected, since, clients }: Change, device: Device): boolean =>
  clients === undefined ||
  !connected ||
  device.kind === "found" ||
  clients.some((client) => client.since === since);

/** What the answer to an accepted command says. `state` is null for a command of controls alone. */
interface Accepted {
  state: boolean | null;
  set: ControlSet | null;
  taken: boolean;
  connected: boolean;
}

/** Writes an accepted command. Returns false when the answer contradicts the cached presence, whose time it lacks. */
export function commandAccepted(client: QueryClient, deviceId: string, accepted: Accepted): boolean {
  const { state, set, taken, connected } = accepted;
  let isKnown = true;
  change(client, deviceId, (device) => {
    isKnown &&= device.connected === connected;
    return {
      taken,
      ...(state !== null && { state }),
      ...(set !== null && { controls: wantedControls(device, set) }),
    };
  });
  return isKnown;
}

const wantedControls = ({ controls }: Device, set: ControlSet): DeviceControl[] =>
  changedList(controls, (control) => {
    const wanted = set[control.key];
    if (wanted === undefined || control.kind === "button" || wanted === control.wanted) return control;
    return { ...control, wanted, wanted_at: new Date().toISOString() };
  });

type Actor = NonNullable<DeviceDetail["command"]>["actor"];

const ACTORS: Record<string, Actor> = {
  page: "browser",
  mqtt: "device",
  schedule: "schedule",
  watch: "watch",
  guest: "guest",
  "auto-off": "timer",
};

/** Whether a command may be of the sender that a status message names: it has one name for some of them. */
const isBy = (actor: Actor, by: NonNullable<DeviceStatus["by"]>): boolean =>
  actor === (ACTORS[by] ?? "api") || (by === "auto-off" && actor === "disconnect");

/**
 * A status message names no command: a different state or sender, or a withdrawn acknowledgement, means a new one.
 */
function commandAfter(command: DeviceDetail["command"], { by, ...status }: DeviceStatus) {
  if (by === null) return command;
  const [state, delivered_at] = [status.state === "on", status.taken_at];
  const isSame =
    command?.state === state &&
    isBy(command.actor, by) &&
    (delivered_at !== null || command.delivered_at === null);
  if (isSame) return command.delivered_at === delivered_at ? command : { ...command, delivered_at };
  const accepted_at = new Date().toISOString();
  return { state, accepted_at, delivered_at, actor: ACTORS[by] ?? "api", schedule: null, guest: null };
}

/** Writes new values, by device, into the cache. Returns false if a cached list lacks one of them. */
export function devicesMeasured(client: QueryClient, heard: ReadonlyMap<string, HeardValues>): boolean {
  const shown = new Set<string>();
  changeEach(client, ({ id, values, controls }) => {
    const newest = heard.get(id);
    if (newest === undefined) return {};
    if (values.some(({ key }) => Object.hasOwn(newest.values, key))) shown.add(id);
    return {
      values: changedList(values, (before) => newerOf(before, newest)),
      controls: changedList(controls, (before) => reportedBy(before, newest)),
    };
  });
  let isComplete = true;
  for (const [device, newest] of heard) {
    const source = queryKeys.values({ device });
    const list = client.getQueryData<LastValue[]>(source);
    if (list)
      client.setQueryData(
        source,
        changedList(list, (before) => newerOf(before, newest)),
      );
    const has = (key: string) => list?.some((value) => value.key === key);
    isComplete &&= list ? Object.keys(newest.values).every(has) : shown.has(device);
  }
  return isComplete;
}

function reportedBy(before: DeviceControl, { at, values }: HeardValues): DeviceControl {
  const reported = values[before.key];
  const isOlder = at !== null && before.reported_at !== null && at < Date.parse(before.reported_at);
  if (reported === undefined || isOlder) return before;
  return { ...before, reported, reported_at: new Date(at ?? Date.now()).toISOString() };
}

function newerOf(before: LastValue, { at, values }: HeardValues): LastValue {
  const value = values[before.key];
  const { average, ...measured } = before;
  const isOlder = at !== null && at < Date.parse(before.at);
  // a sample counts before the average of any hour
  if (value === undefined || (isOlder && !average)) return before;
  return { ...measured, value, at: new Date(at ?? Date.now()).toISOString() };
}
