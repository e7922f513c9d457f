/** Messages that the worker publishes, reads and deletes for a caller over HTTP. Topics have the account's prefix. */

import type { Actor } from "./device-events.ts";
import type { MessageWriter } from "./writer.ts";

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

/** Numbers of sessions; no session is in both `readers` and `waiting`. */
export interface Published {
  /** Connected sessions that were sent the message. */
  readers: number;
  /** The readers that acknowledged it. */
  acknowledged: number;
  /** Offline sessions with the message in their queue. */
  waiting: number;
}

/** A publish whose caller waits for a reply, which may come on a topic of the caller's choice. */
export interface Requesting extends Publishing {
  /** 32 hexadecimal digits, chosen by the worker: the caller can end the wait by it. */
  requestId: string;
  replyTopic: string | null;
  /** Seconds to wait. */
  seconds: number;
}

export interface Reply {
  payload: Uint8Array;
  contentType: string | null;
}

/** `reply` is null without one in time. */
export interface Requested extends Published {
  reply: Reply | null;
}

/** A writer, and whether it still exists: then its name is its present one. */
export interface ListedWriter extends MessageWriter {
  exists: boolean;
}

export interface RetainedRecord {
  topic: string;
  payload: Uint8Array;
  /** The length of the whole payload: a list may have only its beginning. */
  bytes: number;
  /** Null for a message that an earlier release stored. */
  by: ListedWriter | null;
  qos: 0 | 1 | 2;
  contentType: string | null;
  /** Time of publication. Milliseconds since 1970. */
  at: number;
  /** Differs for every message ever retained on the topic. */
  version: string;
}

export interface MessageFilters {
  filter: string;
  /** Topics after this one; empty: from the first. */
  after: string;
  limit: number;
  /** Bytes of each payload; null: the whole payload. */
  preview: number | null;
  /** With topics that begin with `$`, which a wildcard at the first level does not match. */
  hidden: boolean;
}

/** Retained messages to remove. */
export interface MessageRemoval {
  filter: string;
  /** Topics after this one; empty: from the first. */
  after: string;
  actor: Actor;
}

/** What a call has removed, and what the next one goes on with. */
export interface RemovedMessages {
  deleted: number;
  /** Messages that the caller may read and not remove, such as those that only the broker writes. */
  refused: number;
  /** Messages that are left to try. */
  remaining: number;
  /** The last topic that was tried; null when none is left. */
  next: string | null;
}

export interface MessagePage {
  messages: RetainedRecord[];
  hasMore: boolean;
}

/** Why the call failed. `seconds`: when to try again. */
export type MessageRefusal =
  | { why: "caller" }
  | { why: "scope"; scope: string; tokenName: string }
  | { why: "forbidden"; words: string }
  | {
      why: "invalid";
      field: "topic" | "qos" | "retain" | "payload" | "reply_topic" | "from" | "at";
      words: string;
    }
  | { why: "rate"; seconds: number }
  /** Too many calls wait. */
  | { why: "requests"; words: string }
  | { why: "room"; words: string; seconds: number };

export type MessageAnswer<T> = { answer: T } | { refusal: MessageRefusal };
