import type { QueryClient } from "@tanstack/react-query";
import type { DeviceStatus } from "../../../broker/contract/control.ts";
import type { Device } from "../../../worker/contract/device.ts";
import type { DeviceDetail } from "../../../worker/contract/presence.ts";
import type { LastValue } from "../../../worker/contract/values.ts";
import { queryKeys } from "../api/query-keys.ts";
import type { StatusMessage } from "../live/status-message.ts";
import type { HeardValues } from "./heard-values.ts";

type Change = Partial<
  Pick<Device, "state" | "taken" | "connected" | "last_seen" | "values"> & Pick<DeviceDetail, "command">
>;

const says = (device: Change, change: Change): boolean =>
  Object.entries(change).every(([field, value]) => device[field as keyof Change] === value);

export function deviceTold(client: QueryClient, deviceId: string, state: boolean): void {
  change(client, deviceId, (device) => (device.state === state ? {} : { state, taken: false }));
}

export const changeDevice = (client: QueryClient, deviceId: string, to: Change): void =>
  change(client, deviceId, () => to);

function change(client: QueryClient, deviceId: string, to: (device: Device) => Change): void {
  const changed = <D extends Device>(device: D): D =>
    device.id === deviceId && !says(device, to(device)) ? { ...device, ...to(device) } : device;
  for (const query of client.getQueryCache().findAll({ queryKey: queryKeys.devices })) {
    const kept = query.state.data as Device[] | Device | undefined;
    if (kept === undefined) continue;
    const next = Array.isArray(kept) ? eachChanged(kept, changed) : changed(kept);
    if (next === kept) continue;
    // A failed query stays failed, even when an MQTT message updates one device.
    if (query.state.status === "error") query.setState({ data: next });
    else client.setQueryData(query.queryKey, next);
  }
}

const eachChanged = (devices: Device[], changed: (device: Device) => Device): Device[] =>
  devices.some((device) => changed(device) !== device) ? devices.map(changed) : devices;

export function deviceIs(client: QueryClient, { deviceId, status }: StatusMessage): void {
  const { state, connected, since, taken } = status;
  change(client, deviceId, (device) => ({
    connected,
    // `last_seen` of a connected device changes with every packet: only the call for one device returns it.
    last_seen: connected ? device.last_seen : since,
    // A device without commands keeps its initial state.
    ...(status.by !== null && { state: state === "on", taken }),
    ...("command" in device && { command: commandAfter((device as DeviceDetail).command, status) }),
  }));
}

const ACTORS: Record<string, NonNullable<DeviceDetail["command"]>["actor"]> = {
  page: "browser",
  mqtt: "device",
  schedule: "schedule",
  "auto-off": "timer",
};

/** A status message names no command: a different state or a withdrawn acknowledgement means a new one. */
function commandAfter(command: DeviceDetail["command"], { by, ...status }: DeviceStatus) {
  if (by === null) return command;
  const [state, delivered_at] = [status.state === "on", status.taken_at];
  const isSame = command?.state === state && (delivered_at !== null || command.delivered_at === null);
  if (isSame) return command.delivered_at === delivered_at ? command : { ...command, delivered_at };
  const accepted_at = new Date().toISOString();
  return { state, accepted_at, delivered_at, actor: ACTORS[by] ?? "api", schedule: null };
}

/** Writes new values into the cache. Returns false if a cached list lacks one of them. */
export function deviceMeasured(client: QueryClient, deviceId: string, heard: HeardValues): boolean {
  let isShown = false;
  const newer = (before: LastValue): LastValue => {
    isShown ||= Object.hasOwn(heard.values, before.key);
    return newerOf(before, heard);
  };
  change(client, deviceId, (device) => ({ values: device.values.map(newer) }));
  const source = queryKeys.values({ device: deviceId });
  const list = client.getQueryData<LastValue[]>(source);
  if (list === undefined) return isShown;
  client.setQueryData(source, list.map(newer));
  return Object.keys(heard.values).every((key) => list.some((value) => value.key === key));
}

function newerOf(before: LastValue, { at, values }: HeardValues): LastValue {
  const value = values[before.key];
  if (value === undefined || (at !== null && at < Date.parse(before.at))) return before;
  return { ...before, value, at: new Date(at ?? Date.now()).toISOString() };
}
