/** Ends one wait at once, without a clock for all: objects of other tests still work, with timers of their own. */

import { type MockInstance, vi } from "vitest";

/** Timers of exactly this many milliseconds fire at once, until the returned spy is restored. */
export function hurry(ms: number): MockInstance {
  const start = globalThis.setTimeout as (work: () => void, wait?: number, ...given: unknown[]) => number;
  const hurried = (work: () => void, wait?: number, ...given: unknown[]) =>
    start(work, wait === ms ? 0 : wait, ...given);
  return vi.spyOn(globalThis, "setTimeout").mockImplementation(hurried as never);
}
