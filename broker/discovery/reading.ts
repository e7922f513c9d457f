/**
 * Reads the value at a path of a message, and two kinds of templates: a path, also in lower or upper case, and two texts
 * for a value that is true or not, or that a condition holds for. No template is run.
 */

import type { Path, TemplateReading } from "../contract/discovered.ts";
import { CONSTANT, conditionOf, constantOf, passes, pathIn, STEPS } from "./conditions.ts";

/** Longer templates are not read: some of them take time that grows with the square of their length. Characters. */
const MAX_TEMPLATE = 1024;

/**
 * Home Assistant ignores a message without a value that must be defined, and puts a default in its place. Here a message
 * without the value is no report.
 */
const PRESENT = String.raw`(?:\|\s*(?:is_defined|string|trim|default\(\s*${CONSTANT}\s*(?:,\s*[Tt]rue\s*)?\))\s*)*`;
const PATH = new RegExp(String.raw`^\{\{-?\s*${STEPS}\s*${PRESENT}-?\}\}$`);
/** Its constant is a default, too. */
const PATH_OR_ELSE = new RegExp(String.raw`^\{\{-?\s*${STEPS}\s+if\s+(.+?)\s+else\s+${CONSTANT}\s*-?\}\}$`);
/** Text outside of tags, such as JSON. */
const PLAIN = String.raw`((?:[^{]|\{(?![{%#]))*)`;
const TRUTH = new RegExp(
  String.raw`^\{%-?\s*if\s+([^{}%]+?)\s*-?%\}${PLAIN}\{%-?\s*else\s*-?%\}${PLAIN}\{%-?\s*endif\s*-?%\}$`,
);
const CHOICE = new RegExp(String.raw`^\{\{-?\s*${CONSTANT}\s+if\s+(.+?)\s+else\s+${CONSTANT}\s*-?\}\}$`);
const IIF = new RegExp(
  String.raw`^\{\{-?\s*iif\(\s*([^,]+?)\s*,\s*${CONSTANT}\s*,\s*${CONSTANT}\s*\)\s*-?\}\}$`,
);
const FILTERED_IIF = new RegExp(
  String.raw`^\{\{-?\s*(.+?)\s*\|\s*iif\(\s*${CONSTANT}\s*,\s*${CONSTANT}\s*\)\s*-?\}\}$`,
);
const WHOLE = /^\{\{-?\s*value\s*-?\}\}$/;
const CASED = new RegExp(
  String.raw`^\{\{-?\s*(?:value|${STEPS})\s*(?:\.(lower|upper)\(\)|\|\s*(lower|upper))\s*-?\}\}$`,
);

/** What Home Assistant rounds a number with. */
export const ROUNDED = String.raw`(?:\|\s*(?:round(?:\(0\))?|int)\s*)*`;
export const MULTIPLIED = String.raw`(?:\|\s*float\s*)?(?:\|\s*multiply\(([\d.]{1,12})\)\s*)?`;
const SCALED = new RegExp(String.raw`^\{\{-?\s*(?:${STEPS}|value)\s*${MULTIPLIED}${ROUNDED}-?\}\}$`);

/** Of a number at a path, and its factor. Null for any other template. */
export function scaledPathOf(template: string): { path: Path; factor: number } | null {
  const [whole, steps = "", factor = "1"] = SCALED.exec(template.trim()) ?? [];
  return whole === undefined ? null : { path: pathIn(steps), factor: Number(factor) };
}

/** Null for any other template. */
export function pathOf(template: string | undefined): Path | null {
  const text = template?.trim() ?? "";
  if (text === "" || WHOLE.test(text)) return [];
  const steps = PATH.exec(text)?.[1];
  return steps === undefined ? orElse(text) : pathIn(steps);
}

