/** Changes of the kept device lists that need no call. */

import type { QueryClient } from "@tanstack/react-query";
import type { Device } from "../../../worker/contract/device.ts";
import { queryKeys } from "./query-keys.ts";

export function setDeviceState(client: QueryClient, deviceId: string, state: boolean): void {
  client.setQueriesData<Device[]>({ queryKey: queryKeys.devices }, (devices) =>
    devices?.some((device) => device.id === deviceId && device.state !== state)
      ? devices.map((device) => (device.id === deviceId ? { ...device, state } : device))
      : devices,
  );
}
