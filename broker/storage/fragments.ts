/** The beginning of a packet whose rest has not come yet, where it is too large for the socket's attachment. */

import { blob } from "./message-columns.ts";

export class Fragments {
  #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  append(connection: string, part: number, bytes: Uint8Array): void {
    this.#sql.exec("INSERT OR REPLACE INTO fragments VALUES (?, ?, ?)", connection, part, blob(bytes));
  }

  read(connection: string): Uint8Array {
    const rows = this.#sql.exec("SELECT bytes FROM fragments WHERE connection = ? ORDER BY part", connection);
    const parts = [...rows].map((row) => new Uint8Array(row.bytes as ArrayBuffer));
    const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }

  remove(connection: string): void {
    this.#sql.exec("DELETE FROM fragments WHERE connection = ?", connection);
  }
}
