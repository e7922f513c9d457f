/** Parts of a connection that do not fit into its attachment (16 KiB): an incomplete packet, a large session. */

import { blob } from "./message-columns.ts";
import { Table } from "./sql.ts";

/** Bytes of a row; the storage takes 2 MB. Parts from -1 down are a session, others an incomplete packet. */
const SESSION_PART = 1_048_576;

export class Fragments extends Table {
  append(connection: string, part: number, bytes: Uint8Array): void {
    const insert = "INSERT OR REPLACE INTO fragments (connection, part, bytes) VALUES (?, ?, ?)";
    this.sql.exec(insert, connection, part, blob(bytes));
  }

  read(connection: string): Uint8Array {
    const query = "SELECT bytes FROM fragments WHERE connection = ? AND part >= 0 ORDER BY part";
    return this.#joined(query, connection);
  }

  #joined(query: string, connection: string): Uint8Array {
    const parts = [...this.sql.exec(query, connection)].map(
      (row) => new Uint8Array(row.bytes as ArrayBuffer),
    );
    const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }

  putSession(connection: string, text: string): void {
    this.sql.exec("DELETE FROM fragments WHERE connection = ? AND part < 0", connection);
    const bytes = new TextEncoder().encode(text);
    for (let at = 0, part = -1; at < bytes.length; at += SESSION_PART, part--) {
      this.append(connection, part, bytes.subarray(at, at + SESSION_PART));
    }
  }

  session(connection: string): string {
    const query = "SELECT bytes FROM fragments WHERE connection = ? AND part < 0 ORDER BY part DESC";
    return new TextDecoder().decode(this.#joined(query, connection));
  }

  remove(connection: string): void {
    this.sql.exec("DELETE FROM fragments WHERE connection = ? AND part >= 0", connection);
  }

  removeAll(connection: string): void {
    this.sql.exec("DELETE FROM fragments WHERE connection = ?", connection);
  }
}
