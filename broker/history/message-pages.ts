/** Pages of the history of messages: which blocks a page needs, and where the next page begins. */

import type { HistoryOrder } from "../contract/message-history.ts";
import type { StampedMessage } from "./messages.ts";

/** What is known of a block without unpacking it. */
export interface BlockSpan {
  /** The stamps of its first and last message. */
  first: number;
  last: number;
  /** The times of its messages, which a clock that is set back puts in another order. Milliseconds since 1970. */
  oldest: number;
  newest: number;
  filter: number;
  count: number;
  bytes: number;
}

export interface PageQuery {
  from: number;
  to: number;
  after: number | null;
  order: HistoryOrder;
  limit: number;
}

export interface Page {
  messages: StampedMessage[];
  next: number | null;
}

export interface PageSource {
  spans: readonly BlockSpan[];
  /** Messages on the asked topics that are in no block yet. */
  fresh: readonly StampedMessage[];
  /** Messages of a block on the asked topics; none when it has gone. */
  read: (span: BlockSpan) => readonly StampedMessage[];
}

/** Blocks that one page looks into, and payload bytes after which it ends. */
const MAX_BLOCKS = 128;
const MAX_PAGE_BYTES = 1_048_576;

/**
 * Collects a page, and yields after each block. Blocks of several filters overlap, so a message may be shown once no
 * unread block can have one before it.
 */
export function* pageOf(query: PageQuery, source: PageSource): Generator<void, Page> {
  const sign = query.order === "newest" ? -1 : 1;
  const start = query.after === null ? Number.NEGATIVE_INFINITY : sign * query.after;
  const placeOf = ({ stamp }: StampedMessage): number => sign * stamp;
  const isAsked = (message: StampedMessage): boolean =>
    placeOf(message) > start && message.at >= query.from && message.at < query.to;
  /** By stamp: while this waits, messages may move from the fresh ones into a block. */
  const byPlace = new Map<number, StampedMessage>();
  const add = (messages: readonly StampedMessage[]): void => {
    for (const message of messages) if (isAsked(message)) byPlace.set(placeOf(message), message);
  };
  add(source.fresh);
  const spans = candidates(query, source.spans, sign, start);
  let unread = Number.POSITIVE_INFINITY;
  for (const [n, { span, begin }] of spans.entries()) {
    if (n >= MAX_BLOCKS || isFull(byPlace, begin, query.limit)) {
      unread = begin;
      break;
    }
    add(source.read(span));
    yield;
  }
  return cut(byPlace, unread, query.limit, sign);
}

/** The blocks that may have messages of the page, with the place of the first one of each, in order of the page. */
function candidates(
  { from, to }: PageQuery,
  spans: readonly BlockSpan[],
  sign: 1 | -1,
  start: number,
): { span: BlockSpan; begin: number }[] {
  return spans
    .filter(({ oldest, newest }) => newest >= from && oldest < to)
    .map((span) => {
      const [begin, end] = sign === 1 ? [span.first, span.last] : [-span.last, -span.first];
      return { span, begin, end };
    })
    .filter(({ end }) => end > start)
    .sort((a, b) => a.begin - b.begin);
}

/** Whether the messages before this place fill a page, and show that there is another one. */
function isFull(byPlace: ReadonlyMap<number, StampedMessage>, begin: number, limit: number): boolean {
  let [count, bytes] = [0, 0];
  for (const [place, { payload }] of byPlace) {
    if (place >= begin) continue;
    count++;
    bytes += payload.length;
    if (count > limit || (count > 1 && bytes > MAX_PAGE_BYTES + payload.length)) return true;
  }
  return false;
}

/** `unread`: the place where a block begins that was not read; the page ends before it. */
function cut(
  byPlace: ReadonlyMap<number, StampedMessage>,
  unread: number,
  limit: number,
  sign: 1 | -1,
): Page {
  const sure = [...byPlace.keys()].filter((place) => place < unread).sort((a, b) => a - b);
  const messages: StampedMessage[] = [];
  let bytes = 0;
  for (const place of sure) {
    if (messages.length === limit || bytes > MAX_PAGE_BYTES) break;
    const message = byPlace.get(place) as StampedMessage;
    messages.push(message);
    bytes += message.payload.length;
  }
  const last = messages.at(-1);
  if (messages.length < sure.length && last !== undefined) return { messages, next: last.stamp };
  return { messages, next: unread === Number.POSITIVE_INFINITY ? null : sign * (unread - 1) };
}
