/** Deliveries that a session still has to get or to acknowledge, in their order; and QoS 2 packet ids it sent us. */

import type { Delivery, Phase, StoredDelivery } from "../protocol/message.ts";
import { Backlog } from "./backlog.ts";
import { firstPhase, insertRow, queuedBytes, storedOf } from "./delivery-row.ts";
import type { Sql } from "./guarded-sql.ts";
import { type Load, QueueLoad } from "./queue-load.ts";
import { type QueueLimits, QueueRoom } from "./queue-room.ts";
import { Taken } from "./taken.ts";

/** What was sent stands before all that waits: it is found without a look at those. */
const SENT = "SELECT seq FROM deliveries WHERE session = ? AND packet_id = ? ORDER BY seq LIMIT 1";

export class Deliveries {
  #sql: Sql;
  /** What waits in memory, behind what waits in rows. */
  #backlog = new Backlog();
  /** Rows that were given to sessions that end with their connection. */
  #taken: Taken;
  #rows: QueueLoad;
  /** How much may wait. */
  readonly room: QueueRoom;
  /** What the rows read last add to the load. */
  #read = new Map<number, Load>();
  /** Sessions that end with their connection and were seen to have no row, not even one that was sent before. */
  #withoutRows = new Set<number>();

  constructor(sql: Sql, limits: QueueLimits) {
    this.#sql = sql;
    this.#taken = new Taken(sql);
    this.#rows = new QueueLoad(sql, this.#taken);
    this.room = new QueueRoom(sql, limits, this.#rows, this.#backlog);
  }

  forgetCounts(): void {
    this.#rows.forget();
    this.#withoutRows.clear();
  }

  revert(): void {
    this.#taken.revert();
    this.forgetCounts();
    this.#backlog.revert();
  }

  confirm(): void {
    this.#taken.confirm();
    this.#backlog.confirm();
  }

  get inMemory(): boolean {
    return !this.#backlog.empty;
  }

  /** Whether memory is ahead of storage, so that `settleUp` is due. */
  get ahead(): boolean {
    return this.inMemory || !this.#taken.empty;
  }

  #rowsWait(session: number): boolean {
    return this.#rows.of(session).messages > 0;
  }

  /** Puts a delivery at the end of the queue. Returns how many had to go for it: one that has no room goes itself. */
  hold(session: number, delivery: Delivery): number {
    if (!this.room.has(session, queuedBytes(delivery.message))) return 1;
    this.#rows.count();
    const bytes = insertRow(this.#sql, session, delivery, null, firstPhase(delivery));
    this.#rows.charge(session, 1, bytes);
    return this.room.make(session, bytes, this.#dropOldest);
  }

  /** The same for a session that ends with its connection: in memory. */
  holdInMemory(session: number, delivery: Delivery, now: number): number {
    const bytes = queuedBytes(delivery.message);
    if (!this.room.has(session, bytes)) return 1;
    this.#backlog.put(session, delivery, bytes, now);
    return this.room.make(session, bytes, this.#dropOldest);
  }

  /** What was given goes, and what has waited in memory since then moves to storage, in its order. */
  settleUp(since: number): void {
    this.#taken.removeAll();
    this.#rows.count();
    for (const session of this.#backlog.since(since)) {
      for (const { delivery } of this.#backlog.first(session, Number.POSITIVE_INFINITY)) {
        const bytes = insertRow(this.#sql, session, delivery, null, firstPhase(delivery));
        this.#rows.charge(session, 1, bytes);
      }
      this.#backlog.remove(session);
    }
  }

  /** Whether the next message held in memory for this session may set off a write. */
  crowded(session: number): boolean {
    return this.#rowsWait(session) || this.room.crowded(session);
  }

  #dropOldest = (session: number): boolean => {
    if (!this.#rowsWait(session)) return this.#backlog.shift(session);
    const oldest =
      "DELETE FROM deliveries WHERE seq = (SELECT min(seq) FROM deliveries WHERE session = ? AND seq > ? AND packet_id IS NULL) RETURNING bytes";
    const [row] = this.#sql.exec(oldest, session, this.#taken.cursor(session));
    if (row === undefined) return false;
    this.#rows.charge(session, -1, -Number(row.bytes));
    return true;
  };

  /** A delivery that is sent now and waits for its acknowledgement. */
  keep(session: number, delivery: Delivery, packetId: number, phase: Phase): void {
    insertRow(this.#sql, session, delivery, packetId, phase);
  }

  /**
   * The next ones in order that are not under way on this connection, and whether there are more.
   * A session that ends with its connection has rows only when some were spilled, or when it was kept before.
   */
  next(
    session: number,
    underWay: readonly number[],
    room: number,
    endsWithConnection: boolean,
  ): { stored: StoredDelivery[]; more: boolean } {
    const none = endsWithConnection && this.#withoutRows.has(session) && !this.#rowsWait(session);
    const rows = none ? [] : this.#nextRows(session, underWay, room + 1);
    if (endsWithConnection && rows.length === 0) this.#withoutRows.add(session);
    const memory = this.#backlog.first(session, room + 1 - rows.length).map(({ seq, delivery }) => ({
      seq,
      delivery,
      packetId: null,
      phase: firstPhase(delivery),
    }));
    const stored: StoredDelivery[] = [...rows, ...memory];
    return { stored: stored.slice(0, room), more: stored.length > room };
  }

  #nextRows(session: number, underWay: readonly number[], count: number): StoredDelivery[] {
    const query = `SELECT * FROM deliveries
       WHERE session = ? AND seq > ? AND (packet_id IS NULL OR packet_id NOT IN (SELECT value FROM json_each(?)))
       ORDER BY seq LIMIT ?`;
    const after = this.#taken.cursor(session);
    this.#read.clear();
    return [...this.#sql.exec(query, session, after, JSON.stringify(underWay), count)].map((row) => {
      if (row.packet_id === null) this.#read.set(Number(row.seq), { messages: 1, bytes: Number(row.bytes) });
      return storedOf(row);
    });
  }

