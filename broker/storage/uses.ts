/** When each credential last logged in. */

import type { OlderOutbox } from "./outbox.ts";
import type { Sql } from "./sql.ts";

export class Uses {
  readonly #sql: Sql;
  readonly #older: OlderOutbox;

  constructor(sql: Sql, older: OlderOutbox) {
    this.#sql = sql;
    this.#older = older;
  }

  /** Milliseconds since 1970. */
  put(credentialId: string, at: number): void {
    this.#older.takeIn();
    this.#sql.exec("INSERT OR REPLACE INTO uses (credential_id, at) VALUES (?, ?)", credentialId, at);
  }

  /** By credential. */
  all(): Record<string, number> {
    this.#older.takeIn();
    const rows = [...this.#sql.exec("SELECT credential_id, at FROM uses")];
    return Object.fromEntries(rows.map((row) => [String(row.credential_id), Number(row.at)]));
  }

  /** Credentials that are gone. */
  prune(left: readonly string[]): void {
    this.#sql.exec(
      "DELETE FROM uses WHERE credential_id NOT IN (SELECT value FROM json_each(?))",
      JSON.stringify(left),
    );
  }
}
