/** The history of messages: which messages it keeps, how a caller reads them, and what it has. */

import type { ListedWriter } from "./messages.ts";

/** Filters of one account, and for how long messages are kept. */
export const MAX_HISTORY_FILTERS = 10;
export const HISTORY_DAYS = { min: 1, max: 30 } as const;

export interface HistoryFilter {
  /** Without the account's prefix. */
  filter: string;
  days: number;
}

export const HISTORY_ORDERS = ["newest", "oldest"] as const;
export type HistoryOrder = (typeof HISTORY_ORDERS)[number];

export interface HistoryQuery {
  filter: string;
  /** The times of the messages: `from` inclusive, `to` exclusive. Milliseconds since 1970. */
  from: number;
  to: number;
  /** The stamp of the message that the page follows, in its order; null: the first page. */
  after: number | null;
  limit: number;
  order: HistoryOrder;
}

export interface HistoryMessage {
  topic: string;
  payload: Uint8Array;
  qos: 0 | 1 | 2;
  retain: boolean;
  /** When it arrived. Milliseconds since 1970. */
  at: number;
  /** The stored form of its writer: `contract/writer.ts`. */
  by: string;
}

/** With its writer, and whether that still exists. */
export interface ListedMessage extends Omit<HistoryMessage, "by"> {
  by: ListedWriter | null;
}

export interface HistoryPage {
  messages: ListedMessage[];
  /** `after` of the next page; null on the last one. A page may be empty and have a next one. */
  next: number | null;
}

/** What the history has, and what it did not keep. */
export interface HistoryUse {
  messages: number;
  bytes: number;
  /** The time of the oldest message; null without any. Milliseconds since 1970. */
  oldestAt: number | null;
  /** Messages of the last hour and their packed bytes. */
  lastHour: { messages: number; bytes: number };
  /** Rows that it has written on this day (UTC). */
  rows: number;
  /** Messages of this day that a limit kept out. */
  missed: number;
}
