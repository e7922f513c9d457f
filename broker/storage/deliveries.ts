/** Deliveries that a session still has to get or to acknowledge, in their order; and QoS 2 packet ids it sent us. */

import type { Delivery, Phase, StoredDelivery } from "../session/message.ts";
import { firstPhase, insertRow, storedOf } from "./delivery-row.ts";
import type { Sql } from "./sql.ts";

/** What was sent stands before all that waits: it is found without a look at those. */
const SENT = "SELECT seq FROM deliveries WHERE session = ? AND packet_id = ? ORDER BY seq LIMIT 1";

/** Messages, and their bytes. */
export interface Load {
  messages: number;
  bytes: number;
}

/** A row that is read to be sent: `waits` is what it counts for while it waits, null when it was sent before. */
export type NextDelivery = StoredDelivery & { waits: number | null };

export class Deliveries {
  #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** At the end of the queue. Returns its bytes. */
  append(session: number, delivery: Delivery): number {
    return insertRow(this.#sql, session, delivery, null, firstPhase(delivery));
  }

  keep(session: number, delivery: Delivery, packetId: number, phase: Phase): void {
    insertRow(this.#sql, session, delivery, packetId, phase);
  }

  *waiting(): Iterable<[session: number, load: Load]> {
    const sums =
      "SELECT session, count(*) AS n, sum(bytes) AS b FROM deliveries WHERE packet_id IS NULL GROUP BY session";
    for (const { session, n, b } of this.#sql.exec(sums)) {
      yield [Number(session), { messages: Number(n), bytes: Number(b) }];
    }
  }

  waitingUpTo(session: number, seq: number): Load {
    const sums =
      "SELECT count(*) AS n, sum(bytes) AS b FROM deliveries WHERE session = ? AND seq <= ? AND packet_id IS NULL";
    const { n, b } = this.#sql.exec(sums, session, seq).one();
    return { messages: Number(n), bytes: Number(b) };
  }

  /** The oldest that waits behind this row goes. Returns its bytes; null when nothing waits there. */
  dropOldest(session: number, after: number): number | null {
    const oldest =
      "DELETE FROM deliveries WHERE seq = (SELECT min(seq) FROM deliveries WHERE session = ? AND seq > ? AND packet_id IS NULL) RETURNING bytes";
    const [row] = this.#sql.exec(oldest, session, after);
    return row === undefined ? null : Number(row.bytes);
  }

  next(session: number, after: number, underWay: readonly number[], count: number): NextDelivery[] {
    const query = `SELECT * FROM deliveries
       WHERE session = ? AND seq > ? AND (packet_id IS NULL OR packet_id NOT IN (SELECT value FROM json_each(?)))
       ORDER BY seq LIMIT ?`;
    return [...this.#sql.exec(query, session, after, JSON.stringify(underWay), count)].map((row) => ({
      ...storedOf(row),
      waits: row.packet_id === null ? Number(row.bytes) : null,
    }));
  }

  /** A row that waited is sent. Returns what it counted for; null when it did not wait. */
  sent(seq: number, packetId: number, phase: Phase): number | null {
    const update =
      "UPDATE deliveries SET packet_id = ?, phase = ? WHERE seq = ? AND packet_id IS NULL RETURNING bytes";
    const [row] = this.#sql.exec(update, packetId, phase, seq);
    return row === undefined ? null : Number(row.bytes);
  }

  /** A row that will not be sent. Returns what it counted for; null when it did not wait. */
  discard(seq: number): number | null {
    const [row] = this.#sql.exec("DELETE FROM deliveries WHERE seq = ? RETURNING packet_id, bytes", seq);
    return row === undefined || row.packet_id !== null ? null : Number(row.bytes);
  }

  /** Rows up to and with this one were given, but for those that serve a shared group: they stay until acknowledged. */
  removeUpTo(session: number, seq: number): void {
    this.#sql.exec("DELETE FROM deliveries WHERE session = ? AND seq <= ? AND share IS NULL", session, seq);
  }

  /**
   * What the session leaves to the other members of its shared groups, in order: what waits, and what it was sent at
   * QoS 1 and did not acknowledge. [MQTT-4.8.2-5] what was sent at QoS 2 goes to nobody else.
   */
  shared(session: number): Delivery[] {
    const query = `SELECT * FROM deliveries
       WHERE session = ? AND share IS NOT NULL AND (packet_id IS NULL OR qos = 1) ORDER BY seq`;
    return [...this.#sql.exec(query, session)].map((row) => storedOf(row).delivery);
  }

  has(session: number, topic: string): boolean {
    const query = "SELECT 1 FROM deliveries WHERE session = ? AND topic = ? LIMIT 1";
    return [...this.#sql.exec(query, session, topic)].length > 0;
  }

  /** What waits on this topic, and was never sent, goes. Returns how much that was. */
  dropWaiting(session: number, topic: string): Load {
    const waiting =
      "DELETE FROM deliveries WHERE session = ? AND topic = ? AND packet_id IS NULL RETURNING bytes";
    const rows = [...this.#sql.exec(waiting, session, topic)];
    return { messages: rows.length, bytes: rows.reduce((sum, row) => sum + Number(row.bytes), 0) };
  }

  /** PUBREC came: the message itself is not needed any more. */
  advance(session: number, packetId: number): void {
    const update = `UPDATE deliveries SET phase = 'pubcomp', payload = x'', bytes = 0 WHERE seq = (${SENT})`;
    this.#sql.exec(update, session, packetId);
  }

  settle(session: number, packetId: number): void {
    this.#sql.exec(`DELETE FROM deliveries WHERE seq = (${SENT})`, session, packetId);
  }

  resume(session: number): { received: number[]; nextPacketId: number; backlog: boolean } {
    const received = [...this.#sql.exec("SELECT packet_id FROM received WHERE session = ?", session)];
    const summary = "SELECT count(*) AS n, max(packet_id) AS top FROM deliveries WHERE session = ?";
    const { n, top } = this.#sql.exec(summary, session).one();
    return {
      received: received.map((row) => Number(row.packet_id)),
      nextPacketId: (Number(top ?? 0) % 65_535) + 1,
      backlog: Number(n) > 0,
    };
  }

  receive(session: number, packetId: number): void {
    this.#sql.exec("INSERT OR IGNORE INTO received (session, packet_id) VALUES (?, ?)", session, packetId);
  }

  release(session: number, packetId: number): void {
    this.#sql.exec("DELETE FROM received WHERE session = ? AND packet_id = ?", session, packetId);
  }

  removeAll(session: number): void {
    this.#sql.exec("DELETE FROM deliveries WHERE session = ?", session);
    this.#sql.exec("DELETE FROM received WHERE session = ?", session);
  }
}
