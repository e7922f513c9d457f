/** How much waits in rows, by session; counted when first asked for after waking. */

import type { Sql } from "./guarded-sql.ts";
import type { Taken } from "./taken.ts";

export interface Load {
  messages: number;
  bytes: number;
}

const NOTHING: Load = { messages: 0, bytes: 0 };

export class QueueLoad {
  #sql: Sql;
  #taken: Taken;
  #loads: Map<number, Load> | null = null;
  #bytes = 0;

  constructor(sql: Sql, taken: Taken) {
    this.#sql = sql;
    this.#taken = taken;
  }

  /** To be called before rows change that are charged afterwards. */
  count(): Map<number, Load> {
    if (this.#loads !== null) return this.#loads;
    const loads = new Map<number, Load>();
    let bytes = 0;
    const sums =
      "SELECT session, count(*) AS n, sum(bytes) AS b FROM deliveries WHERE packet_id IS NULL GROUP BY session";
    for (const row of this.#sql.exec(sums)) {
      loads.set(Number(row.session), { messages: Number(row.n), bytes: Number(row.b) });
      bytes += Number(row.b);
    }
    this.#loads = loads;
    this.#bytes = bytes;
    this.#forgive();
    return loads;
  }

  /** Rows that were given and have not gone yet do not wait. */
  #forgive(): void {
    const sums =
      "SELECT count(*) AS n, sum(bytes) AS b FROM deliveries WHERE session = ? AND seq <= ? AND packet_id IS NULL";
    for (const [session, { seq }] of this.#taken) {
      const { n, b } = this.#sql.exec(sums, session, seq).one();
      this.charge(session, -Number(n), -Number(b));
    }
  }

  of(session: number): Load {
    return this.count().get(session) ?? NOTHING;
  }

  /** Of the whole account. */
  get bytes(): number {
    this.count();
    return this.#bytes;
  }

  charge(session: number, messages: number, bytes: number): void {
    const load = this.of(session);
    this.#bytes += bytes;
    this.count().set(session, { messages: load.messages + messages, bytes: load.bytes + bytes });
  }

  remove(session: number): void {
    const load = this.#loads?.get(session);
    if (load === undefined) return;
    this.#bytes -= load.bytes;
    this.#loads?.delete(session);
  }

  forget(): void {
    this.#loads = null;
  }
}
