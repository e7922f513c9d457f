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
  readonly #store: BlockStore<T>;
  #block: SampleBlock<T> | null = null;

  constructor(store: BlockStore<T>) {
    this.#store = store;
  }

  at(time: number): SampleBlock<T> | null {
    if (!this.#covers(time, time + 1)) this.#block = this.#store.at(time);
    return this.#block;
  }

  #covers(from: number, to: number): boolean {
    return this.#block !== null && from >= this.#block.start && to <= this.#block.end;
  }

  put(items: readonly T[], replaces: number | null): void {
    this.#store.put(items, replaces);
    this.#block = { start: (items[0] as T).at, end: this.#block?.end ?? Infinity, items };
  }

  range = (from: number, to: number): readonly T[] => {
    const block = this.at(from);
    return block !== null && this.#covers(from, to)
      ? within(block.items, from, to)
      : this.#store.range(from, to);
  };
}

/** Inserts `fresh`, which is in order of time. A sample replaces one with the same time. */
export function insertInBlocks<T extends Timed>(
  store: BlockStore<T>,
  fresh: readonly T[],
  maxItems: number,
): void {
  let from = 0;
  while (from < fresh.length) {
    const { at } = fresh[from] as T;
    const block = store.at(at);
    const end = block?.end ?? Infinity;
    const next = end === Infinity ? -1 : fresh.findIndex((each, n) => n > from && each.at >= end);
    const to = next < 0 ? fresh.length : next;
    mergeIntoBlock(store, block, fresh.slice(from, to), maxItems);
    from = to;
  }
}

function mergeIntoBlock<T extends Timed>(
  store: BlockStore<T>,
  block: SampleBlock<T> | null,
  fresh: readonly T[],
  maxItems: number,
): void {
  const kept = block?.items ?? [];
  const isBehind = kept.length > 0 && (kept.at(-1) as T).at < (fresh[0] as T).at;
  // a full last block is not rewritten; a new one begins
  const isFull = isBehind && kept.length >= maxItems;
  const all = isFull ? [...fresh] : merged(kept, fresh);
  // an insertion between others splits the block in halves, which have room for more
  const size =
    isBehind || block === null ? maxItems : Math.ceil(all.length / Math.ceil(all.length / maxItems));
  for (let at = 0; at < all.length; at += size) {
    store.put(all.slice(at, at + size), at === 0 && !isFull ? (block?.start ?? null) : null);
  }
}