/** The value where it is defined. */
function orElse(text: string): Path | null {
  if (text.length > MAX_TEMPLATE) return null;
  const [, steps, asked = ""] = PATH_OR_ELSE.exec(text) ?? [];
  const condition = steps === undefined ? null : conditionOf(asked);
  if (steps === undefined || condition?.test?.is !== "defined" || condition.isNot) return null;
  const path = pathIn(steps);
  return path.join("\n") === condition.path.join("\n") ? path : null;
}

/** Of a path, or of two texts for a value that is true or not. Null for any other template. */
export function readingOf(template: string | undefined): TemplateReading | null {
  const text = template?.trim() ?? "";
  if (text.length > MAX_TEMPLATE) return null;
  const path = pathOf(template);
  if (path !== null) return { path };
  const cased = CASED.exec(text);
  if (cased !== null) {
    const [, steps = "", method, filter] = cased;
    return {
      path: pathIn(steps),
      ...((method ?? filter) === "lower" ? { isLowerCase: true } : { isUpperCase: true }),
    };
  }
  return choiceIn(text);
}

/** A template that writes one of two texts. */
function choiceIn(text: string): TemplateReading | null {
  const [, tested, yes = "", no = ""] = TRUTH.exec(text) ?? [];
  if (tested !== undefined) return chosen(tested, yes.trim(), no.trim());
  const [, first, condition, second] = CHOICE.exec(text) ?? [];
  if (condition !== undefined) return chosen(condition, written(first), written(second));
  const [, iif, then, otherwise] = IIF.exec(text) ?? FILTERED_IIF.exec(text) ?? [];
  if (iif !== undefined) return chosen(iif, written(then), written(otherwise));
  return comparisonAlone(text);
}

/** Writes Python's `True` or `False`. */
function comparisonAlone(text: string): TemplateReading | null {
  if (!text.startsWith("{{") || !text.endsWith("}}")) return null;
  const inside = text.slice(2, -2).replaceAll(/^-|-$/g, "").trim();
  const isInBrackets = inside.startsWith("(") && inside.endsWith(")");
  const reading = chosen(isInBrackets ? inside.slice(1, -1) : inside, "True", "False");
  return reading?.truth?.test === undefined ? null : reading;
}

/** As Jinja writes a constant. */
function written(constant = ""): string {
  const value = constantOf(constant);
  if (typeof value === "boolean") return value ? "True" : "False";
  return typeof value === "number" ? constant : value;
}

function chosen(tested: string, yes: string, no: string): TemplateReading | null {
  const condition = conditionOf(tested.trim());
  if (condition === null) return null;
  const { path, test, isNot } = condition;
  const texts = isNot ? { yes: no, no: yes } : { yes, no };
  return { path, truth: { ...texts, ...(test !== undefined && { test }) } };
}

/**
 * Returns the text that a reading finds in a message; null when the message has no value there. A template that writes one
 * of two texts would write the second one for a value that is unknown: that is no report.
 */
export function textIn(
  payload: string,
  { path, truth, isLowerCase = false, isUpperCase = false }: TemplateReading,
): string | null {
  if (truth === undefined) {
    const text = textAt(payload, path);
    if (text === null) return null;
    return isLowerCase ? text.toLowerCase() : isUpperCase ? text.toUpperCase() : text;
  }
  const { yes, no, test } = truth;
  if (test?.is === "defined")
    return isJson(payload) ? (passes(valueAt(payload, path), test) ? yes : no) : null;
  const value = path.length === 0 ? payload : valueAt(payload, path);
  if (value === undefined || value === null) return null;
  const isYes = test === undefined ? isTrue(value) : passes(value, test);
  return isYes === null ? null : isYes ? yes : no;
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
  let value = parsed(payload);
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** Undefined for a message that is no JSON. */
function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return undefined;
  }
}

const isJson = (payload: string): boolean => parsed(payload) !== undefined;

/** Home Assistant writes `True`, other software `true`: both match. */
export const equalsText = (text: string, expected: string): boolean =>
  text === expected || (/^(true|false)$/i.test(text) && text.toLowerCase() === expected.toLowerCase());
