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
    Pick<DeviceDetail, "command">
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

export function deviceIs(client: QueryClient, { deviceId, status }: StatusMessage): void {
  const { state, connected, since, taken } = status;
  change(client, deviceId, (device) => ({
    connected,
    // `last_seen` of a connected device changes with every packet: only the call for one device returns it.
    last_seen: connected ? device.last_seen : since,
    // A device without commands keeps its initial state.
    ...(status.by !== null && { state: state === "on", taken }),
    ...(status.set && { controls: wantedControls(device, status.set) }),
    ...("command" in device && { command: commandAfter((device as DeviceDetail).command, status) }),
  }));
}

/** Writes the values of an accepted command. */
export const writeWanted = (client: QueryClient, deviceId: string, set: ControlSet): void =>
  change(client, deviceId, (device) => ({ controls: wantedControls(device, set) }));

const wantedControls = ({ controls }: Device, set: ControlSet): DeviceControl[] =>
  changedList(controls, (control) => {
    const wanted = set[control.key];
    if (wanted === undefined || control.kind === "button" || wanted === control.wanted) return control;
    return { ...control, wanted, wanted_at: new Date().toISOString() };
  });

const ACTORS: Record<string, NonNullable<DeviceDetail["command"]>["actor"]> = {
  page: "browser",
  mqtt: "device",
  schedule: "schedule",
  watch: "watch",
  guest: "guest",
  "auto-off": "timer",
};

/** A status message names no command: a different state or a withdrawn acknowledgement means a new one. */
function commandAfter(command: DeviceDetail["command"], { by, ...status }: DeviceStatus) {
  if (by === null) return command;
  const [state, delivered_at] = [status.state === "on", status.taken_at];
  const isSame = command?.state === state && (delivered_at !== null || command.delivered_at === null);
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
  if (value === undefined || (at !== null && at < Date.parse(before.at))) return before;
  return { ...before, value, at: new Date(at ?? Date.now()).toISOString() };
}
