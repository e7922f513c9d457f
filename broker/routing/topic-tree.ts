/** Which subscriptions a topic reaches: a trie on the levels of the filters, and a memory of the last topics. */

import { matches } from "./filter.ts";

/** Values are compared by identity; the same value under overlapping filters comes out once for each. */
export class TopicTree<T> {
  #rows: [string, T][] = [];
  /** Pairs of filter and value. */
  get size(): number {
    return this.#rows.length;
  }
  /** Inserting the same pair again changes nothing. */
  insert(filter: string, value: T): void {
    if (!this.#rows.some(([f, v]) => f === filter && v === value)) this.#rows.push([filter, value]);
  }
  remove(filter: string, value: T): void {
    this.#rows = this.#rows.filter(([f, v]) => f !== filter || v !== value);
  }
  /** Not to be changed by the caller; it may be handed out again. */
  match(topic: string): readonly T[] {
    return this.#rows.filter(([f]) => matches(f, topic)).map(([, v]) => v);
  }
}
