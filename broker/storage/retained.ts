/** Retained messages: the last one of each topic, numbered by its last write. */

import { utf8Length } from "../contract/utf8.ts";
import { isExpired, type Message } from "../protocol/message.ts";
import type { QoS } from "../protocol/packet.ts";
import { literalPart } from "../routing/filter.ts";
import { blob, propertiesFrom, propertiesText } from "./message-columns.ts";
import type { Held, Sql } from "./sql.ts";

export interface RetainedLimits {
  /** Messages of the account; 0 is no limit. */
  messages: number;
  /** Bytes of their topics, properties and payloads. */
  bytes: number;
}

interface Load {
  messages: number;
  bytes: number;
  /** When the first of them expires; null when none does. Milliseconds since 1970. */
  expiresAt: number | null;
}

const BYTES = "length(CAST(topic AS BLOB)) + length(CAST(properties AS BLOB)) + length(payload)";
const SUMS = `SELECT count(*) AS n, sum(${BYTES}) AS b, min(expires_at) AS first FROM retained`;

const bytesOf = ({ topic, properties, payload }: Message): number =>
  utf8Length(topic) + utf8Length(propertiesText(properties)) + payload.length;

export class Retained {
  #sql: Sql;
  #limits: () => RetainedLimits;
  /** What is there; counted when first asked for after waking. */
  #load: Held<Load>;
  #lastSeq: Held<number>;

  constructor(sql: Sql, limits: () => RetainedLimits) {
    this.#sql = sql;
    this.#limits = limits;
    this.#load = sql.hold(() => this.#count(0));
    this.#lastSeq = sql.hold(() => this.#last());
  }

  #last(): number {
    const last = `SELECT max(ifnull((SELECT max(rowid) FROM retained), 0),
      ifnull((SELECT max(max(seq, ifnull(until, 0))) FROM tours), 0)) AS seq`;
    return Number(this.#sql.exec(last).one().seq);
  }

  /** How many there are, those included that have expired and wait to go. */
  get count(): number {
    return this.#load.get().messages;
  }

  /** A topic that has one may always have another; for a new topic, those that have expired make room. */
  hasRoomFor(message: Message, now: number): boolean {
    const isFree = this.#limits().messages === 0 || message.payload.length === 0;
    if (isFree || this.#bytesAt(message.topic) !== null || this.#fits(message, this.#load.get())) return true;
    const { expiresAt } = this.#load.get();
    return expiresAt !== null && expiresAt < now && this.#fits(message, this.#count(now));
  }

  #fits(message: Message, { messages, bytes }: Load): boolean {
    const most = this.#limits();
    return messages < most.messages && bytes + bytesOf(message) <= most.bytes;
  }

  /** Of those that have not expired by then. */
  #count(now: number): Load {
    const { n, b, first } = this.#sql.exec(`${SUMS} WHERE expires_at IS NULL OR expires_at >= ?`, now).one();
    return { messages: Number(n), bytes: Number(b), expiresAt: first as number | null };
  }

  /** Null where nothing is retained. */
  #bytesAt(topic: string): number | null {
    const [row] = this.#sql.exec(`SELECT ${BYTES} AS b FROM retained WHERE topic = ?`, topic);
    return row === undefined ? null : Number(row.b);
  }

  /** [MQTT-3.3.1-5] it replaces the one before; [MQTT-3.3.1-6] [MQTT-3.3.1-7] an empty payload removes it. */
  put(message: Message, now: number): void {
    const { topic, payload, qos, properties, expiresAt } = message;
    const load = this.#load.peek();
    // those whose place it may take
    if (load !== null && load.expiresAt !== null && load.expiresAt < now) this.prune(now);
    this.#charge(message);
    if (payload.length === 0) {
      this.#sql.exec("DELETE FROM retained WHERE topic = ?", topic);
      return;
    }
    // by its number each write has its place in the order of all; the row of before leaves its own
    const seq = this.#lastSeq.get() + 1;
    this.#lastSeq.set(seq);
    const insert =
      "INSERT OR REPLACE INTO retained (rowid, topic, qos, properties, payload, expires_at) VALUES (?, ?, ?, ?, ?, ?)";
    this.#sql.exec(insert, seq, topic, qos, propertiesText(properties), blob(payload), expiresAt);
  }

  /** The message takes the place of what is there. */
  #charge(message: Message): void {
    const load = this.#load.peek();
    if (load === null) return;
    const { messages, bytes, expiresAt } = load;
    const before = this.#bytesAt(message.topic);
    const stays = message.payload.length > 0;
    this.#load.set({
      messages: messages - (before === null ? 0 : 1) + (stays ? 1 : 0),
      bytes: bytes - (before ?? 0) + (stays ? bytesOf(message) : 0),
      expiresAt: message.expiresAt === null ? expiresAt : Math.min(message.expiresAt, expiresAt ?? Infinity),
    });
  }

  /** The number of the last write; no later one has it again, nor one that a tour may still look for. */
  get lastSeq(): number {
    return this.#lastSeq.get();
  }

  /**
   * In the order of their last writes what the filter may match, after this one and up to that: so many at most. Payloads
   * are not read.
   */
  ahead(filter: string, after: number, until: number, count: number): { seq: number; topic: string }[] {
    const base = literalPart(filter);
    // without a wildcard there is one; what begins with the levels ends before "0", which follows "/"
    const to = base === filter ? "topic <= ?" : "topic < ?";
    const last = base === filter ? base : base === "" ? "\u{10ffff}" : `${base}0`;
    // all of an account is read by number, a part of it by the index of topics alone, and put in order
    const seq = base.includes("/") ? "+rowid" : "rowid";
    const query = `SELECT rowid AS seq, topic FROM retained
      WHERE topic >= ? AND ${to} AND ${seq} > ? AND ${seq} <= ? ORDER BY ${seq} LIMIT ?`;
    const rows = this.#sql.exec(query, base, last, after, until, count);
    return [...rows].map((row) => ({ seq: Number(row.seq), topic: String(row.topic) }));
  }

  /** Of a topic; 0 where nothing is retained. */
  seqOf(topic: string): number {
    const [row] = this.#sql.exec("SELECT rowid AS seq FROM retained WHERE topic = ?", topic);
    return Number(row?.seq ?? 0);
  }

  /** Null where there is none, or none any more. */
  at(seq: number, now: number): Message | null {
    const [row] = this.#sql.exec("SELECT * FROM retained WHERE rowid = ?", seq);
    if (row === undefined) return null;
    const message: Message = {
      topic: String(row.topic),
      payload: new Uint8Array(row.payload as ArrayBuffer),
      qos: Number(row.qos) as QoS,
      retain: true,
      properties: propertiesFrom(String(row.properties)),
      expiresAt: row.expires_at as number | null,
    };
    return isExpired(message, now) ? null : message;
  }

  prune(now: number): void {
    this.#sql.exec("DELETE FROM retained WHERE expires_at < ?", now);
    this.#load.drop();
  }
}
