/**
 * Tickets: each opens one stream in the name of the session or token that requested it, and resumes it. A ticket is
 * `new`, then `open` while its stream is, then `idle`.
 */

import type { Bearer } from "../contract/bearer.ts";
import { Table } from "./sql.ts";

/** Per account. */
const MAX_TICKETS = 100;
/** How long a ticket may open its stream, and how long it may resume it after its end. Milliseconds. */
const TICKET_MS = 60_000;
const IDLE_MS = 3_600_000;

export interface Ticket {
  /** Its maker. */
  bearer: Bearer;
  isNew: boolean;
}

export class Tickets extends Table {
  /** Returns until when it may be opened. `now` in milliseconds since 1970. */
  put(digest: string, { kind, digest: bearer }: Bearer, now: number): number {
    this.sql.exec("DELETE FROM tickets WHERE state <> 'open' AND until <= ?", now);
    // the maker with the most makes room, so that its tickets end no other's: first those not used for longest
    this.sql.exec(
      `DELETE FROM tickets WHERE digest IN (
         SELECT digest FROM (
           SELECT digest, state, until - CASE state WHEN 'new' THEN ${TICKET_MS} ELSE ${IDLE_MS} END AS used,
             count(*) OVER (PARTITION BY bearer) AS own, count(*) OVER () AS total FROM tickets)
         WHERE total >= ${MAX_TICKETS} AND state <> 'open' ORDER BY own DESC, used LIMIT 1)`,
    );
    const until = now + TICKET_MS;
    const put = "INSERT INTO tickets (digest, kind, bearer, until, state) VALUES (?, ?, ?, ?, 'new')";
    this.sql.exec(put, digest, kind, bearer, until);
    return until;
  }

  /** Null for an unknown or expired one. */
  find(digest: string, now: number): Ticket | null {
    const [row] = this.sql.exec("SELECT kind, bearer, until, state FROM tickets WHERE digest = ?", digest);
    if (row === undefined || (row.state !== "open" && Number(row.until) <= now)) return null;
    const bearer: Bearer = { kind: row.kind === "token" ? "token" : "session", digest: String(row.bearer) };
    return { bearer, isNew: row.state === "new" };
  }

  open(digest: string): void {
    this.sql.exec("UPDATE tickets SET state = 'open' WHERE digest = ?", digest);
  }

  /** Its stream has ended. */
  rest(digest: string, now: number): void {
    this.sql.exec("UPDATE tickets SET state = 'idle', until = ? WHERE digest = ?", now + IDLE_MS, digest);
  }

  /** The tickets whose streams are open as far as the object has seen. */
  opened(): string[] {
    return [...this.sql.exec("SELECT digest FROM tickets WHERE state = 'open'")].map(({ digest }) =>
      String(digest),
    );
  }

  remove(digest: string): void {
    this.sql.exec("DELETE FROM tickets WHERE digest = ?", digest);
  }
}
