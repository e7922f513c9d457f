/**
 * Reads the value at a path of a message, and two kinds of templates: a path, also in lower case, and two texts for a value
 * that is true or not. No template is run.
 */

import type { Path, TemplateReading } from "../contract/discovered.ts";

const STEPS = String.raw`value_json((?:\.\w+|\[\s*(?:'[^']*'|"[^"]*"|\d+)\s*\])+)`;
/** Home Assistant ignores a message without a value that must be defined; so does this product without the filter. */
const PATH = new RegExp(String.raw`^\{\{-?\s*${STEPS}\s*(?:\|\s*is_defined\s*)?-?\}\}$`);
/** Text outside of tags, such as JSON. */
const PLAIN = String.raw`((?:[^{]|\{(?![{%#]))*)`;
const TRUTH = new RegExp(
  String.raw`^\{%-?\s*if\s+${STEPS}\s*-?%\}${PLAIN}\{%-?\s*else\s*-?%\}${PLAIN}\{%-?\s*endif\s*-?%\}$`,
);
/** As a text of a template: a backslash stands before a quote that belongs to it. */
const TEXT = String.raw`(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")`;
const CHOICE = new RegExp(String.raw`^\{\{-?\s*${TEXT}\s+if\s+${STEPS}\s+else\s+${TEXT}\s*-?\}\}$`);
const STEP = /\.(\w+)|\[\s*(?:'([^']*)'|"([^"]*)"|(\d+))\s*\]/g;
const WHOLE = /^\{\{-?\s*value\s*-?\}\}$/;
const LOWER = new RegExp(String.raw`^\{\{-?\s*(?:value|${STEPS})\s*(?:\.lower\(\)|\|\s*lower)\s*-?\}\}$`);
const unescaped = (text: string): string => text.replaceAll(/\\(.)/gs, "$1");

/** What Home Assistant rounds a number with. */
export const ROUNDED = String.raw`(?:\|\s*(?:round(?:\(0\))?|int)\s*)*`;
export const MULTIPLIED = String.raw`(?:\|\s*float\s*)?(?:\|\s*multiply\(([\d.]{1,12})\)\s*)?`;
const SCALED = new RegExp(String.raw`^\{\{-?\s*${STEPS}\s*${MULTIPLIED}${ROUNDED}-?\}\}$`);

/** Of a number at a path, and its factor. Null for any other template. */
export function scaledPathOf(template: string): { path: Path; factor: number } | null {
  const [, steps, factor = "1"] = SCALED.exec(template.trim()) ?? [];
  return steps === undefined ? null : { path: pathIn(steps), factor: Number(factor) };
}

/** Null for any other template. */
export function pathOf(template: string | undefined): Path | null {
  const text = template?.trim() ?? "";
  if (text === "" || WHOLE.test(text)) return [];
  const steps = PATH.exec(text)?.[1];
  return steps === undefined ? null : pathIn(steps);
}

const pathIn = (steps: string): Path =>
  [...steps.matchAll(STEP)].map((step) => step.slice(1).find((part) => part !== undefined) ?? "");

/** Of a path, or of two texts for a value that is true or not. Null for any other template. */
export function readingOf(template: string | undefined): TemplateReading | null {
  const text = template?.trim() ?? "";
  const [, steps, yes = "", no = ""] = TRUTH.exec(text) ?? [];
  if (steps !== undefined) return { path: pathIn(steps), truth: { yes: yes.trim(), no: no.trim() } };
  const choice = CHOICE.exec(text);
  if (choice !== null) {
    const [, single, double = "", inside = "", otherSingle, otherDouble = ""] = choice;
    const [yes, no] = [single ?? double, otherSingle ?? otherDouble].map(unescaped);
    return { path: pathIn(inside), truth: { yes: yes ?? "", no: no ?? "" } };
  }
  const lower = LOWER.exec(text);
  if (lower !== null) return { path: pathIn(lower[1] ?? ""), isLowerCase: true };
  const path = pathOf(template);
  return path && { path };
}

/**
 * Returns the text that a reading finds in a message; null when the message has no value there. A template that writes one
 * of two texts would write the second one for a value that is unknown: that is no report.
 */
export function textIn(
  payload: string,
  { path, truth, isLowerCase = false }: TemplateReading,
): string | null {
  if (truth === undefined) {
    const text = textAt(payload, path);
    return isLowerCase && text !== null ? text.toLowerCase() : text;
  }
  const value = valueAt(payload, path);
  if (value === undefined || value === null) return null;
  return isTrue(value) ? truth.yes : truth.no;
}

/** As templates of Home Assistant: an empty list and an empty object are false, too. */
const isTrue = (value: unknown): boolean =>
  typeof value === "object" && value !== null ? Object.keys(value).length > 0 : Boolean(value);

/** Null when the message has no value at the path. */
export function textAt(payload: string, path: Path): string | null {
  if (path.length === 0) return payload;
  const value = valueAt(payload, path);
  return typeof value === "object" || value === undefined ? null : String(value);
}

/** Undefined when the message has no value at the path. */
function valueAt(payload: string, path: Path): unknown {
  let value: unknown;
  try {
    value = JSON.parse(payload);
  } catch {
    return undefined;
  }
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** Home Assistant writes `True`, other software `true`: both match. */
export const equalsText = (text: string, expected: string): boolean =>
  text === expected || (/^(true|false)$/i.test(text) && text.toLowerCase() === expected.toLowerCase());
