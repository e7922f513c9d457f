/** Messages that the worker publishes, reads and removes in the name of a caller over HTTP. Topics are whole. */

import type { Actor } from "./device-events.ts";

export interface Publishing {
  topic: string;
  payload: Uint8Array;
  qos: 0 | 1 | 2;
  retain: boolean;
  contentType: string | null;
  /** W3C Trace Context; becomes a user property. */
  traceparent: string | null;
  /** Seconds to wait for acknowledgements. */
  wait: number;
  actor: Actor;
}

/** Sessions; no session is in two of `readers` and `waiting`. */
export interface Published {
  /** Connected, and sent the message. */
  readers: number;
  /** Of these, how many acknowledged it. */
  acknowledged: number;
  /** Offline, with the message in their queue. */
  waiting: number;
}

export interface RetainedRecord {
  topic: string;
  payload: Uint8Array;
  qos: 0 | 1 | 2;
  contentType: string | null;
  /** When it was published. Milliseconds since 1970. */
  at: number;
  /** No two messages that were ever retained on one topic have the same. */
  version: string;
}

export interface MessageFilters {
  filter: string;
  /** Topics behind this one; empty: from the first. */
  after: string;
  limit: number;
}

export interface MessagePage {
  messages: RetainedRecord[];
  hasMore: boolean;
}

/** Why nothing was done. `seconds`: after which it may succeed. */
export type MessageRefusal =
  | { why: "caller" }
  | { why: "scope"; scope: string; tokenName: string }
  | { why: "forbidden"; words: string }
  | { why: "invalid"; field: "topic" | "qos" | "retain" | "payload"; words: string }
  | { why: "rate"; seconds: number }
  | { why: "room"; words: string; seconds: number };

export type MessageAnswer<T> = { answer: T } | { refusal: MessageRefusal };
