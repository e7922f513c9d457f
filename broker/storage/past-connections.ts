/** Connections of devices as a release before this one wrote them down; those of today stand among the events. */

import type { PastConnection } from "../contract/account.ts";
import type { Sql } from "./sql.ts";

const WEEK = 7 * 86_400_000;

export class PastConnections {
  #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Newest first. One whose end that release did not see has none. */
  of(deviceId: string): PastConnection[] {
    const query = "SELECT * FROM visits WHERE device_id = ? ORDER BY since DESC";
    return [...this.#sql.exec(query, deviceId)].map((row) => ({
      id: String(row.id),
      since: Number(row.since),
      until: row.until as number | null,
      clientId: String(row.client_id),
      protocol: Number(row.protocol) as 4 | 5,
      country: row.country as string | null,
      colo: row.colo as string | null,
    }));
  }

  prune(now: number): void {
    this.#sql.exec("DELETE FROM visits WHERE since < ?", now - WEEK);
  }
}
