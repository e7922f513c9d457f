/** Messages and events of an account as Server-Sent Events. */

import * as z from "zod";
import { endpoints } from "./endpoint.ts";
import { moment, named, topicFilter } from "./fields.ts";

export const MAX_STREAM_FILTERS = 10;

const StreamQuery = z
  .object({
    /** An MQTT filter below the account's prefix; may be repeated up to ten times. */
    filter: topicFilter().optional(),
    /** With device events. */
    events: z.enum(["true", "false"], { error: "Must be a valid boolean." }).optional(),
    /** Replaces the header `Last-Event-ID`, which an `EventSource` cannot set: later events are sent first. */
    last_event_id: z.string().optional(),
    /** Replaces the header `Authorization`, which an `EventSource` cannot set. */
    ticket: z.string().optional(),
  })
  .refine((query) => query.filter !== undefined || query.events === "true", {
    path: ["filter"],
    message: "Name a filter, or ask for events with `events=true`.",
  });

const StreamTicket = named("StreamTicket", { ticket: z.string(), expires_at: moment() });

export const STREAM_CALLS = endpoints({
  readStream: {
    method: "GET",
    path: "/v0/stream/",
    access: "token",
    scopes: [],
    isForGuests: true,
    summary:
      "Messages and device events as they happen, as Server-Sent Events: `message`, `device` with its id, `gap` where something is missing; a message of more than 512 KiB as written is a `gap` with its topic and size. One stream more than 20 ends the one furthest behind. A filter needs the scope `messages:read:{filter}`, events `events:read`",
    query: StreamQuery,
    media: ["text/event-stream"],
    ticket: true,
    problems: [503],
  },
  createTicket: {
    method: "POST",
    path: "/v0/stream/ticket/",
    access: "token",
    scopes: [],
    isForGuests: true,
    status: 201,
    summary:
      "Make a ticket that opens one stream within a minute, as `?ticket=`, and resumes it with `Last-Event-ID` until an hour after its end",
    response: StreamTicket,
    problems: [503],
  },
});
