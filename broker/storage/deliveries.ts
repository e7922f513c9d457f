/** Deliveries that a session still has to get or to acknowledge, in their order; and QoS 2 packet ids it sent us. */

import type { Delivery, Message, Phase, StoredDelivery } from "../protocol/message.ts";
import type { QoS } from "../protocol/packet.ts";
import { blob, propertiesFrom, propertiesText } from "./message-columns.ts";

export interface QueueLimits {
  /** Messages of one session; 0 is no limit. */
  messages: number;
  /** Bytes of one session and of the account. */
  sessionBytes: number;
  accountBytes: number;
}

type Row = Record<string, SqlStorageValue>;
interface Load {
  messages: number;
  bytes: number;
}

/** What a row costs beside topic, payload and properties. Bytes. */
const ROW_BYTES = 64;

function deliveryOf(row: Row): Delivery {
  const qos = Number(row.qos) as QoS;
  const message: Message = {
    topic: String(row.topic),
    payload: new Uint8Array(row.payload as ArrayBuffer),
    qos,
    retain: row.retain === 1,
    properties: propertiesFrom(String(row.properties)),
    expiresAt: row.expires_at as number | null,
  };
  const identifiers = row.identifiers === "" ? [] : String(row.identifiers).split(",").map(Number);
  const command = row.command as number | null;
  return { message, qos, retain: message.retain, identifiers, ...(command !== null && { command }) };
}

export class Deliveries {
  #sql: SqlStorage;
  #limits: QueueLimits;
  /** Of waiting rows; counted when first asked for after waking. */
  #loads: Map<number, Load> | null = null;
  #bytes = 0;

  constructor(sql: SqlStorage, limits: QueueLimits) {
    this.#sql = sql;
    this.#limits = limits;
  }

  /** Messages waiting and their bytes, by session. */
  #counted(): Map<number, Load> {
    if (this.#loads !== null) return this.#loads;
    this.#loads = new Map();
    this.#bytes = 0;
    const sums =
      "SELECT session, count(*) AS n, sum(bytes) AS b FROM deliveries WHERE packet_id IS NULL GROUP BY session";
    for (const row of this.#sql.exec(sums)) {
      this.#loads.set(Number(row.session), { messages: Number(row.n), bytes: Number(row.b) });
      this.#bytes += Number(row.b);
    }
    return this.#loads;
  }

  forgetCounts(): void {
    this.#loads = null;
  }

