/** When each credential last logged in, and when with the password that it had earlier. */

import type { Sql } from "./sql.ts";

const EARLIER = "earlier:";

export class Uses {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Milliseconds since 1970. A use of the earlier password is one of the credential, too. */
  put(credentialId: string, at: number, byEarlier = false): void {
    const put = "INSERT OR REPLACE INTO uses (credential_id, at) VALUES (?, ?)";
    this.#sql.exec(put, credentialId, at);
    if (byEarlier) this.#sql.exec(put, EARLIER + credentialId, at);
  }

  /** By credential; that of an earlier password with `earlier:` before it. */
  all(): Record<string, number> {
    const rows = [...this.#sql.exec("SELECT credential_id, at FROM uses")];
    return Object.fromEntries(rows.map((row) => [String(row.credential_id), Number(row.at)]));
  }

  prune(left: readonly string[]): void {
    this.#sql.exec(
      "DELETE FROM uses WHERE replace(credential_id, ?, '') NOT IN (SELECT value FROM json_each(?))",
      EARLIER,
      JSON.stringify(left),
    );
  }
}
