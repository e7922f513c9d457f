/** Names of the principals that own sessions, as in the copy of the rights. */

import { readable } from "../contract/json.ts";
import { type Principal, refKey, refOf } from "../routing/access.ts";
import { principalColumn } from "./shapes.ts";
import type { Sql } from "./sql.ts";

export class Principals {
  #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  put(principal: Principal): void {
    const facts = principalColumn.write(principal);
    this.#sql.exec(
      "INSERT OR REPLACE INTO principals (ref, facts) VALUES (?, ?)",
      refKey(refOf(principal)),
      facts,
    );
  }

  get(ref: string): Principal | null {
    const [row] = this.#sql.exec("SELECT facts FROM principals WHERE ref = ?", ref);
    return row === undefined ? null : readable(principalColumn, row.facts);
  }

  all(): Principal[] {
    const rows = [...this.#sql.exec("SELECT facts FROM principals")];
    return rows.flatMap(({ facts }) => readable(principalColumn, facts) ?? []);
  }

  /** Deletes principals without a session: in a row, or in `live`. Returns their names. */
  removeUnused(live: readonly string[]): string[] {
    const unused =
      "DELETE FROM principals WHERE ref NOT IN (SELECT ref FROM sessions UNION SELECT value FROM json_each(?)) RETURNING ref";
    return [...this.#sql.exec(unused, JSON.stringify(live))].map(({ ref }) => String(ref));
  }
}
