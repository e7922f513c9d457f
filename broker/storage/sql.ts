/** The object's SQL, and what memory holds of its rows. */

export class Sql {
  #storage: DurableObjectStorage;
  #held: Held<unknown>[] = [];
  #last: (() => void)[] = [];
  #inTransaction = false;
  /** Rows that were written since it is awake, as the platform bills them. */
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

  /** All of it or nothing; and memory holds nothing any more that came from rows which were taken back. */
  transaction(work: () => void): void {
    this.#inTransaction = true;
    try {
      this.#storage.transactionSync(() => {
        work();
        for (const last of this.#last) last();
      });
    } catch (error) {
      for (const held of this.#held) held.drop();
      throw error;
    } finally {
      this.#inTransaction = false;
    }
  }

  /** Whether what is to be written can wait for the end of a transaction. */
  get inTransaction(): boolean {
    return this.#inTransaction;
  }

  /** The last thing in every transaction; who said so first comes last. */
  atEnd(work: () => void): void {
    this.#last.unshift(work);
  }

  /** What is worked out from rows when it is first asked for; who changes the rows keeps it in step. */
  hold<T>(read: () => T): Held<T> {
    const held = new Held(read);
    this.#held.push(held);
    return held;
  }
}

/** It can be worked out again at any time, so it is dropped rather than mended. */
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

  /** Null where nobody has asked for it. */
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
