/** The principals that own sessions, with their rights as in the copy. */

import { readable } from "../contract/json.ts";
import { idsIn, type Principal, refKey, refOf } from "../routing/access.ts";
import { principalColumn } from "./shapes.ts";
import { Table } from "./sql.ts";

export class Principals extends Table {
  /** By the id of a login or device: the principals that it is part of. */
  readonly #byId = this.sql.hold(() => this.#read());

  #read(): Map<string, Set<string>> {
    const byId = new Map<string, Set<string>>();
    for (const { ref } of this.sql.exec("SELECT ref FROM principals")) enter(byId, String(ref));
    return byId;
  }

  put(principal: Principal): void {
    const ref = refKey(refOf(principal));
    const facts = principalColumn.write(principal);
    this.sql.exec("INSERT OR REPLACE INTO principals (ref, facts) VALUES (?, ?)", ref, facts);
    const byId = this.#byId.peek();
    if (byId !== null) enter(byId, ref);
  }

  get(ref: string): Principal | null {
    const [row] = this.sql.exec("SELECT facts FROM principals WHERE ref = ?", ref);
    return row === undefined ? null : readable(principalColumn, row.facts);
  }

  all(): Principal[] {
    const rows = [...this.sql.exec("SELECT facts FROM principals")];
    return rows.flatMap(({ facts }) => readable(principalColumn, facts) ?? []);
  }

  /** Returns the principals of these logins and devices. */
  of(ids: readonly string[]): Principal[] {
    const byId = this.#byId.get();
    const refs = new Set(ids.flatMap((id) => [...(byId.get(id) ?? [])]));
    return [...refs].flatMap((ref) => this.get(ref) ?? []);
  }

  /** Returns the principals without a session: in a row, or in `live`. */
  unused(live: readonly string[]): string[] {
    const query =
      "SELECT ref FROM principals WHERE ref NOT IN (SELECT ref FROM sessions UNION SELECT value FROM json_each(?))";
    return [...this.sql.exec(query, JSON.stringify(live))].map(({ ref }) => String(ref));
  }

  remove(ref: string): void {
    this.sql.exec("DELETE FROM principals WHERE ref = ?", ref);
    const byId = this.#byId.peek();
    for (const id of idsIn(ref)) {
      byId?.get(id)?.delete(ref);
      if (byId?.get(id)?.size === 0) byId.delete(id);
    }
  }
}

function enter(byId: Map<string, Set<string>>, ref: string): void {
  for (const id of idsIn(ref)) byId.set(id, (byId.get(id) ?? new Set()).add(ref));
}
