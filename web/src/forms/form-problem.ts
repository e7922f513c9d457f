/** From a failed call to what a form shows: a general message, and messages next to the inputs. */

import { MESSAGES } from "../../../worker/contract/messages.ts";
import { ApiError, type FieldErrors } from "../api/problem.ts";

export const INPUT_ISSUES =
  "Oops! It looks like there are some issues with your input. Please check and try again.";
export const NO_SERVER_RESPONSE = "No server valid response";

export interface FormProblem {
  message: string;
  fields: FieldErrors;
}

export interface FormProblemOptions {
  /** Said when the answer says nothing itself. */
  fallback: string;
  /** The field that shows what belongs to no field; without one the general message says it. */
  nonFieldErrorsOn?: string;
  /** Said on 409. */
  conflict?: string;
}

/** The time to wait is taken from the answer: `12 seconds.` */
export const throttleMessage = (detail: string | null): string =>
  `Too many requests. Try in ${detail?.startsWith(MESSAGES.throttled) ? detail.slice(MESSAGES.throttled.length) : "a moment."}`;

export function formProblem(error: unknown, options: FormProblemOptions): FormProblem {
  if (!(error instanceof ApiError)) return { message: options.fallback, fields: {} };
  if (error.status === 409 && options.conflict) return { message: options.conflict, fields: {} };
  if (error.status === 429) return { message: throttleMessage(error.detail), fields: {} };
  if (error.status === 400 && Object.keys(error.errors).length > 0)
    return invalidInput(error.errors, options);
  return { message: error.detail ?? options.fallback, fields: {} };
}

function invalidInput(errors: FieldErrors, options: FormProblemOptions): FormProblem {
  const { non_field_errors: general = [], ...fields } = errors;
  if (general.length === 0) return { message: INPUT_ISSUES, fields };
  const shownOn = options.nonFieldErrorsOn;
  if (shownOn === undefined) return { message: general.join(" "), fields };
  return {
    message: INPUT_ISSUES,
    fields: { ...fields, [shownOn]: [...(fields[shownOn] ?? []), ...general] },
  };
}
