/**
 * The subscriptions of a session that ends with its connection: they outlive a nap in the socket's attachment, and a crash
 * ends them with the session. A row for each would be the dearest part of a SUBSCRIBE. Those that find no room are rows.
 */

import type { Subscription } from "../../protocol/effect.ts";

/** Of an attachment's 16,384 bytes so many are for subscriptions. */
const ROOM = 6144;
/** What one takes there beside its filter. */
const OVERHEAD = 96;

/** No character of a filter takes more than three bytes for each unit of its length. */
const bytesOf = ({ filter }: Subscription): number => filter.length * 3 + OVERHEAD;

export class SmallSubscriptions {
  readonly #byFilter = new Map<string, Subscription>();
  #bytes = 0;
  #reserved = { turn: 0, bytes: 0 };
  /** Counts them: whoever writes them down sees whether there were any. */
  changes = 0;

  constructor(kept: readonly Subscription[] = []) {
    for (const each of kept) this.#add(each);
  }

  all(): Iterable<Subscription> {
    return this.#byFilter.values();
  }

  has(filter: string): boolean {
    return this.#byFilter.has(filter);
  }

  /** Whether there is room for it, beside what the same turn has found room for. */
  reserve(turn: number, subscription: Subscription): boolean {
    if (this.#reserved.turn !== turn) this.#reserved = { turn, bytes: 0 };
    const bytes = bytesOf(subscription);
    if (this.#bytes + this.#reserved.bytes + bytes > ROOM) return this.has(subscription.filter);
    this.#reserved.bytes += bytes;
    return true;
  }

  put(subscription: Subscription): void {
    this.remove(subscription.filter);
    this.#add(subscription);
  }

  #add(subscription: Subscription): void {
    this.#byFilter.set(subscription.filter, subscription);
    this.#bytes += bytesOf(subscription);
    this.changes++;
  }

  remove(filter: string): void {
    const before = this.#byFilter.get(filter);
    if (before === undefined) return;
    this.#byFilter.delete(filter);
    this.#bytes -= bytesOf(before);
    this.changes++;
  }
}
