/** The blocks of one series and level, a row each. */

import type { Level } from "../history/levels.ts";
import type { Shelf } from "../history/shelf.ts";
import { blob } from "./message-columns.ts";
import type { Sql } from "./sql.ts";

interface Blocks<T> {
  sql: Sql;
  series: number;
  level: Level;
  pack: (items: readonly T[]) => Uint8Array;
  unpack: (bytes: Uint8Array) => T[];
}

const OWN = "FROM blocks WHERE series = ? AND level = ?";

export class BlockShelf<T extends { at: number }> implements Shelf<T> {
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

  at(time: number): { start: number; items: T[] } | null {
    const [before] = this.#rows(
      `SELECT start, bytes ${OWN} AND start <= ? ORDER BY start DESC LIMIT 1`,
      time,
    );
    const [row] =
      before === undefined ? this.#rows(`SELECT start, bytes ${OWN} ORDER BY start LIMIT 1`) : [before];
    return row === undefined ? null : { start: Number(row.start), items: this.#items(row.bytes ?? null) };
  }

  next(start: number): number | null {
    const [row] = this.#rows(`SELECT start ${OWN} AND start > ? ORDER BY start LIMIT 1`, start);
    return row === undefined ? null : Number(row.start);
  }

  put(items: readonly T[], replaces: number | null): void {
    const { sql, series, level, pack } = this.#of;
    const [first, last] = [items[0], items.at(-1)];
    if (first === undefined || last === undefined) return;
    if (replaces !== null && replaces !== first.at) {
      sql.exec("DELETE FROM blocks WHERE series = ? AND level = ? AND start = ?", series, level, replaces);
    }
    sql.exec(
      "INSERT OR REPLACE INTO blocks (series, level, start, until, bytes) VALUES (?, ?, ?, ?, ?)",
      ...[series, level, first.at, last.at, blob(pack(items))],
    );
  }

  range = (from: number, to: number): T[] => {
    // blocks do not overlap: only the one that begins before may reach into it
    const first = `SELECT max(start) FROM blocks WHERE series = ?1 AND level = ?2 AND start <= ?3`;
    const rows = this.#rows(
      `SELECT bytes FROM blocks WHERE series = ?1 AND level = ?2 AND start >= ifnull((${first}), ?3) AND start < ?4
       ORDER BY start`,
      from,
      to,
    );
    return rows.flatMap(({ bytes }) => this.#items(bytes ?? null).filter(({ at }) => at >= from && at < to));
  };
}
