/** The principals that own sessions, with their rights as in the copy. */

import { readable } from "../contract/json.ts";
import { idsIn, type Principal, type PrincipalRef, refIn, refKey, refOf } from "../routing/access.ts";
import type { Unreadable } from "./rights-copy.ts";
import { principalColumn } from "./shapes.ts";
import { type Sql, Table } from "./sql.ts";

export class Principals extends Table {
  /** By the id of a login or device: the principals that it is part of. */
  readonly #byId = this.sql.hold(() => this.#read());

  readonly #unreadable: Unreadable;

  constructor(sql: Sql, unreadable: Unreadable) {
    super(sql);
    this.#unreadable = unreadable;
  }

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

  /** Null for an unknown one. One that cannot be read has no rights until they are read again. */
  get(ref: string): Principal | null {
    const [row] = this.sql.exec("SELECT facts FROM principals WHERE ref = ?", ref);
    if (row === undefined) return null;
    const principal = readable(principalColumn, row.facts);
    if (principal === null) this.#unreadable.isMet = true;
    return principal;
  }

  all(): PrincipalRef[] {
    return [...this.sql.exec("SELECT ref FROM principals")].map(({ ref }) => refIn(String(ref)));
  }

  /** Returns the principals of these logins and devices. */
  of(ids: readonly string[]): PrincipalRef[] {
    const byId = this.#byId.get();
    const refs = new Set(ids.flatMap((id) => [...(byId.get(id) ?? [])]));
    return [...refs].map(refIn);
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
