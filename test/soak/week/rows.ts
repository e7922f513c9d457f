/** Counts the rows that objects write by table, as the platform bills them: index entries and alarms included. */

import { runInDurableObject } from "cloudflare:test";
import type { Stub } from "./clock.ts";

type Cursor = SqlStorageCursor<Record<string, SqlStorageValue>>;

/** Rows by table; `alarm`: alarms that were set. */
export type RowCounts = Record<string, number>;

export function addRows(to: RowCounts, more: RowCounts): void {
  for (const [table, rows] of Object.entries(more)) to[table] = (to[table] ?? 0) + rows;
}

const TABLE = /^\s*(?:INSERT(?: OR \w+)? INTO|UPDATE(?: OR \w+)?|DELETE FROM|REPLACE INTO)\s+(\w+)/i;

export class RowCounter {
  readonly #counts = new WeakMap<WeakKey, RowCounts>();
  /** The storages of an object since its rows were taken. */
  readonly #own = new Map<Stub, Set<SqlStorage>>();
  #pending: { sql: SqlStorage; table: string; cursor: Cursor }[] = [];

  /** Gives the classes their own methods back. */
  readonly stop: () => void;

  /** Methods are replaced, because a spy would keep each of millions of calls. */
  private constructor(sqlPrototype: SqlStorage, prototype: DurableObjectStorage) {
    const { exec } = sqlPrototype;
    const { setAlarm } = prototype;
    const [written, alarmSet] = [
      (sql: SqlStorage, table: string, cursor: Cursor) => void this.#pending.push({ sql, table, cursor }),
      (sql: SqlStorage) => this.#add(sql, "alarm", 1),
    ];
    sqlPrototype.exec = function (this: SqlStorage, ...given: Parameters<typeof exec>) {
      const cursor = exec.apply(this, given);
      const [, table] = TABLE.exec(given[0]) ?? [];
      if (table !== undefined) written(this, table, cursor);
      return cursor;
    } as typeof exec;
    prototype.setAlarm = function (this: DurableObjectStorage, ...given: Parameters<typeof setAlarm>) {
      alarmSet(this.sql);
      return setAlarm.apply(this, given);
    };
    this.stop = () => {
      sqlPrototype.exec = exec;
      prototype.setAlarm = setAlarm;
    };
  }

  /** `stub`: of any object, for the classes. */
  static start(stub: Stub): Promise<RowCounter> {
    return runInDurableObject(
      stub,
      (_, { storage }) =>
        new RowCounter(
          Object.getPrototypeOf(storage.sql) as SqlStorage,
          Object.getPrototypeOf(storage) as DurableObjectStorage,
        ),
    );
  }

  #add(sql: SqlStorage, table: string, rows: number): void {
    const counts = this.#counts.get(sql) ?? {};
    addRows(counts, { [table]: rows });
    this.#counts.set(sql, counts);
  }

  /** A cursor has its count when its rows were read. */
  drain(): void {
    const pending = this.#pending;
    this.#pending = [];
    for (const { sql, table, cursor } of pending) this.#add(sql, table, cursor.rowsWritten);
  }

  /** Call it before an object sleeps: afterwards its storage is another object. */
  async know(stub: Stub): Promise<Set<SqlStorage>> {
    const sql = await runInDurableObject(stub, (_, { storage }) => storage.sql);
    const own = this.#own.get(stub) ?? new Set();
    this.#own.set(stub, own.add(sql));
    return own;
  }

  /** The rows of an object since the last call. */
  async take(stub: Stub): Promise<RowCounts> {
    this.drain();
    const rows: RowCounts = {};
    for (const sql of await this.know(stub)) {
      addRows(rows, this.#counts.get(sql) ?? {});
      this.#counts.delete(sql);
    }
    this.#own.delete(stub);
    return rows;
  }
}
