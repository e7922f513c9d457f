/** Tickets: each opens one stream, once, in the name of the session or token that requested it. */

import type { Bearer } from "../contract/bearer.ts";
import { Table } from "./sql.ts";

/** Per account; the oldest is deleted. */
const MAX_TICKETS = 100;

export class Tickets extends Table {
  /** `until` in milliseconds since 1970. */
  put(digest: string, { kind, digest: bearer }: Bearer, until: number, now: number): void {
    this.sql.exec("DELETE FROM tickets WHERE until <= ?", now);
    this.sql.exec(
      "DELETE FROM tickets WHERE digest NOT IN (SELECT digest FROM tickets ORDER BY until DESC LIMIT ?)",
      MAX_TICKETS - 1,
    );
    const put = "INSERT INTO tickets (digest, kind, bearer, until) VALUES (?, ?, ?, ?)";
    this.sql.exec(put, digest, kind, bearer, until);
  }

  /** Uses a ticket up. Returns null for an unknown or expired one. */
  take(digest: string, now: number): Bearer | null {
    const [row] = this.sql.exec("DELETE FROM tickets WHERE digest = ? RETURNING kind, bearer, until", digest);
    if (row === undefined || Number(row.until) <= now) return null;
    return { kind: row.kind === "token" ? "token" : "session", digest: String(row.bearer) };
  }
}
