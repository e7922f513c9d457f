/** The fields that requests are made of, and the sentence for each way to get one wrong (Django REST Framework's words). */

import { z } from "zod";

const REQUIRED = "This field is required.";
const NULL = "This field may not be null.";
const BLANK = "This field may not be blank.";

const notA = (sentence: string) => ({
  error: (issue: { input?: unknown }) =>
    issue.input === undefined ? REQUIRED : issue.input === null ? NULL : sentence,
});

/** Text without the white space around it. Numbers are taken as their text, booleans are not. */
export const text = (options: { max?: number; tooLong?: string; blank?: boolean } = {}) =>
  z
    .preprocess(
      (value) => (typeof value === "number" ? String(value) : value),
      z.string(notA("Not a valid string.")),
    )
    .transform((value) => value.trim())
    .superRefine((value, context) => {
      const fail = (message: string) => context.addIssue({ code: "custom", message });
      if (value === "" && options.blank !== true) fail(BLANK);
      if (value.includes("\u0000")) fail("Null characters are not allowed.");
      if (!value.isWellFormed()) fail("Surrogate characters are not allowed.");
      if (options.max !== undefined && [...value].length > options.max) {
        fail(options.tooLong ?? `Ensure this field has no more than ${options.max} characters.`);
      }
    });

/** Text taken as it is: a secret. */
export const secret = (options: { max: number }) =>
  z.string(notA("Not a valid string.")).superRefine((value, context) => {
    if (value === "") context.addIssue({ code: "custom", message: BLANK });
    if (value.length > options.max) {
      context.addIssue({
        code: "custom",
        message: `Ensure this field has no more than ${options.max} characters.`,
      });
    }
  });

export const boolean = () => z.boolean(notA("Must be a valid boolean."));

export const uuid = () => z.uuid("Must be a valid UUID.");

/** A moment in ISO 8601, UTC with milliseconds. */
export const moment = () => z.iso.datetime({ precision: 3 });
