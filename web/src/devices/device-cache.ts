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
  client.setQueriesData<Device[] | Device>({ queryKey: queryKeys.devices }, (kept) => {
    if (!Array.isArray(kept)) return kept && changed(kept);
    return kept.some((device) => changed(device) !== device) ? kept.map(changed) : kept;
  });
}

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
