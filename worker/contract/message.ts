/** Messages over HTTP: how one is published, what became of it, and what is retained. */

import { z } from "zod";
import { pageSize } from "./event.ts";
import { boolean, moment, wholeNumber } from "./fields.ts";
import { filterMistakes } from "./grant.ts";
import { MAX_PUBLISH_WAIT, MESSAGES_PAGE } from "./limits.ts";
import { named } from "./named.ts";

export const PublishQuery = z.object({
  /** Left out: 0. */
  qos: wholeNumber({ min: 0, max: 2 })
    .transform((value) => ([0, 1, 2] as const)[value] ?? 0)
    .optional(),
  /** The message is kept for later subscribers; an empty body removes the one that is kept. */
  retain: boolean().optional(),
  /** Seconds to wait for acknowledgements. Beyond 256 waiting calls of an account the answer does not wait. */
  wait: wholeNumber({ min: 0, max: MAX_PUBLISH_WAIT }).optional(),
});

/** What was published is durable as the answer says, whatever happens next. */
export const PublishOutcome = z.object({
  topic: z.string(),
  /** Connected sessions that it was sent to. Those that read at QoS 0 acknowledge nothing. */
  readers: z.int(),
  /** Of these, the ones that acknowledged it within `wait`. */
  acknowledged: z.int(),
  /** Sessions that are offline and have it queued. */
  waiting: z.int(),
});

export const RetainedMessage = z.object({
  topic: z.string(),
  payload: z.string(),
  encoding: z.enum(["utf-8", "base64"]),
  qos: z.int().min(0).max(2),
  /** As its publisher said; null where it did not. */
  content_type: z.string().nullable(),
  at: moment(),
});
export type RetainedMessage = z.infer<typeof RetainedMessage>;

export const MessageQuery = z.object({
  /** An MQTT filter; left out: `#`. */
  filter: z
    .string()
    .superRefine((value, context) => {
      for (const message of filterMistakes(value)) context.addIssue({ code: "custom", message });
    })
    .optional(),
  limit: pageSize(MESSAGES_PAGE.max).optional(),
  /** Topics behind this one: messages come in the order of their topics. The `Link` header names the next page. */
  after: z.string().optional(),
});

named({ PublishOutcome, RetainedMessage });
