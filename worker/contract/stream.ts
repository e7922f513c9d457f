/** Messages and events of an account as Server-Sent Events. */

import * as z from "zod";
import { moment, named } from "./fields.ts";
import { filterMistakes } from "./grant.ts";

export const MAX_STREAM_FILTERS = 10;

/** An MQTT filter below the account's prefix. */
const streamFilter = () =>
  z.string().superRefine((value, context) => {
    for (const message of filterMistakes(value)) context.addIssue({ code: "custom", message });
  });

export const StreamQuery = z
  .object({
    /** An MQTT filter below the account's prefix; may be repeated up to ten times. */
    filter: streamFilter().optional(),
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

export const StreamTicket = named("StreamTicket", { ticket: z.string(), expires_at: moment() });
