/**
 * Streams: the worker reads an account's messages and events for an HTTP caller, over a WebSocket to its object. Binary
 * frames are MQTT, so that messages take the path of any client's. Text frames are events, which no topic can forge, or
 * since when messages are lost on the way to the worker: a number of milliseconds since 1970, once until the worker's
 * next packet. From the worker they are how far its reader is behind: a number of steps.
 */

import * as z from "zod";
import { Bearer } from "./bearer.ts";

/** The filters of a stream as JSON. The worker removes this header from incoming requests. */
export const FILTERS_HEADER = "Switchyard-Filters";

/** Response header: the missing scope, a line break, and the token's name, URI-encoded. */
export const LACKED_HEADER = "Switchyard-Lacked";
/** Response header: the token that opened the stream. */
export const TOKEN_ID_HEADER = "Switchyard-Token";

/** Response header: that token is a guest's. */
export const GUEST_HEADER = "Switchyard-Guest";

/** Open streams per account. One more ends the stream that is furthest behind. */
export const MAX_STREAMS = 20;

/** Open streams per guest: one more ends the oldest. */
export const MAX_GUEST_STREAMS = 5;

/** The object closes a stream with this code (RFC 6455, 7.4.2) for a newer one. */
export const REPLACED = 4001;

export const Stream = z.object({
  bearer: Bearer,
  /** Whether the stream includes device events. */
  events: z.boolean(),
  /** It continues an earlier stream: a used ticket opens it, too. */
  resumes: z.boolean().optional(),
  /** The digest of the ticket that opened it. */
  ticket: z.string().optional(),
  /** The id of the token of the guest whose page reads it. */
  guest: z.string().optional(),
});
export type Stream = z.infer<typeof Stream>;

/** 403: the token lacks a scope. */
export interface LackedScope {
  /** The owner's label of the token. */
  name: string;
  scope: string;
}
