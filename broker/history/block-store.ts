/** Blocks in order of time, each with so many at most: where fresh ones go, also such as come late. */

import { merged, within } from "./samples.ts";

interface Timed {
  at: number;
}

export interface SampleBlock<T extends Timed> {
  start: number;
  /** Where the one behind it begins; Infinity where there is none. */
  end: number;
  items: readonly T[];
}

export interface BlockStore<T extends Timed> {
  /** Where this time belongs: the last block that begins by then, or the first of all. Null where there is none. */
  at(time: number): SampleBlock<T> | null;
  put(items: readonly T[], replaces: number | null): void;
  range(from: number, to: number): readonly T[];
}

/**
 * A shelf whose last block stays at hand: what was put there is mostly what is asked for next. For as long as nobody else
 * puts anything there.
 */
export class CachedBlockStore<T extends Timed> implements BlockStore<T> {
  readonly #shelf: BlockStore<T>;
  #block: SampleBlock<T> | null = null;

  constructor(shelf: BlockStore<T>) {
    this.#shelf = shelf;
  }

  at(time: number): SampleBlock<T> | null {
    if (!this.#covers(time, time + 1)) this.#block = this.#shelf.at(time);
    return this.#block;
  }

  #covers(from: number, to: number): boolean {
    return this.#block !== null && from >= this.#block.start && to <= this.#block.end;
  }

  put(items: readonly T[], replaces: number | null): void {
    this.#shelf.put(items, replaces);
    this.#block = { start: (items[0] as T).at, end: this.#block?.end ?? Infinity, items };
  }

  range = (from: number, to: number): readonly T[] => {
    const block = this.at(from);
    return block !== null && this.#covers(from, to)
      ? within(block.items, from, to)
      : this.#shelf.range(from, to);
  };
}

/** `fresh` in order of time. One with the time of another takes its place. */
export function insertInBlocks<T extends Timed>(
  shelf: BlockStore<T>,
  fresh: readonly T[],
  most: number,
): void {
  let from = 0;
  while (from < fresh.length) {
    const { at } = fresh[from] as T;
    const block = shelf.at(at);
    const end = block?.end ?? Infinity;
    const behind = end === Infinity ? -1 : fresh.findIndex((each, n) => n > from && each.at >= end);
    const to = behind < 0 ? fresh.length : behind;
    putBehind(shelf, block, fresh.slice(from, to), most);
    from = to;
  }
}

function putBehind<T extends Timed>(
  shelf: BlockStore<T>,
  block: SampleBlock<T> | null,
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
