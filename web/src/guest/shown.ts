/** What a guest's page shows of each device, as values. Pure. */

import type { DeviceControl } from "../../../worker/contract/controls.ts";
import type { Device } from "../../../worker/contract/devices.ts";
import { type Proof, proofOf } from "../devices/delivery.ts";
import type { Heard } from "./link.ts";

export type Value = number | boolean | string;

export interface SharedControl
  extends Pick<DeviceControl, "key" | "kind" | "name" | "unit" | "min" | "max" | "step" | "options"> {
  /** What was asked for last, or what the device reports; null: unknown. */
  value: Value | null;
}

interface SharedValue {
  key: string;
  name: string;
  unit: string | null;
  value: Value;
}

export interface SharedDevice {
  id: string;
  name: string;
  on: boolean;
  taken: boolean | null;
  connected: boolean;
  command_ttl: number;
  maySwitch: boolean;
  /** None for a guest that only sees. */
  controls: readonly SharedControl[];
  values: readonly SharedValue[];
}

/** How sure the page is of a device. `isLive`: the stream is open. `connected` is null when unknown. */
export const sureness = (
  shown: SharedDevice,
  isLive: boolean,
): { proof: Proof; connected: boolean | null } => ({
  proof: proofOf(shown, isLive),
  connected: isLive ? shown.connected : null,
});

const controlOf = ({
  wanted,
  reported,
  wanted_at: _,
  reported_at: __,
  ...control
}: DeviceControl): SharedControl => ({
  ...control,
  value: wanted ?? reported,
});

export function shownOf(device: Device, scopes: readonly string[]): SharedDevice {
  const { id, name, state, taken, connected, command_ttl, controls, values } = device;
  const maySwitch = scopes.includes(`devices:switch:${id}`);
  return {
    id,
    name,
    on: state,
    taken,
    connected,
    command_ttl,
    maySwitch,
    controls: maySwitch ? controls.map(controlOf) : [],
    values: values.map(({ key, name: label, unit, value }) => ({
      key,
      name: label ?? nameOfKey(key),
      unit,
      value,
    })),
  };
}

/** "Colour temperature" from `colour_temperature`. */
function nameOfKey(key: string): string {
  const words = key.replace(/[._-]+/g, " ").trim() || key;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const controlName = ({ key, name }: Pick<SharedControl, "key" | "name">): string =>
  name ?? nameOfKey(key);

const isValue = (value: unknown): value is Value =>
  typeof value === "number" || typeof value === "boolean" || typeof value === "string";

/** The device with these values of its controls. */
export const withSet = (shown: SharedDevice, set: Readonly<Record<string, unknown>>): SharedDevice => ({
  ...shown,
  controls: shown.controls.map((control) => {
    const value = set[control.key];
    return isValue(value) && control.kind !== "button" ? { ...control, value } : control;
  }),
});

/** The device after a message. Only the values that the list shows are shown. */
export function after(shown: SharedDevice, heard: Exclude<Heard, { gap: true }>): SharedDevice {
  if (heard.device !== shown.id) return shown;
  if ("status" in heard) {
    const { state, connected, taken, by, set = {} } = heard.status;
    // a device without commands keeps its initial state
    return by === null
      ? { ...shown, connected }
      : { ...withSet(shown, set), connected, on: state === "on", taken };
  }
  const values = shown.values.map((each) => {
    const value = heard.values[each.key];
    return isValue(value) ? { ...each, value } : each;
  });
  // what nobody has asked for is shown as the device reports it
  const controls = shown.controls.map((control) => {
    const value = heard.values[control.key];
    return control.value === null && isValue(value) ? { ...control, value } : control;
  });
  return { ...shown, values, controls };
}
