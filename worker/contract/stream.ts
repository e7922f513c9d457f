/** Messages and events of an account as they happen, as Server-Sent Events. */

import { z } from "zod";
import { moment } from "./fields.ts";
import { filterMistakes } from "./grant.ts";
import { named } from "./named.ts";

/** Filters of one stream. */
export const MAX_STREAM_FILTERS = 10;

/** An MQTT filter below the account's root. */
const streamFilter = () =>
  z.string().superRefine((value, context) => {
    for (const message of filterMistakes(value)) context.addIssue({ code: "custom", message });
  });

export const StreamQuery = z
  .object({
    /** An MQTT filter below the account's root; may be repeated, ten times at most. */
    filter: streamFilter().optional(),
    /** Device events too. */
    events: z.enum(["true", "false"], { error: "Must be a valid boolean." }).optional(),
    /** Instead of the header `Last-Event-ID`, which an `EventSource` cannot set: events after this one are sent first. */
    last_event_id: z.string().optional(),
    /** Instead of the header `Authorization`, which an `EventSource` cannot set. */
    ticket: z.string().optional(),
  })
  .refine((query) => query.filter !== undefined || query.events === "true", {
    path: ["filter"],
    message: "Name a filter, or ask for events with `events=true`.",
  });

export const StreamTicket = z.object({ ticket: z.string(), expires_at: moment() });

named({ StreamTicket });
