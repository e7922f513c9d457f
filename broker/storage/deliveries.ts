/** Deliveries that a session has not acknowledged, in order; and the packet ids of its unreleased QoS 2 messages. */

import type { Delivery, Message, Phase, Receipt, StoredDelivery } from "../session/message.ts";
import { firstPhase, insertRow, storedOf } from "./delivery-row.ts";
import { Table } from "./sql.ts";

/** Sent rows have lower numbers than unsent ones: the query finds them without reading the unsent rows. */
const SENT = "SELECT seq FROM deliveries WHERE session = ? AND packet_id = ? ORDER BY seq LIMIT 1";

export interface Load {
  messages: number;
  bytes: number;
}

/** `waits`: the bytes that the row counts for in its queue; null when it was sent before. */
export type NextDelivery = StoredDelivery & { waits: number | null };

export class Deliveries extends Table {
  /** By `seq`: of waiting rows whose publisher waits for their readers. */
  readonly #receipts = new Map<number, Receipt>();
  readonly #rowsOf = new Map<Receipt, number[]>();

  /** Appends to the queue. Returns the row's bytes. */
  append(session: number, delivery: Delivery): number {
    const bytes = insertRow(this.sql, session, delivery, null, firstPhase(delivery));
    this.#follow(delivery.receipt);
    return bytes;
  }

  /** Of the row that was inserted last. SQLite uses the number of a deleted row again. */
  #follow(receipt?: Receipt): void {
    if (receipt === undefined && this.#receipts.size === 0) return;
    const seq = Number(this.sql.exec("SELECT last_insert_rowid() AS seq").one().seq);
    this.#receipts.delete(seq);
    if (receipt === undefined) return;
    this.#receipts.set(seq, receipt);
    const rows = this.#rowsOf.get(receipt);
    if (rows === undefined) this.#rowsOf.set(receipt, [seq]);
    else rows.push(seq);
  }

  /** Its publisher does not wait any longer. */
  forget(receipt: Receipt): void {
    for (const seq of this.#rowsOf.get(receipt) ?? []) {
      if (this.#receipts.get(seq) === receipt) this.#receipts.delete(seq);
    }
    this.#rowsOf.delete(receipt);
  }

  #withReceipt(stored: StoredDelivery): StoredDelivery {
    const receipt = this.#receipts.get(stored.seq);
    return receipt === undefined ? stored : { ...stored, delivery: { ...stored.delivery, receipt } };
  }

  keep(session: number, delivery: Delivery, packetId: number, phase: Phase): void {
    insertRow(this.sql, session, delivery, packetId, phase);
    this.#follow();
  }

  *waiting(): Iterable<[session: number, load: Load]> {
    const sums =
      "SELECT session, count(*) AS n, sum(bytes) AS b FROM deliveries WHERE packet_id IS NULL GROUP BY session";
    for (const { session, n, b } of this.sql.exec(sums)) {
      yield [Number(session), { messages: Number(n), bytes: Number(b) }];
    }
  }

  waitingUpTo(session: number, seq: number): Load {
    const sums =
      "SELECT count(*) AS n, sum(bytes) AS b FROM deliveries WHERE session = ? AND seq <= ? AND packet_id IS NULL";
    const { n, b } = this.sql.exec(sums, session, seq).one();
    return { messages: Number(n), bytes: Number(b) };
  }

