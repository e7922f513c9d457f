/**
 * The history of messages. New messages are appended to a tail: a row that is written again until it is full, so that a
 * group of messages costs one row. A full tail becomes blocks of one filter each.
 */

import { joined } from "../contract/bytes.ts";
import { FULL_TAIL, TAIL_ROW } from "../contract/history-cost.ts";
import { storedTexts } from "../contract/json.ts";
import type { BrokerLimits } from "../contract/limits.ts";
import type { HistoryFilter, HistoryUse } from "../contract/message-history.ts";
import { DAY, HOUR } from "../history/levels.ts";
import type { BlockSpan } from "../history/message-pages.ts";
import { chunked, messagesIn, messagesInBlock, packBlock, type StampedMessage } from "../history/messages.ts";
import { covers } from "../routing/filter.ts";
import { blob } from "./message-columns.ts";
import { type Sql, Table } from "./sql.ts";

export interface KeptFilter extends HistoryFilter {
  id: number;
}

interface Tail {
  /** The row that is open for appending; 0 for none. */
  seq: number;
  open: Uint8Array;
  bytes: number;
  count: number;
  last: number;
  /** The time of its oldest message; Infinity when it is empty. */
  oldest: number;
}

/** Messages in their packed form, and what is known of them without unpacking. */
export interface FreshMessages {
  packed: readonly Uint8Array[];
  last: number;
  oldest: number;
}

/** The most bytes of a block, unless one message has more. */
const BLOCK = 65_536;
/** The last block of a filter is written again while it is smaller than this. */
const SMALL = 32_768;
/** Blocks that one turn deletes. */
const SLICE = 100;

const SPANS = `SELECT first, last, oldest, newest, filter, count, length(topics) + length(bytes) AS bytes
  FROM message_blocks ORDER BY first`;

const spanOf = (messages: readonly StampedMessage[], bytes: number): BlockSpan => {
  const times = messages.map(({ at }) => at);
  return {
    first: (messages[0] as StampedMessage).stamp,
    last: (messages.at(-1) as StampedMessage).stamp,
    oldest: times.reduce((a, b) => Math.min(a, b)),
    newest: times.reduce((a, b) => Math.max(a, b)),
    filter: (messages[0] as StampedMessage).filter,
    count: messages.length,
    bytes,
  };
};

export class MessageHistory extends Table {
  readonly #limits: Pick<BrokerLimits, "MAX_HISTORY_BYTES">;
  readonly #filters = this.sql.hold(() => this.#readFilters());
  /** All blocks by their first stamp, in order. */
  readonly #spans = this.sql.hold(() => this.#readSpans());
  readonly #tail = this.sql.hold(() => this.#readTail());

  constructor(sql: Sql, limits: Pick<BrokerLimits, "MAX_HISTORY_BYTES">) {
    super(sql);
    this.#limits = limits;
  }

