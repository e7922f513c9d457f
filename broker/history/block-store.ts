/** Blocks of samples in order of time with a bounded number of items; inserting also accepts late samples. */

import { merged, within } from "./samples.ts";

interface Timed {
  at: number;
}

export interface SampleBlock<T extends Timed> {
  start: number;
  /** The start of the next block; Infinity for the last one. */
  end: number;
  items: readonly T[];
}

export interface BlockStore<T extends Timed> {
  /**
   * Returns the block that this time belongs to: the last one that begins by then, or the first. Null without blocks.
   */
  at(time: number): SampleBlock<T> | null;
  put(items: readonly T[], replaces: number | null): void;
  range(from: number, to: number): readonly T[];
}

/**
 * A block store that keeps the last used block in memory: the next call mostly needs the same one. Valid only while no
 * other code writes to the store.
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

/** Inserts `fresh`, which is in order of time. A sample replaces one with the same time. */
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
  // a full last block is not rewritten; a new one begins
  const isFull = isBehind && kept.length >= most;
  const all = isFull ? [...fresh] : merged(kept, fresh);
  // an insertion between others splits the block in halves, which have room for more
  const size = isBehind || block === null ? most : Math.ceil(all.length / Math.ceil(all.length / most));
  for (let at = 0; at < all.length; at += size) {
    shelf.put(all.slice(at, at + size), at === 0 && !isFull ? (block?.start ?? null) : null);
  }
}
