/** Session records: every connected or stored session, with its will. */

import { readable } from "../contract/json.ts";
import type { Subscription } from "../session/effect.ts";
import type { Will } from "../session/packet.ts";
import { blob, propertiesFrom, propertiesText } from "./message-columns.ts";
import { willColumn } from "./shapes.ts";
import { Table } from "./sql.ts";

export interface SessionRecord {
  id: number;
  /** Principal and client identifier; unique. */
  key: string;
  /** The principal's name in `principals`. */
  ref: string;
  deviceId: string | null;
  /** The connection that holds the session; null while it is offline. */
  connection: string | null;
  /** Seconds that the session outlives its connection. */
  expiry: number;
  /** Milliseconds since 1970, while the session is offline; null: never. */
  expiresAt: number | null;
}

type SessionRow = Record<string, SqlStorageValue>;

const RECORD = "id, key, ref, device_id, connection, expiry, expires_at";

const recordOf = (row: SessionRow): SessionRecord => ({
  id: Number(row.id),
  key: String(row.key),
  ref: String(row.ref),
  deviceId: row.device_id as string | null,
  connection: row.connection as string | null,
  expiry: Number(row.expiry),
  expiresAt: row.expires_at as number | null,
});

export class Sessions extends Table {
  #lastId = 0;

  #one(where: string, ...bindings: unknown[]): SessionRecord | null {
    const [row] = this.sql.exec(`SELECT ${RECORD} FROM sessions WHERE ${where}`, ...bindings);
    return row === undefined ? null : recordOf(row);
  }

  #many(where: string, ...bindings: unknown[]): SessionRecord[] {
    return [...this.sql.exec(`SELECT ${RECORD} FROM sessions WHERE ${where}`, ...bindings)].map(recordOf);
  }

  byId = (id: number) => this.#one("id = ?", id);
  byKey = (key: string) => this.#one("key = ?", key);
  all = () => this.#many("1");
  live = () => this.#many("connection IS NOT NULL");
  /** A key is the principal, a line break and the client identifier: the range uses the index of the keys. */
  ofPrincipal = (ref: string) => this.#many("key > ? AND key < ?", `${ref}\n`, `${ref}\v`);
  expired = (now: number, most: number) =>
    this.#many("expires_at <= ? ORDER BY expires_at, id LIMIT ?", now, most);
  willsDue = (now: number, most: number) =>
    this.#many("will_at <= ? ORDER BY will_at, id LIMIT ?", now, most);
  isWillDue = (id: number, now: number) => this.#one("id = ? AND will_at <= ?", id, now) !== null;
  /** Returns the oldest offline session of the principal that has the most of them, or null. */
  firstToEnd = () =>
    this.#one(
      `connection IS NULL AND ref = (SELECT ref FROM sessions WHERE connection IS NULL GROUP BY ref
         ORDER BY count(*) DESC, min(id) LIMIT 1) ORDER BY id LIMIT 1`,
    );

  offline(): number {
    const count = "SELECT count(*) AS n FROM sessions WHERE connection IS NULL";
    return Number(this.sql.exec(count).one().n);
  }

  /** Returns an unused session number. `live` returns the numbers of sessions without a row; called once after waking. */
  freshId(live: () => readonly number[]): number {
    if (this.#lastId === 0) {
      const [row] = this.sql.exec("SELECT seq FROM sqlite_sequence WHERE name = 'sessions'");
      this.#lastId = Math.max(Number(row?.seq ?? 0), ...live());
    }
    this.#lastId += 1;
    return this.#lastId;
  }

  create(session: SessionRecord, will: Will | null): void {
    const { id, key, ref, deviceId, connection, expiry } = session;
    this.sql.exec(
      `INSERT INTO sessions (id, key, ref, device_id, connection, expiry, will, will_payload)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      key,
      ref,
      deviceId,
      connection,
      expiry,
      will === null ? null : willText(will),
      will === null ? null : blob(will.payload),
    );
  }

  /** Assigns the session to a connection; stores the will. */
  begin(id: number, connection: string, expiry: number, will: Will | null): void {
    this.sql.exec(
      `UPDATE sessions SET connection = ?, expiry = ?, expires_at = NULL, will_at = NULL, will = ?, will_payload = ?
       WHERE id = ?`,
      connection,
      expiry,
      will === null ? null : willText(will),
      will === null ? null : blob(will.payload),
      id,
    );
  }

  rest(id: number, expiry: number, expiresAt: number | null, willAt: number | null): void {
    this.sql.exec(
      "UPDATE sessions SET connection = NULL, expiry = ?, expires_at = ?, will_at = ? WHERE id = ?",
      expiry,
      expiresAt,
      willAt,
      id,
    );
  }

  /** Null without a will, and for one that cannot be read. */
  will(id: number): Will | null {
    const [row] = this.sql.exec(
      "SELECT will, will_payload FROM sessions WHERE id = ? AND will IS NOT NULL",
      id,
    );
    if (row === undefined) return null;
    const will = readable(willColumn, row.will);
    if (will === null) return null;
    const { properties, ...rest } = will;
    const payload = new Uint8Array(row.will_payload as ArrayBuffer);
    return { ...rest, payload, properties: propertiesFrom(properties) };
  }

  dropWill(id: number): void {
    this.sql.exec("UPDATE sessions SET will = NULL, will_payload = NULL, will_at = NULL WHERE id = ?", id);
  }

  remove(id: number): void {
    this.sql.exec("DELETE FROM sessions WHERE id = ?", id);
  }

  liveOfDevice(deviceId: string): number {
    const count = "SELECT count(*) AS n FROM sessions WHERE device_id = ? AND connection IS NOT NULL";
    return Number(this.sql.exec(count, deviceId).one().n);
  }

  /** Returns when the next offline session ends or the next will is due, or null. */
  nextDeadline(): number | null {
    const row = this.sql
      .exec(
        `SELECT min(at) AS at FROM (
           SELECT * FROM (SELECT expires_at AS at FROM sessions WHERE expires_at IS NOT NULL ORDER BY expires_at LIMIT 1)
           UNION ALL
           SELECT * FROM (SELECT will_at AS at FROM sessions WHERE will_at IS NOT NULL ORDER BY will_at LIMIT 1))`,
      )
      .one();
    return row.at as number | null;
  }
}

function willText(will: Will): string {
  const { payload: _, properties, ...rest } = will;
  return willColumn.write({ ...rest, properties: propertiesText(properties) });
}

// Subscriptions made by clients. A device's automatic ones are not stored: they follow its channels.

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
