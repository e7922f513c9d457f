/** An API call that failed, and its form errors. */

import { plainSentence } from "../../../broker/contract/plain-sentence.ts";

export interface FormErrors {
  [field: string]: string[];
}

export class CallError extends Error {
  /** 0 when there was no response. */
  readonly status: number;
  readonly detail: string | null;
  readonly errors: FormErrors;
  /** When a throttled call may be repeated, in milliseconds since 1970. */
  readonly retryAt: number | null;

  constructor(status: number, detail: string | null, errors: FormErrors = {}) {
    super(detail ?? `The server answered ${status}.`);
    this.name = "ApiError";
    this.status = status;
    this.detail = detail;
    this.errors = errors;
    const seconds = status === 429 ? /(\d+) seconds?\.$/.exec(detail ?? "")?.[1] : undefined;
    this.retryAt = seconds === undefined ? null : Date.now() + Number(seconds) * 1_000;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const sentences = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value])
    .filter((item): item is string => typeof item === "string")
    .map(plainSentence);

/** Reads the error from any body: the contract's shape, other JSON, HTML or none. */
export function problemOf(status: number, body: string): CallError {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return new CallError(status, null);
  }
  if (!isRecord(value)) return new CallError(status, null);
  const errors: FormErrors = {};
  if (isRecord(value.errors)) {
    for (const [field, messages] of Object.entries(value.errors)) errors[field] = sentences(messages);
  }
  return new CallError(status, typeof value.detail === "string" ? plainSentence(value.detail) : null, errors);
}
