/** What a guest's page shows of each device, as values. Pure. */

import type { Device } from "../../../worker/contract/devices.ts";
import type { Heard } from "./link.ts";

export interface SharedDevice {
  id: string;
  name: string;
  on: boolean;
  taken: boolean | null;
  connected: boolean;
  maySwitch: boolean;
  values: readonly { key: string; name: string; unit: string | null; value: number | boolean | string }[];
}

/** How sure the state is: as on the owner's page. `isLive`: the stream is open. */
export function proofOf(
  { taken, connected }: SharedDevice,
  isLive: boolean,
): "taken" | "last known" | "waiting" | "unknown" {
  if (!isLive || taken === null) return "unknown";
  if (!taken) return "waiting";
  return connected ? "taken" : "last known";
}

export const shownOf = (device: Device, scopes: readonly string[]): SharedDevice => ({
  id: device.id,
  name: device.name,
  on: device.state,
  taken: device.taken,
  connected: device.connected,
  maySwitch: scopes.includes(`devices:switch:${device.id}`),
  values: device.values.map(({ key, name, unit, value }) => ({ key, name: name ?? key, unit, value })),
});

const isValue = (value: unknown): value is number | boolean | string =>
  typeof value === "number" || typeof value === "boolean" || typeof value === "string";

/** The device after a message. Only the values that the list shows are shown. */
export function after(shown: SharedDevice, heard: Exclude<Heard, { gap: true }>): SharedDevice {
  if (heard.device !== shown.id) return shown;
  if ("status" in heard) {
    const { state, connected, taken, by } = heard.status;
    // a device without commands keeps its initial state
    return by === null ? { ...shown, connected } : { ...shown, connected, on: state === "on", taken };
  }
  const values = shown.values.map((each) => {
    const value = heard.values[each.key];
    return isValue(value) ? { ...each, value } : each;
  });
  return { ...shown, values };
}
