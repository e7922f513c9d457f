/** How one thing is looked at: what goes wrong while looking is what was found. */

import type { Check } from "../contract/operator.ts";
import { within } from "../patience.ts";

export type Found = Omit<Check, "what">;

export const ok = (says: string): Found => ({ state: "ok", says });
export const warn = (says: string): Found => ({ state: "warn", says });
export const fail = (says: string): Found => ({ state: "fail", says });

/** Milliseconds. */
const PATIENCE = 5_000;

export async function looked(what: string, look: () => Found | Promise<Found>): Promise<Check> {
  try {
    const found = await within(PATIENCE, Promise.resolve(look()));
    return { what, ...(found ?? fail(`No answer within ${PATIENCE / 1000} s.`)) };
  } catch (error) {
    return {
      what,
      ...fail(error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 300) : "Failed."),
    };
  }
}
