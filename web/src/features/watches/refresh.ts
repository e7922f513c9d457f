import type { Watch } from "../../../../worker/contract/watch.ts";

/** After a due time, so that the broker has stored what became of it. Milliseconds. */
const MARGIN_MS = 1_500;

/** Milliseconds until the list is loaded again: after the next due time, otherwise after `atMostMs`. */
export function refreshIn(watches: readonly Pick<Watch, "next_at">[], now: number, atMostMs: number): number {
  const waits = watches
    .map(({ next_at: at }) => (at === null ? Number.POSITIVE_INFINITY : Date.parse(at) - now))
    .filter((wait) => wait > 0);
  return Math.min(atMostMs, ...waits.map((wait) => wait + MARGIN_MS));
}
