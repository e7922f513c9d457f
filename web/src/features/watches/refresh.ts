import type { Watch } from "../../../../worker/contract/watch.ts";

/** After a due time: the broker has usually stored what became of it, or its alarm was late. Milliseconds. */
const MARGINS_MS = [1_500, 6_000];

/** Milliseconds until the list is loaded again: after the next due time, otherwise after `atMostMs`. */
export function refreshIn(watches: readonly Pick<Watch, "next_at">[], now: number, atMostMs: number): number {
  const waits = watches
    .flatMap(({ next_at: at }) =>
      at === null ? [] : MARGINS_MS.map((margin) => Date.parse(at) + margin - now),
    )
    .filter((wait) => wait > 0);
  return Math.min(atMostMs, ...waits);
}
