/** What a guest's page knows of its devices. Pure: messages change them by the functions of the owner's page. */

import { nameOfKey } from "../../../broker/contract/control-words.ts";
import { keyWithoutUnit } from "../../../broker/contract/units.ts";
import type { DeviceControl } from "../../../worker/contract/controls.ts";
import type { Device } from "../../../worker/contract/devices.ts";
import type { LastValue } from "../../../worker/contract/series.ts";
import { type Proof, proofOf } from "../devices/delivery.ts";
import { type Accepted, acceptedChange, measuredChange, statusChange } from "../devices/device-change.ts";
import type { Heard } from "./link.ts";

export interface SharedDevice extends Device {
  maySwitch: boolean;
}

export const shownOf = (device: Device, scopes: readonly string[]): SharedDevice => ({
  ...device,
  maySwitch: scopes.includes(`devices:switch:${device.id}`),
});

/** None for a guest that only sees. */
export const controlsOf = ({ maySwitch, controls }: SharedDevice): readonly DeviceControl[] =>
  maySwitch ? controls : [];

/** How sure the page is of a device. `isLive`: the stream is open. `connected` is null when unknown. */
export const sureness = (
  shown: SharedDevice,
  isLive: boolean,
): { proof: Proof; connected: boolean | null } => ({
  proof: proofOf(shown, isLive),
  connected: isLive ? shown.connected : null,
});

/**
 * A value's name for somebody who does not know its key: the owner's name, or the words of the key without the unit
 * that is shown beside the number. `humidity_percent` with `%` is "Humidity".
 */
export const valueName = ({ key, name, unit }: Pick<LastValue, "key" | "name" | "unit">): string =>
  name ?? nameOfKey(keyWithoutUnit(key, unit));

/** The device after a message. Only the values that the list shows are shown. */
export function after(shown: SharedDevice, heard: Exclude<Heard, { gap: true }>): SharedDevice {
  if (heard.device !== shown.id) return shown;
  return {
    ...shown,
    ...("status" in heard ? statusChange(shown, heard.status) : measuredChange(shown, heard.values)),
  };
}

/** The device with a command of this page. */
export const withCommand = (shown: SharedDevice, accepted: Omit<Accepted, "connected">): SharedDevice => ({
  ...shown,
  ...acceptedChange(shown, accepted),
});
