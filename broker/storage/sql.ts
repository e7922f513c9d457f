/** The object's SQL, and values in memory that are derived from its rows. */

export class Sql {
  #storage: DurableObjectStorage;
  #held: Held<unknown>[] = [];
  #last: (() => void)[] = [];
  #inTransaction = false;
  /** Rows written since the object woke, as the platform bills them. */
  written = 0;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  exec<T extends Record<string, SqlStorageValue>>(
    query: string,
    ...bindings: unknown[]
  ): SqlStorageCursor<T> {
    const cursor = this.#storage.sql.exec<T>(query, ...bindings);
    this.written += cursor.rowsWritten;
    return cursor;
  }

  /** Commits all of `work` or nothing. A failure drops every held value: its rows were rolled back. */
  transaction(work: () => void): void {
    this.#inTransaction = true;
    try {
      this.#storage.transactionSync(() => {
        work();
        for (const last of this.#last) last();
      });
    } catch (error) {
      this.dropHeld();
      throw error;
    } finally {
      this.#inTransaction = false;
    }
  }

  /** Whether a write may be deferred to the end of the transaction. */
  get inTransaction(): boolean {
    return this.#inTransaction;
  }

  /** Runs `work` at the end of every transaction; later registrations run first. */
  atEnd(work: () => void): void {
    this.#last.unshift(work);
  }

  /** Drops every held value: its rows were changed by another class, in a transaction that has ended. */
  dropHeld(): void {
    for (const held of this.#held) held.drop();
  }

  /** A value derived from rows at its first use; code that changes the rows must update it. */
  hold<T>(read: () => T): Held<T> {
    const held = new Held(read);
    this.#held.push(held);
    return held;
  }
}

/** It can be derived again at any time, so a failed transaction drops it instead of repairing it. */
export class Held<T> {
  #read: () => T;
  #value: { is: T } | null = null;

  constructor(read: () => T) {
    this.#read = read;
  }

  get(): T {
    this.#value ??= { is: this.#read() };
    return this.#value.is;
  }

  /** Null when it has not been read yet. */
  peek(): T | null {
    return this.#value === null ? null : this.#value.is;
  }

  set(value: T): void {
    this.#value = { is: value };
  }

  drop(): void {
    this.#value = null;
  }
}

/** A table of the object, and its statements. */
export abstract class Table {
  protected readonly sql: Sql;

  constructor(sql: Sql) {
    this.sql = sql;
  }
}