  /** A session that ends with its connection was given what `next` brought, or will never be. */
  take(session: number, seq: number): void {
    if (seq < 0) {
      this.#backlog.shift(session);
      return;
    }
    const load = this.#read.get(seq);
    if (load !== undefined) this.#rows.charge(session, -load.messages, -load.bytes);
    this.#taken.take(session, seq);
  }

  sent(session: number, seq: number, packetId: number, phase: Phase): void {
    const [row] = this.#sql.exec("SELECT packet_id, bytes FROM deliveries WHERE seq = ?", seq);
    if (row === undefined || row.packet_id !== null) return;
    this.#sql.exec("UPDATE deliveries SET packet_id = ?, phase = ? WHERE seq = ?", packetId, phase, seq);
    this.#rows.charge(session, -1, -Number(row.bytes));
  }

  /** A session that is kept is not given it. */
  discard(session: number, seq: number): void {
    const [row] = this.#sql.exec("DELETE FROM deliveries WHERE seq = ? RETURNING packet_id, bytes", seq);
    if (row !== undefined && row.packet_id === null) this.#rows.charge(session, -1, -Number(row.bytes));
  }

  /**
   * What the session leaves to the other members of its shared groups, in order: what waits, and what it was sent at
   * QoS 1 and did not acknowledge. [MQTT-4.8.2-5] what was sent at QoS 2 goes to nobody else.
   */
  shared(session: number): Delivery[] {
    const query = `SELECT * FROM deliveries
       WHERE session = ? AND share IS NOT NULL AND (packet_id IS NULL OR qos = 1) ORDER BY seq`;
    const rows = [...this.#sql.exec(query, session)].map((row) => storedOf(row).delivery);
    const memory = this.#backlog.first(session, Number.POSITIVE_INFINITY).map(({ delivery }) => delivery);
    return [...rows, ...memory.filter(({ share }) => share !== undefined)];
  }

  /** Whether a message on this topic waits for the session, or for its acknowledgement. */
  has(session: number, topic: string): boolean {
    const query = "SELECT 1 FROM deliveries WHERE session = ? AND topic = ? LIMIT 1";
    return [...this.#sql.exec(query, session, topic)].length > 0;
  }

  /** What waits on this topic, and was never sent, goes. */
  dropWaiting(session: number, topic: string): void {
    const waiting = "DELETE FROM deliveries WHERE session = ? AND topic = ? AND packet_id IS NULL";
    this.#sql.exec(waiting, session, topic);
    this.forgetCounts();
  }

  advance(session: number, packetId: number): void {
    const update = `UPDATE deliveries SET phase = 'pubcomp', payload = x'', bytes = 0 WHERE seq = (${SENT})`;
    this.#sql.exec(update, session, packetId);
  }

  settle(session: number, packetId: number): void {
    this.#sql.exec(`DELETE FROM deliveries WHERE seq = (${SENT})`, session, packetId);
  }

  /** What a session resumes with. */
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
    this.#backlog.remove(session);
    this.#rows.remove(session);
    this.#taken.forget(session);
    this.#withoutRows.delete(session);
  }
}
