/** Runs one check of the doctor. An error or a timeout is a failed check. */

import type { Check } from "../contract/operator.ts";
import { within } from "../patience.ts";

export type CheckResult = Omit<Check, "what">;

export const ok = (says: string): CheckResult => ({ state: "ok", says });
export const warn = (says: string): CheckResult => ({ state: "warn", says });
export const fail = (says: string): CheckResult => ({ state: "fail", says });

const TIMEOUT_MS = 5_000;

export async function runCheck(
  what: string,
  check: () => CheckResult | Promise<CheckResult>,
): Promise<Check> {
  try {
    const result = await within(TIMEOUT_MS, Promise.resolve(check()));
    return { what, ...(result ?? fail(`No answer within ${TIMEOUT_MS / 1000} s.`)) };
  } catch (error) {
    return {
      what,
      ...fail(error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 300) : "Failed."),
    };
  }
}
