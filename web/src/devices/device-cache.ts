/** Changes of the kept device lists that need no call. */

import type { QueryClient } from "@tanstack/react-query";
import type { Device } from "../../../worker/contract/device.ts";
import { queryKeys } from "../api/query-keys.ts";
import type { ToldStatus } from "../live/told-status.ts";

type Change = Partial<Pick<Device, "state" | "taken" | "connected" | "last_seen">>;

const says = (device: Device, change: Change): boolean =>
  Object.entries(change).every(([field, value]) => device[field as keyof Change] === value);

/** It was told something new, which it has not taken yet. */
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
    // What the server did not answer stays unanswered, whatever the broker tells of one device.
    if (query.state.status === "error") query.setState({ data: next });
    else client.setQueryData(query.queryKey, next);
  }
}

/** The same list where nothing in it changes. */
const eachChanged = (devices: Device[], changed: (device: Device) => Device): Device[] =>
  devices.some((device) => changed(device) !== device) ? devices.map(changed) : devices;

/** The broker says how it is. */
export function deviceIs(client: QueryClient, { deviceId, status }: ToldStatus): void {
  const { state, connected, since, taken } = status;
  change(client, deviceId, (device) => ({
    connected,
    // While it is there its last packet is, which is told to whoever asks for it alone.
    last_seen: connected ? device.last_seen : since,
    // One that was never told anything is as it was made.
    ...(status.by !== null && { state: state === "on", taken }),
  }));
}
