/** Streams: the worker reads an account's messages and events for an HTTP caller, over a WebSocket to its object. */

import * as z from "zod";
import { Bearer } from "./bearer.ts";

/** The filters of a stream as JSON. The worker removes this header from incoming requests. */
export const FILTERS_HEADER = "Switchyard-Filters";

/** Response header: the missing scope, a line break, and the token's name, URI-encoded. */
export const LACKED_HEADER = "Switchyard-Lacked";
/** Response header: the token that opened the stream. */
export const TOKEN_ID_HEADER = "Switchyard-Token";

/** Events are sent as messages on this topic; no client can publish there. */
export const EVENTS_TOPIC = "$events";

/** Open streams per account. */
export const MAX_STREAMS = 20;

export const Stream = z.object({
  bearer: Bearer,
  /** Whether the stream includes device events. */
  events: z.boolean(),
});
export type Stream = z.infer<typeof Stream>;

/** 403: the token lacks a scope. */
export interface LackedScope {
  /** The owner's label of the token. */
  name: string;
  scope: string;
}
