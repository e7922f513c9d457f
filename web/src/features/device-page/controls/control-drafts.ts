/** The controls of a device as its form shows them, and as the API takes them. Pure. */

import type { Control } from "../../../../../broker/contract/controls.ts";
import { quoted } from "../../../../../broker/contract/mistake.ts";
import type { DeviceControl } from "../../../../../worker/contract/controls.ts";
import type { DeviceBody } from "../../../../../worker/contract/devices.ts";
import type { LastValue } from "../../../../../worker/contract/series.ts";
import type { FormErrors } from "../../../api/problem.ts";

export const KINDS: readonly (readonly [kind: Control["kind"], text: string])[] = [
  ["number", "Number (slider)"],
  ["choice", "Choice"],
  ["toggle", "On or off"],
  ["color", "Colour"],
  ["text", "Text"],
  ["button", "Button"],
];

/** Numbers are texts as typed. */
export interface ControlDraft {
  /** Keeps the fields of a control together when its place changes. */
  id: number;
  key: string;
  kind: Control["kind"];
  name: string;
  unit: string;
  min: string;
  max: string;
  step: string;
  /** One a line. */
  options: string;
}

type GivenControl = NonNullable<DeviceBody["controls"]>[number];

const EMPTY = {
  key: "",
  kind: "number",
  name: "",
  unit: "",
  min: "0",
  max: "100",
  step: "1",
  options: "",
} as const;

const nextId = (drafts: readonly ControlDraft[]): number => Math.max(0, ...drafts.map(({ id }) => id)) + 1;

export const draftsOf = (controls: readonly DeviceControl[]): ControlDraft[] =>
  controls.map(({ key, kind, name, unit, min, max, step, options }, id) => ({
    id,
    key,
    kind,
    name: name ?? "",
    unit: unit ?? "",
    min: String(min ?? EMPTY.min),
    max: String(max ?? EMPTY.max),
    step: String(step ?? EMPTY.step),
    options: options?.join("\n") ?? "",
  }));

export const added = (drafts: readonly ControlDraft[], of: Partial<ControlDraft> = {}): ControlDraft[] => [
  ...drafts,
  { ...EMPTY, ...of, id: nextId(drafts) },
];

/** Moves a control up (-1) or down (1). */
export function moved(drafts: readonly ControlDraft[], from: number, by: -1 | 1): ControlDraft[] {
  const draft = drafts[from];
  if (draft === undefined) return [...drafts];
  return drafts.toSpliced(from, 1).toSpliced(from + by, 0, draft);
}

export const bodiesOf = (drafts: readonly ControlDraft[]): GivenControl[] => drafts.map(bodyOf);

function bodyOf({ key, kind, name, unit, min, max, step, options }: ControlDraft): GivenControl {
  const common = { key: key.trim(), kind, name: name.trim() || null };
  if (kind === "choice") return { ...common, options: linesOf(options) };
  if (kind !== "number") return common;
  // An empty field is left out: the server says what is missing.
  const bounds = Object.entries({ min, max, step }).filter(([, text]) => text.trim() !== "");
  const numbers = Object.fromEntries(bounds.map(([field, text]) => [field, Number(text)]));
  return { ...common, unit: unit.trim() || null, ...numbers };
}

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

// Suggestions.

/** A byte, and a share in percent: the usual ranges of firmware. */
const USUAL_RANGES = [100, 255, 1_000];

/** A control for each number that the device reports and that has none. */
export function suggestionsOf(
  values: readonly LastValue[],
  drafts: readonly ControlDraft[],
): Partial<ControlDraft>[] {
  const keys = new Set(drafts.map(({ key }) => key));
  return values.flatMap(({ key, name, unit, value, average }) => {
    if (typeof value !== "number" || average || keys.has(key)) return [];
    const size = Math.abs(value);
    const max = USUAL_RANGES.find((most) => size <= most) ?? 10 ** Math.ceil(Math.log10(size));
    const min = value < 0 ? -max : 0;
    const step = Number.isInteger(value) ? 1 : 0.1;
    return [
      {
        key,
        kind: "number" as const,
        name: name ?? "",
        unit: unit ?? "",
        min: String(min),
        max: String(max),
        step: String(step),
      },
    ];
  });
}

// Errors.

/** Returns the errors that name the key of a control, which stand beside it. */
export const errorsOf = ({ key }: ControlDraft, { controls = [] }: FormErrors): string[] =>
  controls.filter((error) => error.includes(quoted(key.trim())));

/** Returns the errors that belong to no control. */
export const otherErrors = (drafts: readonly ControlDraft[], errors: FormErrors): string[] =>
  Object.values(errors)
    .flat()
    .filter((error) => !drafts.some((draft) => errorsOf(draft, errors).includes(error)));
