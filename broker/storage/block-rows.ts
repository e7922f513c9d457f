/** The packed blocks of one series and level: one row each. */

import type { BlockStore, SampleBlock } from "../history/block-store.ts";
import type { Level } from "../history/levels.ts";
import { blob } from "./message-columns.ts";
import type { Sql } from "./sql.ts";

interface Blocks<T> {
  sql: Sql;
  series: number;
  level: Level;
  pack: (items: readonly T[]) => Uint8Array;
  unpack: (bytes: Uint8Array) => T[];
}

const OWN = "FROM series_blocks WHERE series = ?1 AND level = ?2";
const BLOCK = `SELECT start, bytes, (SELECT min(start) ${OWN} AND start > block.start) AS next
  FROM series_blocks AS block WHERE series = ?1 AND level = ?2`;

export class BlockRows<T extends { at: number }> implements BlockStore<T> {
  readonly #of: Blocks<T>;

  constructor(of: Blocks<T>) {
    this.#of = of;
  }

  #rows(query: string, ...bindings: number[]) {
    const { sql, series, level } = this.#of;
    return [...sql.exec(query, series, level, ...bindings)];
  }

  #items(bytes: SqlStorageValue): T[] {
    return this.#of.unpack(new Uint8Array(bytes as ArrayBuffer));
  }

  at(time: number): SampleBlock<T> | null {
    const [before] = this.#rows(`${BLOCK} AND start <= ?3 ORDER BY start DESC LIMIT 1`, time);
    const [row] = before === undefined ? this.#rows(`${BLOCK} ORDER BY start LIMIT 1`) : [before];
    if (row === undefined) return null;
    const { start, next, bytes = null } = row;
    return { start: Number(start), end: next === null ? Infinity : Number(next), items: this.#items(bytes) };
  }

  put(items: readonly T[], replaces: number | null): void {
    const { sql, series, level, pack } = this.#of;
    const [first, last] = [items[0], items.at(-1)];
    if (first === undefined || last === undefined) return;
    if (replaces !== null && replaces !== first.at) {
      sql.exec(
        "DELETE FROM series_blocks WHERE series = ? AND level = ? AND start = ?",
        series,
        level,
        replaces,
      );
    }
    sql.exec(
      "INSERT OR REPLACE INTO series_blocks (series, level, start, until, bytes) VALUES (?, ?, ?, ?, ?)",
      series,
      level,
      first.at,
      last.at,
      blob(pack(items)),
    );
  }

  range = (from: number, to: number): T[] => {
    // blocks do not overlap: only the last block that begins before `from` can contain samples of the range
    const first = `SELECT max(start) FROM series_blocks WHERE series = ?1 AND level = ?2 AND start <= ?3`;
    const rows = this.#rows(
      `SELECT bytes FROM series_blocks WHERE series = ?1 AND level = ?2 AND start >= ifnull((${first}), ?3) AND start < ?4
       ORDER BY start`,
      from,
      to,
    );
    return rows.flatMap(({ bytes }) => this.#items(bytes ?? null).filter(({ at }) => at >= from && at < to));
  };
}
