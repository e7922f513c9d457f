import type { QueryClient } from "@tanstack/react-query";
import type { Device } from "../../../worker/contract/devices.ts";
import type { LastValue } from "../../../worker/contract/series.ts";
import { queryKeys } from "../api/query-keys.ts";
import type { StatusMessage } from "../live/status-message.ts";
import {
  type Accepted,
  acceptedChange,
  changedList,
  type DevicePatch,
  isDetail,
  measuredChange,
  newerOf,
  statusChange,
} from "./device-change.ts";
import type { HeardValues } from "./heard-values.ts";

const says = (device: DevicePatch, change: DevicePatch): boolean =>
  Object.entries(change).every(([field, value]) => device[field as keyof DevicePatch] === value);

export function writeDevice(client: QueryClient, deviceId: string, state: boolean): void {
  change(client, deviceId, (device) =>
    device.state === state ? {} : { state, taken: false, taken_before_connect: false },
  );
}

export const changeDevice = (client: QueryClient, deviceId: string, to: DevicePatch): void =>
  change(client, deviceId, () => to);

const change = (client: QueryClient, deviceId: string, to: (device: Device) => DevicePatch): void =>
  changeEach(client, (device) => (device.id === deviceId ? to(device) : {}));

/** Writes each cached list once. */
function changeEach(client: QueryClient, to: (device: Device) => DevicePatch): void {
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

/**
 * Writes everything that a status message changes. Returns whether the cache is complete: a status names no client and
 * no schedule, watch or guest, which only the call for one device returns.
 */
export function deviceIs(client: QueryClient, { deviceId, status }: StatusMessage): boolean {
  let isComplete = true;
  change(client, deviceId, (device) => {
    const changed = statusChange(device, status);
    isComplete &&=
      isNamed(changed, device, status.clients) && (!isDetail(device) || changed.command === device.command);
    return changed;
  });
  return isComplete;
}

/**
 * Whether the page knows the client that has been connected since then, and those that the status names. A discovered
 * device has none of its own.
 */
const isNamed = ({ connected, since, clients }: DevicePatch, device: Device, named: string[] = []): boolean =>
  clients === undefined ||
  !connected ||
  device.kind === "found" ||
  [since, ...named].every((time) => clients.some((client) => client.since === time));

/** Writes an accepted command. Returns false when the answer contradicts the cached presence, whose time it lacks. */
export function commandAccepted(client: QueryClient, deviceId: string, accepted: Accepted): boolean {
  let isKnown = true;
  change(client, deviceId, (device) => {
    isKnown &&= device.connected === accepted.connected;
    return acceptedChange(device, accepted);
  });
  return isKnown;
}

/** Writes new values, by device, into the cache. Returns false if a cached list lacks one of them. */
export function devicesMeasured(client: QueryClient, heard: ReadonlyMap<string, HeardValues>): boolean {
  const shown = new Set<string>();
  changeEach(client, ({ id, values, controls }) => {
    const newest = heard.get(id);
    if (newest === undefined) return {};
    if (values.some(({ key }) => Object.hasOwn(newest.values, key))) shown.add(id);
    return measuredChange({ values, controls }, newest);
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
