/** SQL that can be asked not to write for a while: a turn that only reads needs no transaction. */

export type Sql = Pick<SqlStorage, "exec">;

/** Something was about to be written where only reading was expected. Nothing was. */
export class WriteRefused extends Error {}

export class GuardedSql implements Sql {
  #sql: SqlStorage;
  #reading = false;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  exec<T extends Record<string, SqlStorageValue>>(
    query: string,
    ...bindings: unknown[]
  ): SqlStorageCursor<T> {
    if (this.#reading && !query.startsWith("SELECT")) throw new WriteRefused(query);
    return this.#sql.exec<T>(query, ...bindings);
  }

  /** Stops the work at its first write with `WriteRefused`. */
  reading(work: () => void): void {
    this.#reading = true;
    try {
      work();
    } finally {
      this.#reading = false;
    }
  }
}
