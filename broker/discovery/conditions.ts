/**
 * Reads the condition of a template: whether a value is true, is there, or is compared with a constant. PURE. No template
 * is run, and a condition of any other kind is not read.
 */

import type { Path, ValueTest } from "../contract/discovered.ts";

/** The default of `get` is that of a template, too. */
const GET = String.raw`\.get\(\s*(?:'[^']*'|"[^"]*")\s*(?:,\s*(?:'[^']*'|"[^"]*"|\w+)\s*)?\)`;
const STEP = String.raw`${GET}|\.\w+|\[\s*(?:'[^']*'|"[^"]*"|\d+)\s*\]`;
export const STEPS = `value_json((?:${STEP})+)`;
const ONE_STEP = /\.get\(\s*(?:'([^']*)'|"([^"]*)")[^)]*\)|\.(\w+)|\[\s*(?:'([^']*)'|"([^"]*)"|(\d+))\s*\]/g;

export const pathIn = (steps: string): Path =>
  [...steps.matchAll(ONE_STEP)].map((step) => step.slice(1).find((part) => part !== undefined) ?? "");

/** As a text of a template: a backslash stands before a quote that belongs to it. */
const TEXT = String.raw`'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"`;
/** A constant: a text, a number, true or false. */
export const CONSTANT = String.raw`(${TEXT}|-?\d{1,15}(?:\.\d{1,6})?|[Tt]rue|[Ff]alse)`;

/** Returns the value of a constant. */
export function constantOf(text: string): string | number | boolean {
  if (/^['"]/.test(text)) return text.slice(1, -1).replaceAll(/\\(.)/gs, "$1");
  return /^[tf]/i.test(text) ? text.toLowerCase() === "true" : Number(text);
}

interface Condition {
  path: Path;
  /** Without one: whether the value is true. */
  test?: ValueTest;
  /** The condition is the contrary. */
  isNot: boolean;
}

const TRUE = new RegExp(String.raw`^(not\s+)?${STEPS}$`);
const COMPARED = new RegExp(
  String.raw`^(not\s+)?(\()?\s*(?:${STEPS}|value)\s*(?:\|\s*(int|float)\s*)?(\))?\s*(==|!=|<=|>=|<|>)\s*${CONSTANT}$`,
);
const DEFINED = new RegExp(String.raw`^${STEPS}\s+is\s+(not\s+)?defined$`);

/** Null for a condition of any other kind. */
export function conditionOf(text: string): Condition | null {
  const [, not, steps] = TRUE.exec(text) ?? [];
  if (steps !== undefined) return { path: pathIn(steps), isNot: not !== undefined };
  return comparison(text) ?? presence(text);
}

/** A comparison the other way round is the contrary. */
const OPERATORS: Record<string, { is: "==" | "<" | "<="; isNot: boolean }> = {
  "==": { is: "==", isNot: false },
  "!=": { is: "==", isNot: true },
  "<": { is: "<", isNot: false },
  "<=": { is: "<=", isNot: false },
  ">": { is: "<=", isNot: true },
  ">=": { is: "<", isNot: true },
};

function comparison(text: string): Condition | null {
  const [, not, open, steps, filter, close, operator = "", constant = ""] = COMPARED.exec(text) ?? [];
  const found = OPERATORS[operator];
  if (found === undefined || (open === undefined) !== (close === undefined)) return null;
  const than = constantOf(constant);
  if (found.is !== "==" && typeof than !== "number") return null;
  const path = steps === undefined ? [] : pathIn(steps);
  const isNot = found.isNot !== (not !== undefined);
  const isFiltered = filter === "int" || filter === "float";
  return { path, test: { is: found.is, than, ...(isFiltered && { filter }) }, isNot };
}

/** `a is defined and a.b is defined` asks for the second one. */
function presence(text: string): Condition | null {
  const parts = text.split(/\s+and\s+/).map((part) => DEFINED.exec(part));
  const paths = parts.map((part) => pathIn(part?.[1] ?? ""));
  const last = paths.at(-1) ?? [];
  const isOne = paths.every((path) => path.length > 0 && path.every((key, at) => key === last[at]));
  const isNot = parts.some((part) => part?.[2] !== undefined);
  return isOne && !(isNot && parts.length > 1) ? { path: last, test: { is: "defined" }, isNot } : null;
}

/** Whether a value passes; null for one that cannot be compared. In Python, true is 1, and no number is a text. */
export function passes(value: unknown, { is, than, filter }: ValueTest): boolean | null {
  if (is === "defined") return value !== undefined;
  if (value === undefined || value === null) return null;
  const given = asNumber(filter === undefined ? value : filtered(value, filter));
  const constant = asNumber(than);
  if (is === "==") return given === constant;
  if (typeof given !== "number" || typeof constant !== "number") return null;
  return is === "<" ? given < constant : given <= constant;
}

const asNumber = (value: unknown): unknown => (typeof value === "boolean" ? Number(value) : value);

/** As Jinja's filters: 0 for a text that is no number. */
function filtered(value: unknown, filter: "int" | "float"): number {
  const isNumber = typeof value !== "string" || /^\s*[+-]?[\d.]+(?:e[+-]?\d+)?\s*$/i.test(value);
  const number = isNumber && typeof value !== "object" ? Number(value) || 0 : 0;
  return filter === "int" ? Math.trunc(number) : number;
}
