/** What is too large for a socket's attachment: the beginning of a packet, a session with much under way. */

import type { Sql } from "./guarded-sql.ts";
import { blob } from "./message-columns.ts";

/** The part that is a session. */
const SESSION = -1;

export class Fragments {
  #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  append(connection: string, part: number, bytes: Uint8Array): void {
    this.#sql.exec("INSERT OR REPLACE INTO fragments VALUES (?, ?, ?)", connection, part, blob(bytes));
  }

  read(connection: string): Uint8Array {
    const rows = this.#sql.exec(
      "SELECT bytes FROM fragments WHERE connection = ? AND part >= 0 ORDER BY part",
      connection,
    );
    const parts = [...rows].map((row) => new Uint8Array(row.bytes as ArrayBuffer));
    const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }

  putSession(connection: string, text: string): void {
    this.append(connection, SESSION, new TextEncoder().encode(text));
  }

  session(connection: string): string {
    const query = "SELECT bytes FROM fragments WHERE connection = ? AND part = ?";
    return new TextDecoder().decode(this.#sql.exec(query, connection, SESSION).one().bytes as ArrayBuffer);
  }

  /** The packet is complete. */
  remove(connection: string): void {
    this.#sql.exec("DELETE FROM fragments WHERE connection = ? AND part >= 0", connection);
  }

  /** The connection is over. */
  removeAll(connection: string): void {
    this.#sql.exec("DELETE FROM fragments WHERE connection = ?", connection);
  }
}
