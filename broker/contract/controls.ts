/**
 * PURE. The controls of a device: keys of its control message beside `state`, such as a brightness. A command sets some
 * of them. Every way to switch a device checks the values here, before anything happens.
 */

import * as z from "zod";
import { controlPayload, MAX_CONTROL_BYTES, type SwitchState, tooLong } from "./control.ts";
import { type ControlSet, ControlValue } from "./control-set.ts";
import { isStep } from "./decimal-steps.ts";
import { kindOf, type Mistake, quoted } from "./mistake.ts";
import { utf8Length } from "./utf8.ts";

export { ControlSet, ControlValue } from "./control-set.ts";

export const CONTROL_KINDS = ["number", "choice", "toggle", "color", "text", "button"] as const;

const common = {
  /** As a telemetry key: the device reports the value under it. */
  key: z.string(),
  /** The owner's name; null: derived from the key. */
  name: z.string().nullable(),
  unit: z.string().nullable(),
};
export const Control = z.discriminatedUnion("kind", [
  z.object({ ...common, kind: z.literal("number"), min: z.number(), max: z.number(), step: z.number() }),
  z.object({ ...common, kind: z.literal("choice"), options: z.array(z.string()).readonly() }),
  z.object({ ...common, kind: z.enum(["toggle", "color", "text", "button"]) }),
]);
export type Control = z.infer<typeof Control>;

/** The last accepted value of a control, and the time of its command. Milliseconds since 1970. */
export const WantedValues = z.record(z.string(), z.object({ value: ControlValue, at: z.number() }));
export type WantedValues = z.infer<typeof WantedValues>;

/** UTF-8 bytes of a text, and of an option of a choice. */
export const MAX_CONTROL_TEXT = 256;
const MAX_OPTION_BYTES = 64;
const OPTIONS = { min: 2, max: 20 } as const;

/**
 * `state` is the switch, and `ts` is the time of a telemetry message. `__proto__` is a key of JSON, and in many programs
 * the prototype of an object.
 */
const RESERVED = ["state", "ts", "__proto__"];
const KEY = /^[A-Za-z0-9_.-]{1,64}$/;

// The declaration of controls.

interface DeclarationFault {
  /** Of the control. */
  index: number;
  sentence: string;
}

/** Returns the first mistake in the declaration of a device's controls; null for none. */
export function declarationFault(controls: readonly Control[]): DeclarationFault | null {
  const keys = new Set<string>();
  for (const [index, control] of controls.entries()) {
    const sentence = keyFault(control, keys) ?? boundsSentence(control);
    if (sentence !== null) return { index, sentence };
    keys.add(control.key);
  }
  return null;
}

/** `before`: the keys of the controls before it. */
function keyFault({ key }: Control, before: ReadonlySet<string>): string | null {
  if (!KEY.test(key)) {
    return `The key ${quoted(key)} must have 1 to 64 of the characters A to Z, a to z, 0 to 9, _, - and the point.`;
  }
  if (RESERVED.includes(key)) return `A control may not have the key ${quoted(key)}.`;
  return before.has(key) ? `The key ${quoted(key)} is listed twice.` : null;
}

function boundsSentence(control: Control): string | null {
  const fault = boundsFault(control);
  return fault === null ? null : `${quoted(control.key)} ${fault}`;
}

function boundsFault(control: Control): string | null {
  if (control.kind === "number") {
    const { min, max, step } = control;
    if (![min, max, step].every(Number.isFinite)) return "needs min and max, two numbers.";
    if (min >= max) return "needs a max above its min.";
    return step > 0 && step <= max - min ? null : "needs a step above 0, and not above max - min.";
  }
  if (control.kind !== "choice") return null;
  const { options } = control;
  if (options.length < OPTIONS.min || options.length > OPTIONS.max) {
    return `needs ${OPTIONS.min} to ${OPTIONS.max} options.`;
  }
  if (new Set(options).size < options.length) return "lists an option twice.";
  const isFitting = (option: string) =>
    option !== "" && option.isWellFormed() && utf8Length(option) <= MAX_OPTION_BYTES;
  return options.every(isFitting) ? null : `needs options of 1 to ${MAX_OPTION_BYTES} bytes.`;
}

// The values of a command.

/**
 * Returns the values of a command, or the mistake in the first one that does not fit its control. A key that the device
 * does not have is a mistake, and so is a message that is too long. `state` null: the message may have either.
 */
