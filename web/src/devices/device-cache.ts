/** Changes of the kept device lists that need no call. */

import type { QueryClient } from "@tanstack/react-query";
import type { Device } from "../../../worker/contract/device.ts";
import { queryKeys } from "../api/query-keys.ts";

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
