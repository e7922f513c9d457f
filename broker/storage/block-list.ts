/** The block list in SQLite, so that hibernation or a restart does not unblock a client. */

import { Table } from "./sql.ts";

export interface Block {
  /** Milliseconds since 1970. */
  until: number;
  times: number;
  why: string;
}

const MAX_ROWS = 1000;

export class BlockListRows extends Table {
  readonly #known = this.sql.hold(() => this.#all());

  get(key: string): Block | undefined {
    return this.#known.get().get(key);
  }

  all(): Iterable<[key: string, block: Block]> {
    return this.#known.get();
  }

  /** Deletes entries whose block ended before `forgotten`. */
  put(key: string, block: Block, forgotten: number): void {
    const known = this.#known.get();
    known.set(key, block);
    for (const [old, { until }] of known) if (until < forgotten) known.delete(old);
    this.sql.exec("DELETE FROM block_list WHERE until < ?", forgotten);
    const { until, times, why } = block;
    const insert = "INSERT OR REPLACE INTO block_list (key, until, times, why) VALUES (?, ?, ?, ?)";
    this.sql.exec(insert, key, until, times, why);
    if (known.size > MAX_ROWS) this.#forgetFirst(known);
  }

  #forgetFirst(known: Map<string, Block>): void {
    const [first] = [...known].sort(([, a], [, b]) => a.until - b.until);
    if (first === undefined) return;
    known.delete(first[0]);
    this.sql.exec("DELETE FROM block_list WHERE key = ?", first[0]);
  }

  #all(): Map<string, Block> {
    const all = new Map<string, Block>();
    for (const row of this.sql.exec("SELECT key, until, times, why FROM block_list")) {
      const { key, until, times, why } = row;
      all.set(String(key), { until: Number(until), times: Number(times), why: String(why) });
    }
    return all;
  }
}
