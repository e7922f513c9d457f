/** The fields of requests, and the sentence for each error (Django REST Framework's words). */

import * as z from "zod";
import { utcMoment } from "../../broker/contract/moment.ts";
import { utf8Length } from "../../broker/contract/utf8.ts";
import { parseDuration, secondsOf } from "./duration.ts";
import { MAX_FILTER_BYTES } from "./limits.ts";
import { MESSAGES } from "./sentences.ts";

/** An object that the OpenAPI document defines once, under this name. */
export const named = <S extends z.ZodRawShape>(id: string, shape: S) => z.object(shape).meta({ id });

const REQUIRED = MESSAGES.required;
const NULL = "This field may not be null.";
const BLANK = "This field may not be blank.";

const notA = (sentence: string | ((input: unknown) => string)) => ({
  error: ({ input }: { input?: unknown }) => {
    if (input === undefined) return REQUIRED;
    if (input === null) return NULL;
    return typeof sentence === "string" ? sentence : sentence(input);
  },
});

/** The limits are also in the OpenAPI document. */
const lengths = (options: TextOptions) => ({
  ...(options.max === undefined ? {} : { maxLength: options.max }),
  ...(options.blank === true ? {} : { minLength: 1 }),
});

/** The type that callers should send. The actual value is unknown until it is validated. */
export type Reading<Sent> = (sent: Sent) => unknown;

const numberAsText: Reading<string> = (value: unknown) => (typeof value === "number" ? String(value) : value);

interface TextOptions {
  max?: number;
  tooLong?: string;
  blank?: boolean;
}

const anyText = z.preprocess(numberAsText, z.string(notA("Not a valid string.")));

const checkText =
  ({ max, tooLong, blank = false }: TextOptions) =>
  (value: string, context: z.RefinementCtx) => {
    const fail = (message: string) => context.addIssue({ code: "custom", message });
    if (value === "" && !blank) fail(BLANK);
    if (value.includes("\u0000")) fail("Null characters are not allowed.");
    if (!value.isWellFormed()) fail("Surrogate characters are not allowed.");
    if (max !== undefined && [...value].length > max) {
      fail(tooLong ?? `Ensure this field has no more than ${max} characters.`);
    }
  };

/** Text, trimmed. Numbers become text, booleans do not. */
export const text = (options: TextOptions = {}) =>
  anyText
    .transform((value) => value.trim())
    .superRefine(checkText(options))
    .meta(lengths(options));

/** Text without trimming: a secret. */
export const secret = (options: { max: number }) =>
  anyText.superRefine(checkText(options)).meta(lengths(options));

/** Values that Django REST Framework accepts for true and false, beside booleans. */
const TRUE = new Set(["t", "y", "yes", "true", "on", "1"]);
const FALSE = new Set(["f", "n", "no", "false", "off", "0"]);

const wordAsBoolean: Reading<boolean> = (value: unknown) => {
  if (typeof value !== "string" && typeof value !== "number") return value;
  const word = String(value).trim().toLowerCase();
  return TRUE.has(word) ? true : FALSE.has(word) ? false : value;
};

export const boolean = () => z.preprocess(wordAsBoolean, z.boolean(notA("Must be a valid boolean.")));

/** Unparsed: an invalid number gets its own sentence. */
const textAsNumber: Reading<number | string> = (value: unknown) =>
  typeof value === "string" && /^[+-]?\d{1,15}$/.test(value.trim()) ? Number(value) : value;

/** An integer, also as text. */
export const wholeNumber = ({ min, max }: { min: number; max: number }) =>
  z.preprocess(
    textAsNumber,
    z
      .int(notA("A valid integer is required."))
      .min(min, `Ensure this value is greater than or equal to ${min}.`)
      .max(max, `Ensure this value is less than or equal to ${max}.`),
  );

