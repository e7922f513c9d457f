/**
 * Events that a release before this one had yet to bring to the shared database. They are taken into the account's own
 * whenever it wakes, for that release may come back, and go again.
 */

import type { Meta } from "./meta.ts";
import type { Held, Sql } from "./sql.ts";

const EVENTS = `INSERT OR IGNORE INTO events (at, id, device_id, type, actor, count)
  SELECT record ->> 'at', record ->> 'id', record ->> 'deviceId', record ->> 'type', record ->> 'actor',
    coalesce(record ->> 'count', 1)
  FROM outbox WHERE record ->> 'kind' = 'device-event'`;

const USES = `INSERT INTO uses (credential_id, at)
  SELECT record ->> 'credentialId', max(record ->> 'at') FROM outbox
  WHERE record ->> 'kind' = 'credential-use' GROUP BY 1
  ON CONFLICT (credential_id) DO UPDATE SET at = max(at, excluded.at)`;

export class OlderOutbox {
  readonly #taken: Held<true>;

  constructor(sql: Sql, meta: Meta) {
    this.#taken = sql.hold(() => {
      if ([...sql.exec("SELECT 1 FROM outbox LIMIT 1")].length > 0) {
        if (sql.inTransaction) this.#move(sql, meta);
        else sql.transaction(() => this.#move(sql, meta));
      }
      return true;
    });
  }

  /** Before anything is read or written of what it may hold; costs nothing but the first time after waking. */
  takeIn(): void {
    this.#taken.get();
  }

  #move(sql: Sql, meta: Meta): void {
    for (const statement of [EVENTS, USES, "DELETE FROM outbox"]) sql.exec(statement);
    meta.set("events", Number(sql.exec("SELECT count(*) AS n FROM events").one().n));
  }
}
