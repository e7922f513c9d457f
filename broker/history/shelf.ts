/** Blocks in order of time, each with so many at most: where fresh ones go, also such as come late. */

import { merged } from "./samples.ts";

interface Timed {
  at: number;
}

export interface Shelf<T extends Timed> {
  /** Where this time belongs: the last block that begins by then, or the first of all. Null where there is none. */
  at(time: number): { start: number; items: T[] } | null;
  /** Where the block behind that one begins. */
  next(start: number): number | null;
  /** In place of the block that began there. */
  put(items: readonly T[], replaces: number | null): void;
  /** Inclusive, exclusive. */
  range(from: number, to: number): T[];
}

/** `fresh` in order of time. One with the time of another takes its place. */
export function shelve<T extends Timed>(shelf: Shelf<T>, fresh: readonly T[], most: number): void {
  let from = 0;
  while (from < fresh.length) {
    const { at } = fresh[from] as T;
    const block = shelf.at(at);
    const end = block === null ? null : shelf.next(block.start);
    const behind = end === null ? -1 : fresh.findIndex((each, n) => n > from && each.at >= end);
    const to = behind < 0 ? fresh.length : behind;
    putBehind(shelf, block, fresh.slice(from, to), most);
    from = to;
  }
}

function putBehind<T extends Timed>(
  shelf: Shelf<T>,
  block: { start: number; items: T[] } | null,
  fresh: readonly T[],
  most: number,
): void {
  const kept = block?.items ?? [];
  const isBehind = kept.length > 0 && (kept.at(-1) as T).at < (fresh[0] as T).at;
  // a full one stays as it is
  const isFull = isBehind && kept.length >= most;
  const all = isFull ? [...fresh] : merged(kept, fresh);
  // in the midst there will be more: halves have room
  const size = isBehind || block === null ? most : Math.ceil(all.length / Math.ceil(all.length / most));
  for (let at = 0; at < all.length; at += size) {
    shelf.put(all.slice(at, at + size), at === 0 && !isFull ? (block?.start ?? null) : null);
  }
}
