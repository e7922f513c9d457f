/** Turns a failed call into a form's messages: a general one, and one for each field. */

import { PAGE_MESSAGES } from "../../../worker/contract/sentences.ts";
import { CallError, type FormErrors } from "../api/problem.ts";
import { whyFailed } from "../ui/loading/failed.tsx";
import { type CallProblem, tooMany } from "../ui/messages/problem-note.tsx";

export const INPUT_ISSUES =
  "Oops! It looks like there are some issues with your input. Please check and try again.";
export const NO_SERVER_RESPONSE = "No server valid response";

export interface FormProblem extends CallProblem {
  fields: FormErrors;
}

export interface FormProblemOptions {
  /** The message when the failure has no text. */
  fallback: string;
  /** The field for errors without a field; by default they are in the general message. */
  nonFieldErrorsOn?: string;
  /** The message on 409. */
  conflict?: string;
}

const only = (message: string): FormProblem => ({ message, fields: {}, until: null });

export function formProblem(error: unknown, options: FormProblemOptions): FormProblem {
  if (!(error instanceof CallError)) return only(options.fallback);
  if (error.status === 409 && options.conflict) return only(options.conflict);
  if (error.status === 429) return { ...tooMany(error.retryAt), fields: {} };
  if (error.status === 400 && Object.keys(error.errors).length > 0)
    return invalidInput(error.errors, options);
  return { ...only(error.detail ?? options.fallback), hint: hintOf(error) };
}

const hintOf = (error: CallError): string =>
  error.status === 0 ? `${whyFailed(error)} Check your connection and try again.` : "";

/** The API names the entry of a list by its index: `1.key: …` is an error of the second entry. */
const withEntry = (sentence: string): string =>
  sentence.replace(/^(\d+)((?:\.\w+)*): /, (_, index: string, inside: string) => {
    const field = inside.slice(1).replaceAll("_", " ").replaceAll(".", ", ");
    return `Entry ${Number(index) + 1}${field === "" ? "" : `, ${field}`}: `;
  });

function invalidInput(errors: FormErrors, options: FormProblemOptions): FormProblem {
  const { non_field_errors: general = [], ...named } = errors;
  const fields = Object.fromEntries(
    Object.entries(named).map(([field, sentences]) => [field, sentences.map(withEntry)]),
  );
  if (general.length === 0) return { ...only(INPUT_ISSUES), fields };
  const shownOn = options.nonFieldErrorsOn;
  if (shownOn === undefined) return { ...only(general.join(" ")), fields };
  return {
    ...only(INPUT_ISSUES),
    fields: { ...fields, [shownOn]: [...(fields[shownOn] ?? []), ...general] },
  };
}

// Messages about names that must be unique.

/** The server reports that a value must be unique; the page adds the kind of value and its owner. */
export const namedTaken = (errors: readonly string[] | undefined, sentence: string): string[] | undefined =>
  errors?.map((error) => (error === PAGE_MESSAGES.notUnique ? sentence : error));
