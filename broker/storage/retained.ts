/** Retained messages: the last one of each topic. */

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
  #limits: RetainedLimits;
  /** What is there; counted when first asked for after waking. */
  #load: Held<Load>;

  constructor(sql: Sql, limits: RetainedLimits) {
    this.#sql = sql;
    this.#limits = limits;
    this.#load = sql.hold(() => this.#count(0));
  }

  /** How many there are, those included that have expired and wait to go. */
  get count(): number {
    return this.#load.get().messages;
  }

  /** A topic that has one may always have another; for a new topic, those that have expired make room. */
  hasRoomFor(message: Message, now: number): boolean {
    const isFree = this.#limits.messages === 0 || message.payload.length === 0;
    if (isFree || this.#bytesAt(message.topic) !== null || this.#fits(message, this.#load.get())) return true;
    const { expiresAt } = this.#load.get();
    return expiresAt !== null && expiresAt < now && this.#fits(message, this.#count(now));
  }

  #fits(message: Message, { messages, bytes }: Load): boolean {
    return messages < this.#limits.messages && bytes + bytesOf(message) <= this.#limits.bytes;
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
    const insert =
      "INSERT OR REPLACE INTO retained (topic, qos, properties, payload, expires_at) VALUES (?, ?, ?, ?, ?)";
    this.#sql.exec(insert, topic, qos, propertiesText(properties), blob(payload), expiresAt);
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

  /**
   * Topics that the filter may match, in their order, after this one: so many at most. The index of topics alone is
   * read, from where the filter's literal levels begin to where they end.
   */
  topics(filter: string, after: string, count: number): string[] {
    const base = literalPart(filter);
    const from = after === "" ? "topic >= ?" : "topic > ?";
    // without a wildcard there is one; what begins with the levels ends before "0", which follows "/"
    const to = base === filter ? "topic <= ?" : "topic < ?";
    const last = base === filter ? base : base === "" ? "\u{10ffff}" : `${base}0`;
    const query = `SELECT topic FROM retained WHERE ${from} AND ${to} ORDER BY topic LIMIT ?`;
    return [...this.#sql.exec(query, after === "" ? base : after, last, count)].map((row) =>
      String(row.topic),
    );
  }

  /** Null where there is none, or none any more. */
  get(topic: string, now: number): Message | null {
    const [row] = this.#sql.exec("SELECT * FROM retained WHERE topic = ?", topic);
    if (row === undefined) return null;
    const message: Message = {
      topic,
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
