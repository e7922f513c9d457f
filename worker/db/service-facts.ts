/** How full the service is, and what waits in it. */

import { type Read, read } from "./statement.ts";

export interface ServiceFacts {
  accounts: number;
  /** On the waitlist and not invited. */
  waiting: number;
  letters_waiting: number;
}

export const serviceFacts = (db: D1Database): Read<ServiceFacts> =>
  read(
    db,
    `SELECT (SELECT count(*) FROM users) AS accounts,
      (SELECT count(*) FROM waitlist WHERE invited_at IS NULL) AS waiting,
      (SELECT count(*) FROM mail_outbox WHERE next_attempt_at IS NOT NULL) AS letters_waiting`,
  );
