/** Subscriptions made by clients. A device's automatic ones are not stored: they follow its channels. */

import type { Subscription } from "../session/effect.ts";
import { Table } from "./sql.ts";

type SubscriptionRow = Record<string, SqlStorageValue>;

const subscriptionOf = (row: SubscriptionRow): Subscription => ({
  filter: String(row.filter),
  qos: Number(row.qos) as 0 | 1 | 2,
  noLocal: row.no_local === 1,
  retainAsPublished: row.retain_as_published === 1,
  identifier: Number(row.identifier),
});

export class Subscriptions extends Table {
  /** [MQTT-3.8.4-3] replaces the subscription with the same filter. */
  put(session: number, subscription: Subscription): void {
    const { filter, qos, noLocal, retainAsPublished, identifier } = subscription;
    this.sql.exec(
      `INSERT OR REPLACE INTO subscriptions (session, filter, qos, no_local, retain_as_published, identifier)
       VALUES (?, ?, ?, ?, ?, ?)`,
      session,
      filter,
      qos,
      noLocal ? 1 : 0,
      retainAsPublished ? 1 : 0,
      identifier,
    );
  }

  remove(session: number, filter: string): void {
    this.sql.exec("DELETE FROM subscriptions WHERE session = ? AND filter = ?", session, filter);
  }

  removeAll(session: number): void {
    this.sql.exec("DELETE FROM subscriptions WHERE session = ?", session);
  }

  of(session: number): Subscription[] {
    return [...this.sql.exec("SELECT * FROM subscriptions WHERE session = ?", session)].map(subscriptionOf);
  }

  *all(): Iterable<{ session: number; subscription: Subscription }> {
    for (const row of this.sql.exec("SELECT * FROM subscriptions")) {
      yield { session: Number(row.session), subscription: subscriptionOf(row) };
    }
  }
}
