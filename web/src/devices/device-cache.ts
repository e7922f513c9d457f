/** Changes of the kept device lists that need no call. */

import type { QueryClient } from "@tanstack/react-query";
import type { Device } from "../../../worker/contract/device.ts";
import { queryKeys } from "../api/query-keys.ts";

export function setDeviceState(client: QueryClient, deviceId: string, state: boolean): void {
  const changed = <D extends Device>(device: D): D =>
    device.id === deviceId && device.state !== state ? { ...device, state } : device;
  client.setQueriesData<Device[] | Device>({ queryKey: queryKeys.devices }, (kept) => {
    if (!Array.isArray(kept)) return kept && changed(kept);
    return kept.some((device) => changed(device) !== device) ? kept.map(changed) : kept;
  });
}