/** An ISO 8601 duration without years and months. Parsed to seconds. */
export const duration = (options: { min?: number; max: number; tooShort?: string }) =>
  z.string("Not a valid string.").transform((value, context) => {
    const { min = 0, max, tooShort = MESSAGES.durationTooLong } = options;
    const fail = (message: string) => context.addIssue({ code: "custom", message });
    const seconds = secondsOf(value);
    if (seconds === null) fail(parseDuration(value) ? MESSAGES.noFixedLength : MESSAGES.wrongDuration);
    else if (seconds < min) fail(tooShort);
    else if (seconds > max) fail(MESSAGES.durationTooLong);
    return seconds ?? 0;
  });

export const choice = <const Words extends readonly string[]>(words: Words) =>
  z.enum(
    words,
    notA((input) => `"${String(input)}" is not a valid choice.`),
  );

export const list = <Item extends z.ZodType>(item: Item, max = Number.POSITIVE_INFINITY) =>
  z
    .array(
      item,
      notA((input) => `Expected a list of items but got type "${pythonType(input)}".`),
    )
    .refine((items) => items.length <= max, `Ensure this field has no more than ${max} elements.`);

export const dictionary = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object(
    shape,
    notA((input) => `Invalid data. Expected a dictionary, but got ${pythonType(input)}.`),
  );

/** Django REST Framework uses Python's names of types. */
function pythonType(value: unknown): string {
  if (Array.isArray(value)) return "list";
  if (typeof value === "string") return "str";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "number") return Number.isInteger(value) ? "int" : "float";
  return "dict";
}

/** Of an object: at least one of these fields, which is not an empty object. The error is one of the first field. */
export const needsOne =
  (...names: [string, ...string[]]) =>
  (value: Record<string, unknown>, context: z.RefinementCtx): void => {
    const isGiven = (field: unknown) =>
      field !== undefined && (typeof field !== "object" || Object.keys(field ?? {}).length > 0);
    if (names.some((name) => isGiven(value[name]))) return;
    context.addIssue({ code: "custom", path: [names[0]], message: REQUIRED });
  };

/** The fault of a filter [MQTT-4.7.1-1] [MQTT-4.7.1-2]. */
export function filterMistakes(filter: string): string[] {
  const levels = filter.split("/");
  const mistakes: string[] = [];
  if (filter === "") mistakes.push("A filter may not be empty.");
  if (levels[0] === "$share") mistakes.push("A filter may not begin with $share: it holds for groups, too.");
  if (levels.slice(0, -1).includes("#") || levels.some((level) => /[+#]/.test(level) && level.length > 1)) {
    mistakes.push("+ and # stand for whole levels of a filter, # for the last.");
  }
  if (/\p{Cc}/u.test(filter)) mistakes.push("A filter may not contain control characters.");
  if (utf8Length(filter) > MAX_FILTER_BYTES) {
    mistakes.push(`Ensure this field has no more than ${MAX_FILTER_BYTES} bytes.`);
  }
  return mistakes;
}

/** An MQTT filter below the account's prefix. */
export const topicFilter = () =>
  z.string(notA("Not a valid string.")).superRefine((value, context) => {
    for (const message of filterMistakes(value)) context.addIssue({ code: "custom", message });
  });

export const uuid = () => z.uuid("Must be a valid UUID.");

/** A time in ISO 8601, UTC with milliseconds. */
export const moment = () => z.iso.datetime({ precision: 3 });

/** A time in ISO 8601; without a zone UTC. Parsed to milliseconds since 1970. */
export const givenMoment = () =>
  z.string().transform((value, context) => {
    const at = utcMoment(value);
    if (at === null) context.addIssue({ code: "custom", message: MESSAGES.wrongMoment });
    return at ?? Number.NaN;
  });

/** ISO 8601, UTC, milliseconds. */
export const isoTime = (at: number): string => new Date(at).toISOString();

export const isoTimeOrNull = (at: number | null): string | null => (at === null ? null : isoTime(at));