export function checkSet(
  controls: readonly Control[],
  set: Readonly<Record<string, unknown>>,
  state: SwitchState | null,
): { set: ControlSet } | { mistake: Mistake } {
  const byKey = new Map(controls.map((control) => [control.key, control]));
  const checked: ControlSet = {};
  for (const [key, value] of Object.entries(set)) {
    const control = byKey.get(key);
    if (control === undefined) return { mistake: unknownKey(key, controls) };
    const accepted = acceptedValue(control, value);
    if (accepted === null) return { mistake: wrongValue(control, value) };
    checked[key] = accepted;
  }
  const bytes = messageBytes(state, checked);
  return bytes > MAX_CONTROL_BYTES ? { mistake: tooLong(bytes) } : { set: checked };
}

/** Bytes of the control message. JSON writes a control character as six. `off` is the longer state. */
const messageBytes = (state: SwitchState | null, set: ControlSet): number =>
  utf8Length(controlPayload(state ?? "off", set));

/** Returns the part of a JSON object that sets declared controls; null without any. */
export function declaredKeys(
  controls: readonly Control[],
  message: Readonly<Record<string, unknown>>,
): Record<string, unknown> | null {
  const declared = controls.filter(({ key }) => Object.hasOwn(message, key));
  return declared.length === 0 ? null : Object.fromEntries(declared.map(({ key }) => [key, message[key]]));
}

/**
 * Returns the values that still fit: controls may have changed since they were stored, and earlier releases stored longer
 * messages. Null without any.
 */
export function fittingSet(controls: readonly Control[], set: ControlSet): ControlSet | null {
  const fitting = controls.filter(
    (control) => Object.hasOwn(set, control.key) && acceptedValue(control, set[control.key]) !== null,
  );
  const kept = Object.fromEntries(fitting.map(({ key }) => [key, set[key] as ControlValue]));
  return withinMessage(kept);
}

/** Returns the values, without those at the end that one message has no room for. Null without any. */
export function withinMessage(set: ControlSet): ControlSet | null {
  const entries = Object.entries(set);
  while (messageBytes(null, Object.fromEntries(entries)) > MAX_CONTROL_BYTES) entries.pop();
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

/** Returns the wanted values whose controls still exist and accept them. */
export function fittingWanted(controls: readonly Control[], wanted: WantedValues): WantedValues {
  const fits = (key: string, value: ControlValue): boolean =>
    controls.some(
      (control) => control.key === key && control.kind !== "button" && acceptedValue(control, value) !== null,
    );
  return Object.fromEntries(Object.entries(wanted).filter(([key, { value }]) => fits(key, value)));
}

/** Returns the values that stay wanted after a command: a button is pressed once. */
export function lastingValues(controls: readonly Control[], set: ControlSet): ControlSet {
  const buttons = new Set(controls.filter(({ kind }) => kind === "button").map(({ key }) => key));
  return Object.fromEntries(Object.entries(set).filter(([key]) => !buttons.has(key)));
}

/** Returns the value as it is stored and sent; null when the control does not accept it. */
function acceptedValue(control: Control, value: unknown): ControlValue | null {
  switch (control.kind) {
    case "number":
      return typeof value === "number" && isStep(control, value) ? value : null;
    case "choice":
      return typeof value === "string" && control.options.includes(value) ? value : null;
    case "toggle":
      return typeof value === "boolean" ? value : null;
    case "color":
      return typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : null;
    case "text":
      return typeof value === "string" && value.isWellFormed() && utf8Length(value) <= MAX_CONTROL_TEXT
        ? value
        : null;
    case "button":
      return value === true ? true : null;
  }
}

function unknownKey(key: string, controls: readonly Control[]): Mistake {
  const keys = controls.map((each) => each.key).join(", ");
  return {
    reason: `The device has no control ${quoted(key)}.`,
    remedy: keys === "" ? "Declare its controls first." : `It has ${keys}.`,
    key: key.slice(0, 64),
  };
}

function wrongValue(control: Control, value: unknown): Mistake {
  const { key } = control;
  const given = typeof value === "object" ? kindOf(value) : quoted(JSON.stringify(value) ?? "undefined");
  return { reason: `${key} is ${given}, which it does not accept.`, remedy: acceptedWords(control), key };
}

/** What a control accepts, in one sentence. */
function acceptedWords(control: Control): string {
  switch (control.kind) {
    case "number": {
      const { min, max, step } = control;
      return `Send a number from ${min} to ${max}, in steps of ${step} from ${min}.`;
    }
    case "choice":
      return `Send one of ${control.options.map((option) => JSON.stringify(option)).join(", ")}.`;
    case "toggle":
      return "Send true or false.";
    case "color":
      return 'Send a colour such as "#ff8800".';
    case "text":
      return `Send a text of at most ${MAX_CONTROL_TEXT} bytes.`;
    case "button":
      return "Send true.";
  }
}
