/** Streams: the worker reads messages and events of an account for a caller over HTTP, on a WebSocket to its object. */

import type { Bearer } from "./bearer.ts";

/** The worker names the filters of a stream by this header, as JSON; none is let through that came from outside. */
export const FILTERS_HEADER = "Switchyard-Filters";

/** On the answer: the scope that the token lacks, a line break, and its name, URI-encoded. */
export const LACKED_HEADER = "Switchyard-Lacked";
/** On the answer: the token that opened the stream. */
export const TOKEN_ID_HEADER = "Switchyard-Token";

/** Events come as messages on this topic: no client can publish there. */
export const EVENTS_TOPIC = "$events";

/** Streams of an account at a time. */
export const MAX_STREAMS = 20;

export interface Stream {
  bearer: Bearer;
  /** Whether it is sent the account's device events. */
  events: boolean;
}

/** 403: the token lacks a scope. */
export interface LackedScope {
  /** What its owner calls the token. */
  name: string;
  scope: string;
}
