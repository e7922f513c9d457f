/** Retained messages: the last message of each topic, numbered by its last write. */

import { utf8Length } from "../contract/utf8.ts";
import { type MessageWriter, writerIn, writerText } from "../contract/writer.ts";
import { levels, literalPart } from "../routing/filter.ts";
import { isExpired, type Message } from "../session/message.ts";
import type { QoS } from "../session/packet.ts";
import { mayTake } from "./fair-share.ts";
import { blob, propertiesFrom, propertiesText } from "./message-columns.ts";
import { type Sql, Table } from "./sql.ts";

export interface RetainedLimits {
  /** Messages per account; 0 is no limit. */
  messages: number;
  /** Bytes of their topics, properties and payloads. */
  bytes: number;
}

interface Sum {
  messages: number;
  bytes: number;
}

interface Load extends Sum {
  /** By the login that wrote last; broker-authored messages are under the empty name. */
  owners: Map<string, Sum>;
  /** The first expiry, or null when no message expires. Milliseconds since 1970. */
  expiresAt: number | null;
}

const BYTES = "length(CAST(topic AS BLOB)) + length(CAST(properties AS BLOB)) + length(payload)";
const SUMS = `SELECT owner, count(*) AS n, sum(${BYTES}) AS b, min(expires_at) AS first FROM retained
  WHERE expires_at IS NULL OR expires_at >= ? GROUP BY owner`;
/** Bytes. Up to this size a message may replace a smaller one at the limit, so that a state is stored. */
const SMALL = 1024;
const NOTHING: Sum = { messages: 0, bytes: 0 };

/** What a write needs to know of the message that it replaces. */
interface Row {
  bytes: number;
  owner: string;
  /** The payload of a message of the broker; absent when it has not been read. */
  text?: string;
}

/** A device that comes or goes has its status compared, measured and replaced, again and again. */
const MAX_ROWS = 64;
/** Longer topics are looked up each time. Characters. */
const MAX_TOPIC = 256;

const bytesOf = ({ topic, properties, payload }: Message): number =>
  utf8Length(topic) + utf8Length(propertiesText(properties)) + payload.length;

/** Changes the load in place: a failed transaction drops it. */
function add(load: Load, owner: string, messages: number, bytes: number): void {
  const own = load.owners.get(owner) ?? NOTHING;
  const after = { messages: own.messages + messages, bytes: own.bytes + bytes };
  if (after.messages === 0) load.owners.delete(owner);
  else load.owners.set(owner, after);
  load.messages += messages;
  load.bytes += bytes;
}

const earlier = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

/** The range of topics that a filter may match: from `base` to `last`. */
function rangeOf(filter: string): { base: string; bound: string; last: string } {
  const base = literalPart(filter);
  // without a wildcard there is one topic; topics below `a/` sort before `a0`, because "0" follows "/"
  if (base === filter) return { base, bound: "topic <= ?", last: base };
  return { base, bound: "topic < ?", last: base === "" ? "\u{10ffff}" : `${base}0` };
}

type Range = ReturnType<typeof rangeOf>;

const isOne = ({ base, last }: Range): boolean => base === last;

/** Returns the ranges without those inside another one: 25 filters below one level read its topics once. */
function widestRanges(filters: readonly string[]): Range[] {
  const byBase = new Map<string, Range>();
  for (const range of filters.map(rangeOf)) {
    if (!isOne(range) || !byBase.has(range.base)) byBase.set(range.base, range);
  }
  const isWide = (base: string): boolean => {
    const range = byBase.get(base);
    return range !== undefined && !isOne(range);
  };
  return [...byBase.values()].filter(({ base }) => {
    const names = levels(base);
    return !names.some((_, depth) => depth > 0 && isWide(names.slice(0, depth).join("/")));
  });
}

/** A message as it is stored. */
export interface StoredMessage extends Message {
  /** Milliseconds since 1970. */
  writtenAt: number;
  /** Null for a message that an earlier release stored. */
  writer: MessageWriter | null;
  /** The length of the whole payload, of which `payload` may be the beginning. */
  bytes: number;
}

/** Who writes a message. */
export interface Writing {
  /** The login that its room is counted for; empty for the broker. */
  owner: string;
  writer: MessageWriter;
}

export class RetainedMessages extends Table {
  readonly #limits: () => RetainedLimits;
  /** Counted at the first use after waking. */
  readonly #load = this.sql.hold(() => this.#count(0));
  readonly #lastSeq = this.sql.hold(() => this.#last());
  /** The rows written or looked up last, by topic; null: the topic has none. */
  readonly #rows = this.sql.hold(() => new Map<string, Row | null>());

