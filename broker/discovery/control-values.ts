/**
 * The controls of a discovered device: what a command sends to its own topics, and what its reports say. PURE. A device
 * counts its brightness up to a scale of its own, and writes a colour in parts or in another form; here it is a percentage and `#rrggbb`.
 */

import type { SwitchState } from "../contract/control.ts";
import type { ControlSet, WantedValues } from "../contract/controls.ts";
import type { ColorForm, DiscoveredControl, DiscoveredSwitch, Path } from "../contract/discovered.ts";
import { utf8Length } from "../contract/utf8.ts";
import { type Fields, fieldsOf, isFields } from "./bounds.ts";
import { colorNumbers, colorOf, partsOf } from "./light-colors.ts";
import { textAt } from "./reading.ts";

type ControlValue = ControlSet[string];
type DeviceValue = ControlValue | Record<string, number>;

/** As of a text in telemetry. */
const MAX_TEXT_BYTES = 64;
/** The percentage of a brightness, where the device has more steps than that. */
const PERCENT = 100;

/** Returns the control of a brightness that the device counts from 0 to `scale`. Zero is left to the switch. */
export function brightnessControl(scale: number): Pick<DiscoveredControl, "control" | "scale"> {
  const max = Math.min(scale, PERCENT);
  const unit = max === PERCENT ? "%" : null;
  return { control: { key: "brightness", kind: "number", min: 1, max, step: 1, name: null, unit }, scale };
}

/** A brightness of one range in another: 40 of 100 is 102 of 254. The lowest step of a lamp that is on is never 0. */
const rescaled = (value: number, from: number, to: number): number =>
  Math.min(Math.max(Math.round((value * to) / from), 1), to);

/** Returns whether the control is a brightness or a colour of a light, and no number or select beside it. */
export const isOfLight = ({ control, scale }: DiscoveredControl): boolean =>
  scale !== null || control.kind === "color";

/** Returns the value as the device's JSON has it. */
function deviceValue(
  { control, scale, colorForm = "rgb" }: DiscoveredControl,
  value: ControlValue,
): DeviceValue {
  if (typeof value === "number" && scale !== null && control.kind === "number")
    return rescaled(value, control.max, scale);
  if (control.kind !== "color") return value;
  const numbers = colorNumbers(colorForm, String(value));
  return Object.fromEntries(partsOf(colorForm).map((part, at) => [part, numbers[at] ?? 0]));
}

/** Returns the value as a payload of its own: the parts of a colour with commas. */
function deviceText(known: DiscoveredControl, value: ControlValue): string {
  if (known.payload !== undefined) return known.payload;
  const given = deviceValue(known, value);
  return typeof given === "object" ? Object.values(given).join(",") : String(given);
}

/** A command for a discovered device. `isStateKept`: it only sets values, and `state` is the last state. */
export interface DeviceCommand {
  state: SwitchState;
  isStateKept: boolean;
  set: ControlSet;
}

/** Whether a command only sets values that each have a topic of their own. */
export const isWithoutState = (
  { controls = [] }: Pick<DiscoveredSwitch, "controls">,
  { isStateKept, set }: Omit<DeviceCommand, "state">,
): boolean => {
  const given = controls.filter(({ control }) => Object.hasOwn(set, control.key));
  return isStateKept && given.length > 0 && given.every(({ commandTopic }) => commandTopic !== null);
};

/** Returns the object with a value at this path. */
function placed(fields: Fields, [key, ...rest]: Path, value: DeviceValue): Fields {
  if (key === undefined) return fields;
  const inner = fields[key];
  return {
    ...fields,
    [key]: rest.length === 0 ? value : placed(isFields(inner) ? inner : {}, rest, value),
  };
}

/**
 * Returns the messages that set a device. A value in the JSON of its command is sent with the state; the others are sent
 * before it, so that its last message is the state, also for a device that a value switches on. A lamp that ignores
 * values while it is off announces that it is switched on first. A command that only sets values with topics of their own
 * has no state: somebody may have switched the device by hand.
 */
export function commandMessages(
  found: DiscoveredSwitch,
  command: DeviceCommand,
): { topic: string; text: string }[] {
  const { commandTopic, payloadOn, payloadOff, isPowerFirst, controls = [] } = found;
  const { state, set } = command;
  const given = controls.filter(({ control }) => Object.hasOwn(set, control.key));
  const wantedOf = ({ control: { key } }: DiscoveredControl) => set[key] as ControlValue;
  const inside = given.flatMap((known) =>
    known.commandKey === null
      ? []
      : [
          {
            path: [...(known.commandParents ?? []), known.commandKey],
            value: deviceValue(known, wantedOf(known)),
          },
        ],
  );
  const payload = state === "on" ? payloadOn : payloadOff;
  const text =
    inside.length === 0
      ? payload
      : JSON.stringify(
          inside.reduce((all, { path, value }) => placed(all, path, value), fieldsOf(payload) ?? {}),
        );
  const apart = given.flatMap((known) =>
    known.commandTopic === null
      ? []
      : [{ topic: known.commandTopic, text: deviceText(known, wantedOf(known)) }],
  );
  if (isWithoutState(found, command)) return apart;
  const power = { topic: commandTopic, text };
  return isPowerFirst === true && state === "on" ? [power, ...apart] : [...apart, power];
}

/**
 * Returns the values of controls in a report, by key. `controls`: those that are reported on its topic. `wanted`: the last
 * accepted values.
 */
export function reportedValues(
  controls: readonly DiscoveredControl[],
  payload: string,
  wanted: WantedValues = {},
): [key: string, value: ControlValue][] {
  return controls.flatMap((known): [string, ControlValue][] => {
    const { key } = known.control;
    const value = reportedValue(known, payload, Object.hasOwn(wanted, key) ? wanted[key]?.value : undefined);
    return value === null ? [] : [[key, value]];
  });
}

function reportedValue(
  { control, scale, report, colorForm = "rgb" }: DiscoveredControl,
  payload: string,
  wanted: ControlValue | undefined,
): ControlValue | null {
  if (report === null) return null;
  if (control.kind === "color") return colorAt(payload, report.path, colorForm, wanted);
  const text = textAt(payload, report.path);
  if (text === null || utf8Length(text) > MAX_TEXT_BYTES) return null;
  if (control.kind !== "number") return text;
  const number = text.trim() === "" ? Number.NaN : Number(text);
  if (!Number.isFinite(number)) return null;
  return scale === null ? number : brightnessOf(number, scale, control.max, wanted);
}

/**
 * Null for a level of zero or less, which only says that the lamp is off. Firmware that truncates reports one level less
 * than it was sent: 19 % is 48 of 255, and 47 would be 18 %. A level beside the wanted one is the wanted one.
 */
function brightnessOf(level: number, scale: number, max: number, wanted: ControlValue | undefined) {
  if (level <= 0) return null;
  const isWanted =
    typeof wanted === "number" && scale > max && Math.abs(level - rescaled(wanted, max, scale)) <= 1;
  return isWanted ? wanted : rescaled(level, scale, max);
}

/** A colour is an object with its parts, or a text with commas. A text may stand in an object, too. */
function colorAt(
  payload: string,
  path: Path,
  form: ColorForm,
  wanted: ControlValue | undefined,
): string | null {
  const text = textAt(payload, path);
  const numbers =
    text === null
      ? partsOf(form).map((part) => Number(textAt(payload, [...path, part]) ?? Number.NaN))
      : text.split(",").map(Number);
  return colorOf(form, numbers, wanted);
}
