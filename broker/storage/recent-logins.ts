/** Clients that logged in shortly before their name was blocked at their address. */

import { Table } from "./sql.ts";

export interface RecentLogin {
  login: string;
  clientId: string;
  /** Milliseconds since 1970. */
  at: number;
}

export class RecentLoginRows extends Table {
  /** The oldest first. */
  all(): RecentLogin[] {
    const rows = this.sql.exec("SELECT login, client_id, at FROM recent_logins ORDER BY at");
    return [...rows].map(({ login, client_id: clientId, at }) => ({
      login: String(login),
      clientId: String(clientId),
      at: Number(at),
    }));
  }

  /** Deletes logins older than `forgotten`. */
  put(logins: readonly RecentLogin[], forgotten: number): void {
    this.sql.exec("DELETE FROM recent_logins WHERE at < ?", forgotten);
    const query = "INSERT OR REPLACE INTO recent_logins (login, client_id, at) VALUES (?, ?, ?)";
    for (const { login, clientId, at } of logins) this.sql.exec(query, login, clientId, at);
  }
}