  #charge(session: number, messages: number, bytes: number): void {
    const load = this.#counted().get(session) ?? { messages: 0, bytes: 0 };
    this.#bytes += bytes;
    this.#counted().set(session, { messages: load.messages + messages, bytes: load.bytes + bytes });
  }

  /** Puts a delivery at the end of the queue. Returns how many of the oldest had to go. */
  hold(session: number, delivery: Delivery): number {
    this.#counted();
    const bytes = this.#insert(session, delivery, null, delivery.qos === 2 ? "pubrec" : "puback");
    this.#charge(session, 1, bytes);
    let dropped = 0;
    while (this.#over(session) && this.#dropOldest(session)) dropped++;
    return dropped;
  }

  #over(session: number): boolean {
    const { messages, sessionBytes, accountBytes } = this.#limits;
    if (messages === 0) return false;
    const load = this.#counted().get(session) ?? { messages: 0, bytes: 0 };
    return load.messages > messages || load.bytes > sessionBytes || this.#bytes > accountBytes;
  }

  #dropOldest(session: number): boolean {
    const oldest =
      "DELETE FROM deliveries WHERE seq = (SELECT min(seq) FROM deliveries WHERE session = ? AND packet_id IS NULL) RETURNING bytes";
    const [row] = this.#sql.exec(oldest, session);
    if (row === undefined) return false;
    this.#charge(session, -1, -Number(row.bytes));
    return true;
  }

  /** A delivery that is sent now and waits for its acknowledgement. */
  keep(session: number, delivery: Delivery, packetId: number, phase: Phase): void {
    this.#insert(session, delivery, packetId, phase);
  }

  #insert(session: number, delivery: Delivery, packetId: number | null, phase: Phase): number {
    const { message } = delivery;
    const properties = propertiesText(message.properties);
    const bytes = message.topic.length + properties.length + message.payload.length + ROW_BYTES;
    this.#sql.exec(
      `INSERT INTO deliveries (session, packet_id, phase, qos, retain, identifiers, topic, properties, payload, expires_at, bytes, command)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      session,
      packetId,
      phase,
      delivery.qos,
      delivery.retain ? 1 : 0,
      delivery.identifiers.join(","),
      message.topic,
      properties,
      blob(message.payload),
      message.expiresAt,
      bytes,
      delivery.command ?? null,
    );
    return bytes;
  }

  /** The next ones in order that are not under way on this connection, and whether there are more. */
  next(
    session: number,
    underWay: readonly number[],
    room: number,
  ): { stored: StoredDelivery[]; more: boolean } {
    const query = `SELECT * FROM deliveries
       WHERE session = ? AND (packet_id IS NULL OR packet_id NOT IN (SELECT value FROM json_each(?)))
       ORDER BY seq LIMIT ?`;
    const rows = [...this.#sql.exec(query, session, JSON.stringify(underWay), room + 1)];
    const stored = rows.slice(0, room).map((row) => ({
      seq: Number(row.seq),
      delivery: deliveryOf(row),
      packetId: row.packet_id as number | null,
      phase: String(row.phase) as Phase,
    }));
    return { stored, more: rows.length > room };
  }

  sent(session: number, seq: number, packetId: number, phase: Phase): void {
    const [row] = this.#sql.exec("SELECT packet_id, bytes FROM deliveries WHERE seq = ?", seq);
    if (row === undefined || row.packet_id !== null) return;
    this.#sql.exec("UPDATE deliveries SET packet_id = ?, phase = ? WHERE seq = ?", packetId, phase, seq);
    this.#charge(session, -1, -Number(row.bytes));
  }

  discard(session: number, seq: number): void {
    const [row] = this.#sql.exec("DELETE FROM deliveries WHERE seq = ? RETURNING packet_id, bytes", seq);
    if (row !== undefined && row.packet_id === null) this.#charge(session, -1, -Number(row.bytes));
  }

  /** Whether a message on this topic waits for the session, or for its acknowledgement. */
  has(session: number, topic: string): boolean {
    const query = "SELECT 1 FROM deliveries WHERE session = ? AND topic = ? LIMIT 1";
    return [...this.#sql.exec(query, session, topic)].length > 0;
  }

  /** What waits on this topic, and was never sent, goes. */
  dropWaiting(session: number, topic: string): void {
    this.#sql.exec(
      "DELETE FROM deliveries WHERE session = ? AND topic = ? AND packet_id IS NULL",
      session,
      topic,
    );
    this.forgetCounts();
  }

  advance(session: number, packetId: number): void {
    const update =
      "UPDATE deliveries SET phase = 'pubcomp', payload = x'', bytes = 0 WHERE session = ? AND packet_id = ?";
    this.#sql.exec(update, session, packetId);
  }

  settle(session: number, packetId: number): void {
    this.#sql.exec("DELETE FROM deliveries WHERE session = ? AND packet_id = ?", session, packetId);
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
    this.#sql.exec("INSERT OR IGNORE INTO received VALUES (?, ?)", session, packetId);
  }

  release(session: number, packetId: number): void {
    this.#sql.exec("DELETE FROM received WHERE session = ? AND packet_id = ?", session, packetId);
  }

  removeAll(session: number): void {
    this.#sql.exec("DELETE FROM deliveries WHERE session = ?", session);
    this.#sql.exec("DELETE FROM received WHERE session = ?", session);
    const load = this.#loads?.get(session);
    if (load === undefined) return;
    this.#bytes -= load.bytes;
    this.#loads?.delete(session);
  }
}
