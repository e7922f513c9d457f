/** Texts about a control, and whether the device reports another value than the wanted one. Pure. */

import { isSameValue } from "../../../../broker/contract/control-words.ts";
import type { DeviceControl } from "../../../../worker/contract/controls.ts";
import type { Device } from "../../../../worker/contract/devices.ts";
import { deliveryText, type SwitchDelivery } from "../delivery.ts";
import { type Measured, type ValueWords, valueText } from "../values.ts";

export { controlName } from "../../../../broker/contract/control-words.ts";

/** What a control shows: the value that was asked for last, otherwise the reported one; null when unknown. */
export const shownValue = ({
  wanted,
  reported,
}: Pick<DeviceControl, "wanted" | "reported">): Measured | null => wanted ?? reported;

export interface ControlWords extends ValueWords {
  on: string;
  off: string;
}

/** `40 %`; "On" and "Off" of a toggle. */
export function controlValueText(
  { kind, unit }: Pick<DeviceControl, "kind" | "unit">,
  value: Measured,
  words?: ControlWords,
): string {
  if (kind !== "toggle" || typeof value !== "boolean") return valueText(value, unit, words);
  const { on, off } = words ?? { on: "On", off: "Off" };
  return value ? on : off;
}

/** The value as a native colour field takes it, or null. */
export const colorOf = (value: Measured | null): string | null =>
  typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : null;

/** As a switch's delivery, except that a device that is away does not switch later, but takes the value. */
export const controlDeliveryText = (delivery: SwitchDelivery): string =>
  delivery.phase === "offline" && delivery.catchesUp
    ? "Device is offline: it takes this when it returns"
    : deliveryText(delivery);

interface Connection extends Pick<Device, "connected" | "taken_before_connect"> {
  /** Unknown in a list. */
  since?: string | null;
}

/** Whether the device took the value before it connected again, and has not reported it since: it may have lost it. */
export function isFromBefore(
  { connected, taken_before_connect, since = null }: Connection,
  { kind, wanted, reported, reported_at, taken_before_connect: isBefore }: DeviceControl,
): boolean {
  if (!connected || kind === "button" || shownValue({ wanted, reported }) === null) return false;
  if (isBefore) return true;
  if (!taken_before_connect) return false;
  return since === null || reported_at === null || reported_at < since;
}

export const FROM_BEFORE = "Taken before it connected";

/** A device has this long to report the value that it took. Milliseconds. */
const REPORTS_WITHIN_MS = 10_000;

/**
 * Returns the value that the device reports, if it took the command and reports another one ten seconds later; otherwise
 * null. In a list the time of the proof is not known, and that of the command counts.
 */
export function differingValue(
  device: Pick<Device, "taken"> & { command?: { delivered_at: string | null } | null },
  { kind, wanted, wanted_at, reported }: DeviceControl,
  now: number,
): Measured | null {
  if (kind === "button" || wanted === null || wanted_at === null || reported === null) return null;
  if (device.taken !== true || isSameValue(wanted, reported)) return null;
  const provenAt = Math.max(Date.parse(wanted_at), Date.parse(device.command?.delivered_at ?? wanted_at));
  return now - provenAt >= REPORTS_WITHIN_MS ? reported : null;
}
