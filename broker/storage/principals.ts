/** Who the sessions belong to, as the directory last said. */

import { type Principal, refKey, refOf } from "../routing/access.ts";
import type { Sql } from "./sql.ts";

export class Principals {
  #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  put(principal: Principal): void {
    const facts = JSON.stringify(principal);
    this.#sql.exec(
      "INSERT OR REPLACE INTO principals (ref, facts) VALUES (?, ?)",
      refKey(refOf(principal)),
      facts,
    );
  }

  get(ref: string): Principal | null {
    const [row] = this.#sql.exec("SELECT facts FROM principals WHERE ref = ?", ref);
    return row === undefined ? null : (JSON.parse(String(row.facts)) as Principal);
  }

  all(): Principal[] {
    return [...this.#sql.exec("SELECT facts FROM principals")].map(
      (row) => JSON.parse(String(row.facts)) as Principal,
    );
  }

  /** Nobody of this principal has a session any more: none in a row, none of those that are `live` without one. */
  removeUnused(live: readonly string[]): void {
    const unused =
      "DELETE FROM principals WHERE ref NOT IN (SELECT ref FROM sessions UNION SELECT value FROM json_each(?))";
    this.#sql.exec(unused, JSON.stringify(live));
  }
}
