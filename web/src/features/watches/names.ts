/** Names of devices, values and targets. Pure. */

import { CHAT_NAMES } from "../../../../broker/contract/chat-names.ts";
import { setWords } from "../../../../broker/contract/control-words.ts";
import { plainSentence } from "../../../../broker/contract/plain-sentence.ts";
import type { Device } from "../../../../worker/contract/devices.ts";
import type { DeviceAction, NoticeTarget } from "../../../../worker/contract/watches.ts";
import { numberText } from "../../devices/values.ts";
import { momentText } from "../../lib/time.ts";
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

/** By the host of its push service; browsers that are built on Chromium have the same one. */
const BROWSERS: readonly [host: RegExp, name: string][] = [
  [/\.mozilla\.com$/, "Firefox"],
  [/\.apple\.com$/, "Safari"],
  [/\.windows\.com$/, "Edge"],
  [/\.googleapis\.com$/, "Chromium"],
];

function otherBrowser(address: string | null): string {
  const [, name] = BROWSERS.find(([host]) => host.test(address ?? "")) ?? [];
  return name === undefined ? "Another browser" : `Another browser (${name})`;
}

/** What is done is no state: "Switch: Fan". */
export function targetName(
  { id, kind, address, device, format, chat }: NoticeTarget,
  { ownId, devices }: NamesOfTargets,
): string {
  if (kind === "mail") return "Email";
  if (kind === "device")
    return `Switch: ${isolated(devices.find((each) => each.id === device)?.name ?? "a device")}`;
  if (kind === "push") return id === ownId ? "This browser" : otherBrowser(address);
  if (address === null) return "Webhook";
  if (format === undefined || format === "cloudevents")
    return `Webhook at ${URL.canParse(address) ? new URL(address).host : address}`;
  const name = CHAT_NAMES[format];
  return chat === undefined ? name : `${name}, chat ${chat}`;
}

/** What a target does: "on, Speed 3 when it is met, off when it is over". Empty for a target that is only told. */
export function commandsText(
  { device, raised, cleared }: NoticeTarget,
  devices: NamesOfTargets["devices"],
): string {
  const controls = devices.find(({ id }) => id === device)?.controls ?? [];
  const words = ({ state, set }: DeviceAction): string =>
    [state !== null && (state ? "on" : "off"), set && setWords(set, controls, numberText)]
      .filter(Boolean)
      .join(", ");
  return [raised && `${words(raised)} when it is met`, cleared && `${words(cleared)} when it is over`]
    .filter(Boolean)
    .join(", ");
}

/** Both: "Switch: Fan, on when it is met". */
export function targetText(target: NoticeTarget, names: NamesOfTargets): string {
  const commands = commandsText(target, names.devices);
  return commands === "" ? targetName(target, names) : `${targetName(target, names)}, ${commands}`;
}

/** What an owner should know of a target that is in use; null while it takes notices. */
export const missedText = ({ missed }: Pick<NoticeTarget, "missed">): string | null =>
  missed === undefined
    ? null
    : `Has taken no notice since ${momentText(missed.since)}: ${plainSentence(missed.detail)}`;

/** Why it gets no notices; null while it is in use. `isVerified`: whether the account's email is confirmed. */
export function targetProblem(
  { kind, confirmed, disabled }: Pick<NoticeTarget, "kind" | "confirmed" | "disabled">,
  isVerified: boolean,
): string | null {
  if (disabled !== null) return `Off: ${disabled} A test that works turns it on again.`;
  if (kind === "mail" && !isVerified) return "Waits for your confirmation: press the link in our email.";
  return confirmed ? null : "Waits for its first test: press Send Test.";
}