  /** Deletes the oldest unsent row after `after`. Returns null without one. */
  dropOldest(session: number, after: number): { bytes: number; receipt: Receipt | undefined } | null {
    const oldest =
      "DELETE FROM deliveries WHERE seq = (SELECT min(seq) FROM deliveries WHERE session = ? AND seq > ? AND packet_id IS NULL) RETURNING seq, bytes";
    const [row] = this.sql.exec(oldest, session, after);
    if (row === undefined) return null;
    return { bytes: Number(row.bytes), receipt: this.#receipts.get(Number(row.seq)) };
  }

  next(session: number, after: number, underWay: readonly number[], count: number): NextDelivery[] {
    const query = `SELECT * FROM deliveries
       WHERE session = ? AND seq > ? AND (packet_id IS NULL OR packet_id NOT IN (SELECT value FROM json_each(?)))
       ORDER BY seq LIMIT ?`;
    return [...this.sql.exec(query, session, after, JSON.stringify(underWay), count)].map((row) => ({
      ...this.#withReceipt(storedOf(row)),
      waits: row.packet_id === null ? Number(row.bytes) : null,
    }));
  }

  /** Marks a row as sent. Returns the bytes that it counted for, or null when it was sent before. */
  sent(seq: number, packetId: number, phase: Phase): number | null {
    const update =
      "UPDATE deliveries SET packet_id = ?, phase = ? WHERE seq = ? AND packet_id IS NULL RETURNING bytes";
    const [row] = this.sql.exec(update, packetId, phase, seq);
    return row === undefined ? null : Number(row.bytes);
  }

  /** Deletes an unsent row. Returns the bytes that it counted for, or null when it was sent before. */
  discard(seq: number): number | null {
    const [row] = this.sql.exec("DELETE FROM deliveries WHERE seq = ? RETURNING packet_id, bytes", seq);
    return row === undefined || row.packet_id !== null ? null : Number(row.bytes);
  }

  /** Deletes rows up to `seq`, inclusive. Rows of shared subscriptions stay until acknowledged. */
  removeUpTo(session: number, seq: number): void {
    this.sql.exec("DELETE FROM deliveries WHERE session = ? AND seq <= ? AND share IS NULL", session, seq);
  }

  /**
   * Returns the deliveries that other members of the shared groups take over, in order: unsent ones, and QoS
   * 1 ones without an acknowledgement. [MQTT-4.8.2-5] a message that was sent at QoS 2 is not sent to another
   * member.
   */
  shared(session: number): Delivery[] {
    const query = `SELECT * FROM deliveries
       WHERE session = ? AND share IS NOT NULL AND (packet_id IS NULL OR qos = 1) ORDER BY seq`;
    return [...this.sql.exec(query, session)].map((row) => storedOf(row).delivery);
  }

  hasCommand(session: number, command: number): boolean {
    const query = "SELECT 1 FROM deliveries WHERE session = ? AND command = ? LIMIT 1";
    return [...this.sql.exec(query, session, command)].length > 0;
  }

  /**
   * Deletes the unsent commands of the broker on a topic, after `after`. Returns their number, bytes and messages. Nobody
   * waits for a receipt of them.
   */
  takeCommands(session: number, topic: string, after: number): Load & { commands: Message[] } {
    const waiting =
      "DELETE FROM deliveries WHERE session = ? AND seq > ? AND topic = ? AND packet_id IS NULL AND by_broker = 1 RETURNING *";
    const rows = [...this.sql.exec(waiting, session, after, topic)];
    const bytes = rows.reduce((sum, row) => sum + Number(row.bytes), 0);
    return { messages: rows.length, bytes, commands: rows.map((row) => storedOf(row).delivery.message) };
  }

  /** Deletes the unsent rows of a topic. Returns their number and bytes, and whose publishers wait. */
  dropWaiting(session: number, topic: string): Load & { receipts: Receipt[] } {
    const waiting =
      "DELETE FROM deliveries WHERE session = ? AND topic = ? AND packet_id IS NULL RETURNING seq, bytes";
    const rows = [...this.sql.exec(waiting, session, topic)];
    const receipts = rows.flatMap(({ seq }) => this.#receipts.get(Number(seq)) ?? []);
    const bytes = rows.reduce((sum, row) => sum + Number(row.bytes), 0);
    return { messages: rows.length, bytes, receipts };
  }

  /** PUBREC arrived: deletes the payload, which is not needed for PUBREL. */
  advance(session: number, packetId: number): void {
    const update = `UPDATE deliveries SET phase = 'pubcomp', payload = x'', bytes = 0 WHERE seq = (${SENT})`;
    this.sql.exec(update, session, packetId);
  }

  settle(session: number, packetId: number): void {
    this.sql.exec(`DELETE FROM deliveries WHERE seq = (${SENT})`, session, packetId);
  }

  resume(session: number): { received: number[]; nextPacketId: number; backlog: boolean } {
    const received = [...this.sql.exec("SELECT packet_id FROM received WHERE session = ?", session)];
    const summary = "SELECT count(*) AS n, max(packet_id) AS top FROM deliveries WHERE session = ?";
    const { n, top } = this.sql.exec(summary, session).one();
    return {
      received: received.map((row) => Number(row.packet_id)),
      nextPacketId: (Number(top ?? 0) % 65_535) + 1,
      backlog: Number(n) > 0,
    };
  }

  receive(session: number, packetId: number): void {
    this.sql.exec("INSERT OR IGNORE INTO received (session, packet_id) VALUES (?, ?)", session, packetId);
  }

  release(session: number, packetId: number): void {
    this.sql.exec("DELETE FROM received WHERE session = ? AND packet_id = ?", session, packetId);
  }

  removeAll(session: number): void {
    this.sql.exec("DELETE FROM deliveries WHERE session = ?", session);
    this.sql.exec("DELETE FROM received WHERE session = ?", session);
  }
}
