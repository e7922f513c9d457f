/** Names of devices, values and targets. Pure. */

import type { Device } from "../../../../worker/contract/devices.ts";
import type { NoticeTarget } from "../../../../worker/contract/watches.ts";
import type { WatchNames } from "./draft.ts";

type NamedDevice = Pick<Device, "id" | "name" | "value_labels" | "values" | "controls">;

export function namesIn(devices: readonly NamedDevice[], deviceId: string, key: string): WatchNames {
  const device = devices.find(({ id }) => id === deviceId);
  const label = device?.value_labels.find((each) => each.key === key);
  const control = device?.controls.find((each) => each.key === key);
  const shown = device?.values.find((each) => each.key === key);
  return {
    device: deviceId === "" ? "Any device" : (device?.name ?? "A device"),
    value: label?.name || control?.name || key || "value",
    unit: label?.unit || control?.unit || shown?.unit || null,
  };
}

/** `ownId`: the target of this browser. */
export function targetName({ id, kind, address }: NoticeTarget, ownId: string | null): string {
  if (kind === "mail") return "Email";
  if (kind === "device") return "Switch";
  if (kind === "push") return id === ownId ? "This browser" : "Another browser";
  return address === null ? "Webhook" : `Webhook at ${new URL(address).host}`;
}

/** Why it gets no notices; null while it is in use. `isVerified`: whether the account's email is confirmed. */
export function targetProblem(
  { kind, confirmed, disabled }: Pick<NoticeTarget, "kind" | "confirmed" | "disabled">,
  isVerified: boolean,
): string | null {
  if (disabled !== null) return `Off: ${disabled} A test that works turns it on again.`;
  if (kind === "mail" && !isVerified) return "Waits for your confirmation: press the link in our email.";
  return confirmed ? null : "Waits for its first test: press Send Test.";
}
