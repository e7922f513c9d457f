/** Names of devices, values and targets. Pure. */

import { setWords } from "../../../../broker/contract/control-words.ts";
import type { ChatFormat } from "../../../../broker/contract/watch.ts";
import type { Device } from "../../../../worker/contract/devices.ts";
import type { DeviceAction, NoticeTarget } from "../../../../worker/contract/watches.ts";
import { numberText } from "../../devices/values.ts";
import { isolated } from "../../lib/words.ts";
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

interface NamesOfTargets {
  /** The target of this browser. */
  ownId: string | null;
  devices: readonly Pick<Device, "id" | "name" | "controls">[];
}

export const CHAT_NAMES: Record<ChatFormat, string> = {
  discord: "Discord",
  slack: "Slack",
  telegram: "Telegram",
  ntfy: "ntfy",
};

/** A command is no state: "Command to Fan". */
export function targetName(
  { id, kind, address, device, format, chat }: NoticeTarget,
  { ownId, devices }: NamesOfTargets,
): string {
  if (kind === "mail") return "Email";
  if (kind === "device")
    return `Command to ${isolated(devices.find((each) => each.id === device)?.name ?? "a device")}`;
  if (kind === "push") return id === ownId ? "This browser" : "Another browser";
  if (address === null) return "Webhook";
  if (format === undefined || format === "cloudevents")
    return `Webhook at ${URL.canParse(address) ? new URL(address).host : address}`;
  const name = CHAT_NAMES[format];
  return chat === undefined ? name : `${name}, chat ${chat}`;
}

/** What a target does: "turn on, Speed 3, and turn off when it is over". Empty for a target that is only told. */
export function commandsText(
  { device, raised, cleared }: NoticeTarget,
  devices: NamesOfTargets["devices"],
): string {
  const controls = devices.find(({ id }) => id === device)?.controls ?? [];
  const words = ({ state, set }: DeviceAction): string =>
    [state !== null && `turn ${state ? "on" : "off"}`, set && setWords(set, controls, numberText)]
      .filter(Boolean)
      .join(", ");
  return [raised && words(raised), cleared && `${words(cleared)} when it is over`]
    .filter(Boolean)
    .join(", and ");
}

/** Both: "Command to Fan: turn on". */
export function targetText(target: NoticeTarget, names: NamesOfTargets): string {
  const commands = commandsText(target, names.devices);
  return commands === "" ? targetName(target, names) : `${targetName(target, names)}: ${commands}`;
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
