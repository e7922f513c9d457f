/** Messages over HTTP: publishing, its result, and retained messages. */

import * as z from "zod";
import { pageSize } from "./event.ts";
import { boolean, moment, named, wholeNumber } from "./fields.ts";
import { filterMistakes } from "./grant.ts";
import { MAX_PUBLISH_WAIT, MESSAGES_PAGE } from "./limits.ts";

export const PublishQuery = z.object({
  /** Default: 0. */
  qos: wholeNumber({ min: 0, max: 2 })
    .transform((value) => ([0, 1, 2] as const)[value] ?? 0)
    .optional(),
  /** Stored for later subscribers; an empty body removes the retained message. */
  retain: boolean().optional(),
  /** Seconds to wait for acknowledgements. Beyond 256 waiting calls of an account the response does not wait. */
  wait: wholeNumber({ min: 0, max: MAX_PUBLISH_WAIT }).optional(),
});

/** The result of a publish. It is durable when the response arrives. */
export const PublishOutcome = named("PublishOutcome", {
  topic: z.string(),
  /** Connected sessions that it was sent to. Readers at QoS 0 send no acknowledgement. */
  readers: z.int(),
  /** Of these, how many acknowledged it within `wait`. */
  acknowledged: z.int(),
  /** Offline sessions that have it in their queue. */
  waiting: z.int(),
});

export const RetainedMessage = named("RetainedMessage", {
  topic: z.string(),
  payload: z.string(),
  encoding: z.enum(["utf-8", "base64"]),
  qos: z.int().min(0).max(2),
  /** As given by its publisher; null without one. */
  content_type: z.string().nullable(),
  at: moment(),
});
export type RetainedMessage = z.infer<typeof RetainedMessage>;

export const MessageQuery = z.object({
  /** An MQTT filter; default: `#`. */
  filter: z
    .string()
    .superRefine((value, context) => {
      for (const message of filterMistakes(value)) context.addIssue({ code: "custom", message });
    })
    .optional(),
  limit: pageSize(MESSAGES_PAGE.max).optional(),
  /** Only topics after this one: messages are ordered by topic. The `Link` header names the next page. */
  after: z.string().optional(),
});
