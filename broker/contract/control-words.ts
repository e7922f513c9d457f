/** PURE. The words of a command's values and of an event: one function for the broker's texts, the pages and the CLI. */

import type { Control, ControlSet } from "./controls.ts";
import { DEVICE_EVENT_LABELS, type DeviceEventType, UNKNOWN_EVENT_LABEL } from "./device-events.ts";

type ControlValue = ControlSet[string];
type Words = (value: number) => string;

/** "Colour temperature" from `colour_temperature`. */
export function nameOfKey(key: string): string {
  const words = key.replace(/[._-]+/g, " ").trim() || key;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The owner's name, or one from the key. */
export const controlName = ({ key, name }: Pick<Control, "key" | "name">): string => name ?? nameOfKey(key);

/** Steps such as 0.1 have no exact binary form, and firmware stores a number in 32 bits. */
const TOLERANCE = 1e-6;
/** Of 255, in each channel of a colour. Firmware stores channels as fractions, and truncates them in its report. */
const COLOR_TOLERANCE = 2;
const COLOR = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;

/** Whether a device reports the wanted value of a control. Firmware reports `"ON"` for true, or `"#FF0000"`. */
export function isSameValue(wanted: ControlValue, reported: ControlValue): boolean {
  if (typeof wanted === "number" && typeof reported === "number") {
    return Math.abs(wanted - reported) <= TOLERANCE * Math.max(1, Math.abs(wanted));
  }
  const [first, second] = [String(wanted), String(reported)];
  return first.toLowerCase() === second.toLowerCase() || isSameColor(first, second);
}

function isSameColor(wanted: string, reported: string): boolean {
  const [, ...channels] = COLOR.exec(wanted) ?? [];
  const [, ...others] = COLOR.exec(reported) ?? [];
  const isNear = (channel: string, at: number): boolean =>
    Math.abs(Number.parseInt(channel, 16) - Number.parseInt(others[at] ?? "", 16)) <= COLOR_TOLERANCE;
  return channels.length > 0 && channels.every(isNear);
}

/** Longer texts are cut. Characters. */
const MAX_SET_TEXT = 24;

function valueWords(value: ControlValue, unit: string | null, numberWords: Words): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value === "number") return unit ? `${numberWords(value)}\u00a0${unit}` : numberWords(value);
  return value.length > MAX_SET_TEXT ? `${value.slice(0, MAX_SET_TEXT - 1).toWellFormed()}…` : value;
}

/** For example "Brightness 40 %, Scene Reading". A control that is gone has neither name nor unit. */
export const setWords = (
  set: Readonly<ControlSet>,
  controls: readonly Pick<Control, "key" | "name" | "unit">[],
  numberWords: Words = String,
): string =>
  Object.entries(set)
    .map(([key, value]) => {
      const { name, unit } = controls.find((control) => control.key === key) ?? { name: null, unit: null };
      return `${controlName({ key, name })} ${valueWords(value, unit, numberWords)}`;
    })
    .join(", ");

interface WordedEvent {
  event_type: string;
  count: number;
  /** The words of the values that it set; empty without any. */
  values: string;
  /** It set values alone. */
  state_kept?: true | undefined;
}

const labelOf = (type: string): string =>
  Object.hasOwn(DEVICE_EVENT_LABELS, type)
    ? DEVICE_EVENT_LABELS[type as DeviceEventType]
    : UNKNOWN_EVENT_LABEL;

/** For example "Turned On, Brightness 18 %", or "Brightness 18 %, 25 times" where a slider moved. */
export function eventWords({ event_type, count, values, state_kept }: WordedEvent): string {
  const times = count === 1 ? [] : [`${count.toLocaleString("en-US")} times`];
  const what = state_kept === true && values !== "" ? [values] : [labelOf(event_type)];
  const more = what[0] === values || values === "" ? [] : [values];
  return [...what, ...times, ...more].join(", ");
}