  constructor(sql: Sql, limits: () => RetainedLimits) {
    super(sql);
    this.#limits = limits;
  }

  #last(): number {
    const last = `SELECT max(ifnull((SELECT max(rowid) FROM retained), 0),
      ifnull((SELECT max(max(seq, ifnull(until, 0))) FROM retained_replays), 0)) AS seq`;
    return Number(this.sql.exec(last).one().seq);
  }

  /** The number of messages, including expired ones that are not deleted yet. */
  get count(): number {
    return this.#load.get().messages;
  }

  /**
   * `owner`: the login that writes; empty for the broker. A stored topic may be replaced while bytes are
   * left; for a new topic, expired messages are deleted first.
   */
  hasRoomFor(message: Message, owner: string, now: number): boolean {
    if (this.#limits().messages === 0 || message.payload.length === 0) return true;
    const before = this.#at(message.topic);
    const bytes = bytesOf(message);
    if (before !== null && (bytes <= SMALL || bytes <= before.bytes)) return true;
    const more = { messages: before === null ? 1 : 0, bytes: bytes - (before?.bytes ?? 0) };
    const load = this.#load.get();
    if (this.#fits(more, owner, load)) return true;
    return load.expiresAt !== null && load.expiresAt < now && this.#fits(more, owner, this.#count(now));
  }

  #fits(more: Sum, owner: string, { messages, bytes, owners }: Load): boolean {
    const most = this.#limits();
    const left = { messages: most.messages - messages, bytes: most.bytes - bytes };
    if (owner === "") return more.messages <= left.messages && more.bytes <= left.bytes;
    const own = owners.get(owner) ?? NOTHING;
    return (
      (more.messages === 0 || mayTake(own.messages, left.messages)) &&
      mayTake(own.bytes, left.bytes, more.bytes)
    );
  }

  #count(now: number): Load {
    const load: Load = { messages: 0, bytes: 0, expiresAt: null, owners: new Map() };
    for (const { owner, n, b, first } of this.sql.exec(SUMS, now)) {
      add(load, String(owner), Number(n), Number(b));
      load.expiresAt = earlier(load.expiresAt, first as number | null);
    }
    return load;
  }

  #at(topic: string): Row | null {
    const kept = this.#rows.get().get(topic);
    if (kept !== undefined) return kept;
    const [row] = this.sql.exec(`SELECT owner, ${BYTES} AS b FROM retained WHERE topic = ?`, topic);
    return this.#keep(topic, row === undefined ? null : { bytes: Number(row.b), owner: String(row.owner) });
  }

  #keep(topic: string, row: Row | null): Row | null {
    if (topic.length > MAX_TOPIC) return row;
    const rows = this.#rows.get();
    if (rows.size === MAX_ROWS) rows.clear();
    rows.set(topic, row);
    return row;
  }

  /**
   * [MQTT-3.3.1-5] replaces the message of the topic of any writer; [MQTT-3.3.1-6] [MQTT-3.3.1-7] an
   * empty payload deletes it.
   */
  put(message: Message, { owner, writer }: Writing, now: number): void {
    const { topic, payload, qos, properties, expiresAt } = message;
    const load = this.#load.peek();
    // expired messages whose room it may take
    if (load !== null && load.expiresAt !== null && load.expiresAt < now) this.prune(now);
    this.#charge(message, owner);
    if (payload.length === 0) {
      this.sql.exec("DELETE FROM retained WHERE topic = ?", topic);
      this.#keep(topic, null);
      return;
    }
    // a new number for each write gives the order of last writes; the old row is deleted
    const seq = this.#lastSeq.get() + 1;
    this.#lastSeq.set(seq);
    const insert =
      "INSERT OR REPLACE INTO retained (rowid, topic, qos, properties, payload, expires_at, owner, written_at, writer) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
    const text = propertiesText(properties);
    this.sql.exec(insert, seq, topic, qos, text, blob(payload), expiresAt, owner, now, writerText(writer));
    this.#keep(topic, {
      bytes: bytesOf(message),
      owner,
      ...(owner === "" && { text: new TextDecoder().decode(payload) }),
    });
  }

  #charge(message: Message, owner: string): void {
    const load = this.#load.peek();
    if (load === null) return;
    const before = this.#at(message.topic);
    if (before !== null) add(load, before.owner, -1, -before.bytes);
    if (message.payload.length > 0) add(load, owner, 1, bytesOf(message));
    load.expiresAt = earlier(load.expiresAt, message.expiresAt);
  }

  /** The number of the last write; never used again, also not after a deletion. */
  get lastSeq(): number {
    return this.#lastSeq.get();
  }

  /**
   * Returns at most `count` messages that the filter may match, after one number and up to another, in the
   * order of last writes. Reads the payloads' lengths, not the payloads.
   */
  ahead(
    filter: string,
    after: number,
    until: number,
    count: number,
  ): { seq: number; topic: string; bytes: number }[] {
    const { base, bound, last } = rangeOf(filter);
    // an account-wide filter is read by number; a narrower one by the topic index alone, then sorted
    const seq = base.includes("/") ? "+rowid" : "rowid";
    const query = `SELECT rowid AS seq, topic, length(payload) AS bytes FROM retained
      WHERE topic >= ? AND ${bound} AND ${seq} > ? AND ${seq} <= ? ORDER BY ${seq} LIMIT ?`;
    const rows = this.sql.exec(query, base, last, after, until, count);
    return [...rows].map((row) => ({
      seq: Number(row.seq),
      topic: String(row.topic),
      bytes: Number(row.bytes),
    }));
  }

  /**
   * The same for several filters, up to a number, in one query: the messages that one of them may match, without their
   * sizes. A message may be listed twice.
   */
  aheadOfAll(filters: readonly string[], until: number, count: number): { seq: number; topic: string }[] {
    const ranges = widestRanges(filters);
    // an account-wide filter is read by number, as alone
    if (ranges.some((range) => !isOne(range) && !range.base.includes("/"))) {
      return this.ahead("#", 0, until, count);
    }
    const query = `SELECT r.rowid AS seq, r.topic FROM json_each(?) AS f CROSS JOIN retained AS r
      ON r.topic >= f.value ->> 0 AND r.topic <= f.value ->> 1 AND +r.rowid <= ? ORDER BY +r.rowid LIMIT ?`;
    const bounds = JSON.stringify(ranges.map(({ base, last }) => [base, last]));
    const rows = this.sql.exec(query, bounds, until, count);
    return [...rows].map((row) => ({ seq: Number(row.seq), topic: String(row.topic) }));
  }

  /** Returns at most `count` topics after this topic that the filter may match, without payloads. */
  behind(filter: string, after: string, count: number): { seq: number; topic: string }[] {
    const { base, bound, last } = rangeOf(filter);
    const query = `SELECT rowid AS seq, topic FROM retained
      WHERE topic >= ? AND ${bound} AND topic > ? ORDER BY topic LIMIT ?`;
    const rows = this.sql.exec(query, base, last, after, count);
    return [...rows].map((row) => ({ seq: Number(row.seq), topic: String(row.topic) }));
  }

  /** The number of the topic's last write; 0 without a retained message. */
  seqOf(topic: string): number {
    const [row] = this.sql.exec("SELECT rowid AS seq FROM retained WHERE topic = ?", topic);
    return Number(row?.seq ?? 0);
  }

  /** The payload of a topic whose messages never expire; null without a retained message. */
  textOf(topic: string): string | null {
    const kept = this.#rows.get().get(topic);
    if (kept === null || kept?.text !== undefined) return kept?.text ?? null;
    const [row] = this.sql.exec(`SELECT owner, ${BYTES} AS b, payload FROM retained WHERE topic = ?`, topic);
    if (row === undefined) {
      this.#keep(topic, null);
      return null;
    }
    const text = new TextDecoder().decode(row.payload as ArrayBuffer);
    if (row.owner === "") this.#keep(topic, { bytes: Number(row.b), owner: "", text });
    return text;
  }

  /** Null when there is no such message, or it expired. At most `maxBytes` of its payload are read. */
  at(seq: number, now: number, maxBytes = Number.MAX_SAFE_INTEGER): StoredMessage | null {
    const query = `SELECT topic, qos, properties, substr(payload, 1, ?) AS payload, length(payload) AS bytes,
      expires_at, written_at, writer FROM retained WHERE rowid = ?`;
    const [row] = this.sql.exec(query, maxBytes, seq);
    if (row === undefined) return null;
    const message = {
      topic: String(row.topic),
      payload: new Uint8Array(row.payload as ArrayBuffer),
      qos: Number(row.qos) as QoS,
      retain: true,
      properties: propertiesFrom(String(row.properties)),
      expiresAt: row.expires_at as number | null,
      writtenAt: Number(row.written_at),
      writer: writerIn(row.writer as string | null),
      bytes: Number(row.bytes),
    };
    return isExpired(message, now) ? null : message;
  }

  prune(now: number): void {
    this.sql.exec("DELETE FROM retained WHERE expires_at < ?", now);
    this.#load.drop();
    this.#rows.drop();
  }
}
