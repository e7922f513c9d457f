/**
 * The last login of each credential, and with its earlier password; the last use of each token, with address, and of
 * each login session.
 */

import { Table } from "./sql.ts";

const EARLIER = "earlier:";
/** Milliseconds between two stored uses of the same token. */
const TOKEN_INTERVAL = 3_600_000;

export interface StoredTokenUse {
  /** Milliseconds since 1970. */
  at: number;
  /** Sealed by the worker. */
  address: string | null;
}

export class Uses extends Table {
  /** Milliseconds since 1970. A login with the earlier password also counts as a use of the credential. */
  put(credentialId: string, at: number, byEarlier = false): void {
    const put = "INSERT OR REPLACE INTO uses (credential_id, at) VALUES (?, ?)";
    this.sql.exec(put, credentialId, at);
    if (byEarlier) this.sql.exec(put, EARLIER + credentialId, at);
  }

  /** Writes also when the clock was set back. */
  putToken(tokenId: string, at: number, address: string | null): void {
    const [last] = this.sql.exec("SELECT at FROM uses WHERE credential_id = ?", tokenId);
    if (last !== undefined && Math.abs(at - Number(last.at)) < TOKEN_INTERVAL) return;
    const put = "INSERT OR REPLACE INTO uses (credential_id, at, address) VALUES (?, ?, ?)";
    this.sql.exec(put, tokenId, at, address);
  }

  tokenUse(tokenId: string): StoredTokenUse | null {
    const [row] = this.sql.exec("SELECT at, address FROM uses WHERE credential_id = ?", tokenId);
    return row === undefined
      ? null
      : { at: Number(row.at), address: row.address === null ? null : String(row.address) };
  }

  /** Returns times by credential; logins with the earlier password have the prefix `earlier:`. */
  all(): Record<string, number> {
    const rows = [...this.sql.exec("SELECT credential_id, at FROM uses")];
    return Object.fromEntries(rows.map((row) => [String(row.credential_id), Number(row.at)]));
  }

  prune(left: readonly string[]): void {
    this.sql.exec(
      "DELETE FROM uses WHERE replace(credential_id, ?, '') NOT IN (SELECT value FROM json_each(?))",
      EARLIER,
      JSON.stringify(left),
    );
  }
}

// Clients that logged in shortly before their name was blocked at their address.

interface RecentLogin {
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
