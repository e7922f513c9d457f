/** When each device was connected, and from where: kept for a week. */

import type { PastConnection } from "../contract/account.ts";
import { withoutKeys } from "../contract/hidden.ts";
import type { Sql } from "./sql.ts";

const WEEK = 7 * 86_400_000;
/** Of one device. */
const MAX_ROWS = 500;

export class PastConnections {
  #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  begin(deviceId: string, connection: Omit<PastConnection, "until">): void {
    const { id, since, clientId, protocol, country, colo } = connection;
    this.#sql.exec(
      `INSERT OR REPLACE INTO visits (id, device_id, since, client_id, protocol, country, colo)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      id,
      deviceId,
      since,
      withoutKeys(clientId),
      protocol,
      country,
      colo,
    );
    const last = "SELECT since FROM visits WHERE device_id = ?1 ORDER BY since DESC LIMIT 1 OFFSET ?2";
    this.#sql.exec(`DELETE FROM visits WHERE device_id = ?1 AND since <= (${last})`, deviceId, MAX_ROWS);
  }

  end(id: string, now: number): void {
    this.#sql.exec("UPDATE visits SET until = ? WHERE id = ?", now, id);
  }

  /** Those that lasted beyond `from`, newest first. */
  of(deviceId: string, from: number): PastConnection[] {
    const query = `SELECT * FROM visits WHERE device_id = ? AND (until IS NULL OR until > ?) ORDER BY since DESC`;
    return [...this.#sql.exec(query, deviceId, from)].map((row) => ({
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
    this.#sql.exec("DELETE FROM visits WHERE until < ?", now - WEEK);
  }
}