  #readFilters(): KeptFilter[] {
    return [...this.sql.exec("SELECT id, filter, days FROM history_filters ORDER BY days DESC, id")].map(
      ({ id, filter, days }) => ({ id: Number(id), filter: String(filter), days: Number(days) }),
    );
  }

  /** A filter with more days comes first: a message is kept for the first one that matches it. */
  get filters(): readonly KeptFilter[] {
    return this.#filters.get();
  }

  #readSpans(): Map<number, BlockSpan> {
    const rows = [...this.sql.exec(SPANS)].map((row): BlockSpan => {
      const number = (name: string): number => Number(row[name]);
      return {
        first: number("first"),
        last: number("last"),
        oldest: number("oldest"),
        newest: number("newest"),
        filter: number("filter"),
        count: number("count"),
        bytes: number("bytes"),
      };
    });
    return new Map(rows.map((span) => [span.first, span]));
  }

  #readTail(): Tail {
    const rows = [...this.sql.exec("SELECT seq, bytes FROM message_tail ORDER BY seq")];
    const batches = rows.map(({ bytes }) => new Uint8Array(bytes as ArrayBuffer));
    const messages = batches.flatMap(messagesIn);
    return {
      seq: Number(rows.at(-1)?.seq ?? 0),
      open: batches.at(-1) ?? new Uint8Array(0),
      bytes: batches.reduce((sum, { length }) => sum + length, 0),
      count: messages.length,
      last: messages.at(-1)?.stamp ?? 0,
      oldest: messages.reduce((oldest, { at }) => Math.min(oldest, at), Number.POSITIVE_INFINITY),
    };
  }

  /** The largest stamp that is stored; 0 without any. */
  get lastStamp(): number {
    const blocks = [...this.#spans.get().values()].reduce((last, span) => Math.max(last, span.last), 0);
    return Math.max(blocks, this.#tail.get().last);
  }

  /**
   * Puts these filters in force. The messages of a filter that is gone go to one that matches all of them, and are
   * deleted without one.
   */
  configure(given: readonly HistoryFilter[]): void {
    const before = this.filters;
    const isSame = ({ filter, days }: HistoryFilter, other: HistoryFilter | undefined): boolean =>
      other !== undefined && other.filter === filter && other.days === days;
    if (before.length === given.length && given.every((each) => before.some((row) => isSame(each, row))))
      return;
    for (const each of given) {
      const row = before.find(({ filter }) => filter === each.filter);
      if (row === undefined)
        this.sql.exec("INSERT INTO history_filters (filter, days) VALUES (?, ?)", each.filter, each.days);
      else if (row.days !== each.days)
        this.sql.exec("UPDATE history_filters SET days = ? WHERE id = ?", each.days, row.id);
    }
    const gone = before.filter((row) => !given.some(({ filter }) => filter === row.filter));
    // the tail would name filters that are gone
    if (gone.length > 0) this.pack();
    for (const { id } of gone) this.sql.exec("DELETE FROM history_filters WHERE id = ?", id);
    this.#filters.drop();
    for (const { id, filter } of gone) {
      const heir = this.filters.find((each) => covers(each.filter, filter));
      if (heir === undefined) continue;
      this.sql.exec("UPDATE message_blocks SET filter = ? WHERE filter = ?", heir.id, id);
      this.#spans.drop();
    }
    const orphans = [...this.#spans.get().values()].filter(({ filter }) => !this.#has(filter));
    for (const { first } of orphans.slice(0, SLICE)) this.#delete(first);
  }

  #has(filter: number): boolean {
    return this.filters.some(({ id }) => id === filter);
  }

  /** Returns whether the tail was empty: then an earlier deletion may be due. */
  append({ packed, last, oldest }: FreshMessages): boolean {
    const tail = this.#tail.get();
    const fresh = joined(packed);
    const isOpen = tail.seq > 0 && tail.open.length > 0 && tail.open.length + fresh.length <= TAIL_ROW;
    const open = isOpen ? joined([tail.open, fresh]) : fresh;
    const seq = isOpen ? tail.seq : tail.seq + 1;
    if (isOpen) this.sql.exec("UPDATE message_tail SET bytes = ? WHERE seq = ?", blob(open), seq);
    else this.sql.exec("INSERT INTO message_tail (seq, bytes) VALUES (?, ?)", seq, blob(open));
    const bytes = tail.bytes + fresh.length;
    const count = tail.count + packed.length;
    this.#tail.set({ seq, open, bytes, count, last, oldest: Math.min(tail.oldest, oldest) });
    if (bytes >= FULL_TAIL) this.pack();
    this.#dropOldest();
    return tail.count === 0;
  }

  /** Messages of the tail on the asked topics, of filters that exist. */
  fresh(isAsked: (topic: string) => boolean): StampedMessage[] {
    if (this.#tail.get().count === 0) return [];
    return this.#tailMessages().filter(({ topic, filter }) => this.#has(filter) && isAsked(topic));
  }

  #tailMessages(): StampedMessage[] {
    const rows = [...this.sql.exec("SELECT bytes FROM message_tail ORDER BY seq")];
    return rows.flatMap(({ bytes }) => messagesIn(new Uint8Array(bytes as ArrayBuffer)));
  }

  /** The blocks of filters that exist. */
  get spans(): readonly BlockSpan[] {
    return [...this.#spans.get().values()].filter(({ filter }) => this.#has(filter));
  }

  /** Messages of a block on the asked topics; none when the block has gone, or has none of these topics. */
  read({ first, filter }: BlockSpan, isAsked: (topic: string) => boolean): StampedMessage[] {
    const topics = this.#topicsOf(first);
    if (!topics.some(isAsked)) return [];
    const [row] = this.sql.exec("SELECT bytes FROM message_blocks WHERE first = ?", first);
    if (row === undefined) return [];
    const bytes = new Uint8Array(row.bytes as ArrayBuffer);
    return messagesInBlock(filter, { topics, bytes }, isAsked);
  }

  /** Read alone: the pages of a block that nobody needs stay unread. */
  #topicsOf(first: number): string[] {
    const [row] = this.sql.exec("SELECT topics FROM message_blocks WHERE first = ?", first);
    return row === undefined ? [] : storedTexts(String(row.topics));
  }

  /** Moves the tail into blocks, in this transaction. */
  pack(): void {
    const { count } = this.#tail.get();
    if (count === 0) return;
    const byFilter = Map.groupBy(this.#tailMessages(), ({ filter }) => filter);
    for (const [filter, messages] of byFilter) if (this.#has(filter)) this.#packFor(filter, messages);
    this.sql.exec("DELETE FROM message_tail");
    this.#tail.drop();
  }

  #packFor(filter: number, messages: readonly StampedMessage[]): void {
    const before = this.#lastBlockOf(filter);
    const isOpen = before !== null && before.bytes < SMALL;
    const all = isOpen ? [...this.read(before, () => true), ...messages] : messages;
    for (const chunk of chunked(all, BLOCK)) this.#put(chunk);
  }

  #lastBlockOf(filter: number): BlockSpan | null {
    let found: BlockSpan | null = null;
    for (const span of this.#spans.get().values()) {
      if (span.filter === filter && span.last > (found?.last ?? 0)) found = span;
    }
    return found;
  }

  /** Replaces the block with the same first message. */
  #put(messages: readonly StampedMessage[]): void {
    const packed = packBlock(messages);
    const topics = JSON.stringify(packed.topics);
    const span = spanOf(messages, topics.length + packed.bytes.length);
    const { first, last, oldest, newest, filter, count } = span;
    this.sql.exec(
      `INSERT OR REPLACE INTO message_blocks (first, last, oldest, newest, filter, count, topics, bytes)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      first,
      last,
      oldest,
      newest,
      filter,
      count,
      topics,
      blob(packed.bytes),
    );
    this.#spans.get().set(first, span);
  }

  #delete(first: number): void {
    this.sql.exec("DELETE FROM message_blocks WHERE first = ?", first);
    this.#spans.get().delete(first);
  }

  get bytes(): number {
    const blocks = [...this.#spans.get().values()].reduce((sum, { bytes }) => sum + bytes, 0);
    return blocks + this.#tail.get().bytes;
  }

  /** Over the limit the oldest blocks go. */
  #dropOldest(): void {
    const { MAX_HISTORY_BYTES: most } = this.#limits;
    if (most === 0) return;
    let { bytes } = this;
    while (bytes > most) {
      const oldest = [...this.#spans.get().values()].reduce<BlockSpan | null>(
        (found, span) => (found === null || span.last < found.last ? span : found),
        null,
      );
      if (oldest === null) {
        // a limit below a full tail
        if (this.#tail.get().count === 0) return;
        this.pack();
      } else this.#delete(oldest.first);
      bytes = this.bytes;
    }
  }

  /** When the next deletion is due; null without messages. Messages go an hour late, so that each hour is one deletion. */
  nextPrune(): number | null {
    const days = new Map(this.filters.map((each) => [each.id, each.days]));
    let next = Number.POSITIVE_INFINITY;
    for (const { filter, oldest } of this.#spans.get().values()) {
      const kept = days.get(filter);
      next = Math.min(next, kept === undefined ? 0 : oldest + kept * DAY + HOUR);
    }
    const shortest = Math.min(...days.values());
    next = Math.min(next, this.#tail.get().oldest + shortest * DAY + HOUR);
    return Number.isFinite(next) ? next : null;
  }

  /** Deletes what is older than its filter says, a slice of blocks. Returns whether more is due. */
  prune(now: number): boolean {
    const days = new Map(this.filters.map((each) => [each.id, each.days]));
    if (this.#tail.get().oldest + Math.min(...days.values()) * DAY <= now) this.pack();
    const endOf = ({ filter }: BlockSpan): number => now - (days.get(filter) ?? 0) * DAY;
    const due = [...this.#spans.get().values()].filter(
      (span) => span.oldest <= endOf(span) || !days.has(span.filter),
    );
    for (const span of due.slice(0, SLICE)) {
      const rest =
        span.newest <= endOf(span) || !days.has(span.filter)
          ? []
          : this.read(span, () => true).filter(({ at }) => at > endOf(span));
      this.#delete(span.first);
      if (rest.length > 0) this.#put(rest);
    }
    return due.length > SLICE;
  }

  /** `from`: the beginning of the last hour. Of a block that it divides a part is counted, by its times. */
  use(from: number): Omit<HistoryUse, "rows" | "missed"> {
    const { spans } = this;
    const tail = this.fresh(() => true);
    const tailBytes = this.#tail.get().bytes;
    const partOf = ({ oldest, newest }: BlockSpan): number =>
      newest < from ? 0 : oldest >= from ? 1 : (newest - from) / (newest - oldest);
    const freshly = tail.filter(({ at }) => at >= from);
    const share = tail.length === 0 ? 0 : freshly.length / tail.length;
    const sum = (of: "count" | "bytes", part: (span: BlockSpan) => number = () => 1): number =>
      Math.round(spans.reduce((total, each) => total + each[of] * part(each), 0));
    const oldest = [...spans.map((span) => span.oldest), ...tail.map(({ at }) => at)];
    return {
      messages: sum("count") + tail.length,
      bytes: sum("bytes") + tailBytes,
      oldestAt: oldest.length === 0 ? null : oldest.reduce((a, b) => Math.min(a, b)),
      lastHour: {
        messages: sum("count", partOf) + freshly.length,
        bytes: sum("bytes", partOf) + Math.round(share * tailBytes),
      },
    };
  }
}
