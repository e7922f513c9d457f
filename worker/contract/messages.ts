/** Messages over HTTP: publishing, its result, retained messages, and the history. */

import * as z from "zod";
import { BROKER_LIMITS } from "../../broker/contract/limits.ts";
import { HISTORY_ORDERS } from "../../broker/contract/message-history.ts";
import { storedTopic } from "../../broker/contract/topics.ts";
import { WRITER_KINDS } from "../../broker/contract/writer.ts";
import { endpoints } from "./endpoint.ts";
import { pageSize } from "./events.ts";
import { boolean, choice, givenMoment, moment, named, topicFilter, wholeNumber } from "./fields.ts";
import { MAX_PREVIEW, MAX_PUBLISH_WAIT, MAX_REPLY_WAIT, MESSAGES_PAGE } from "./limits.ts";
import { MESSAGES } from "./sentences.ts";
import { BACKWARDS, inOrder } from "./series.ts";

const PublishFields = z.object({
  /** Default: 0. */
  qos: wholeNumber({ min: 0, max: 2 })
    .transform((value) => ([0, 1, 2] as const)[value] ?? 0)
    .optional(),
  /** Stored for later subscribers; an empty body removes the retained message. */
  retain: boolean().optional(),
  /** Seconds to wait for acknowledgements. Beyond 256 waiting calls of an account the response does not wait. */
  wait: wholeNumber({ min: 0, max: MAX_PUBLISH_WAIT }).optional(),
  /**
   * Seconds to wait for a reply: then the response is its payload, with its content type. The message has a Response
   * Topic and Correlation Data, and expires with the call. 504: no reply in time.
   */
  reply: wholeNumber({ min: 1, max: MAX_REPLY_WAIT }).optional(),
  /**
   * The first message on this topic is the reply: for devices of MQTT 3.1.1, which get no Response Topic. Needs the scope
   * to read it.
   */
  reply_topic: z
    .string()
    .superRefine((topic, context) => {
      const fault = topicFault(topic);
      if (fault !== null) context.addIssue({ code: "custom", message: fault });
    })
    .optional(),
});

const PublishQuery = PublishFields.refine(({ reply, reply_topic: topic }) => !topic || reply !== undefined, {
  path: ["reply_topic"],
  message: MESSAGES.replyTopicAlone,
}).refine(({ reply, retain }) => reply === undefined || !retain, {
  path: ["retain"],
  message: MESSAGES.retainedRequest,
});

/** The fault of a topic name; null for none. */
function topicFault(topic: string): string | null {
  if (/[+#]/.test(topic)) return "A topic has no wildcards: name one topic, without + and #.";
  return topic.includes("\0") ? "A topic may not contain U+0000: leave it out." : null;
}

/** The result of a publish. It is durable when the response arrives. */
const PublishOutcome = named("PublishOutcome", {
  topic: z.string(),
  /** Connected sessions that it was sent to. Readers at QoS 0 send no acknowledgement. */
  readers: z.int(),
  /** Of these, how many acknowledged it within `wait`. */
  acknowledged: z.int(),
  /** Offline sessions that have it in their queue. */
  waiting: z.int(),
});

/** Who wrote a message. */
const WriterRow = named("WrittenBy", {
  kind: z.enum(WRITER_KINDS),
  /** Of the credential, device, token, API key, guest, watch or schedule; null for the page and the broker. */
  id: z.string().nullable(),
  /** Its name, or the last one that is known; null where it has none. */
  name: z.string().nullable(),
  /** False when it was deleted. */
  exists: z.boolean(),
});

export const RetainedMessage = named("RetainedMessage", {
  topic: z.string(),
  payload: z.string(),
  encoding: z.enum(["utf-8", "base64"]),
  /** The length of the whole payload, which `preview` may have cut. */
  bytes: z.int(),
  qos: z.int().min(0).max(2),
  /** As given by its publisher; null without one. */
  content_type: z.string().nullable(),
  at: moment(),
  /** Null for a message that an earlier release stored. */
  by: WriterRow.nullable(),
});
export type RetainedMessage = z.infer<typeof RetainedMessage>;

const MessageQuery = z.object({
  /** An MQTT filter; default: `#`. */
  filter: topicFilter().optional(),
  limit: pageSize(MESSAGES_PAGE.max).optional(),
  /** Only topics after this one: messages are ordered by topic. The `Link` header names the next page. */
  after: z.string().optional(),
  /** Bytes of each payload; the whole payload without it. A text is cut between two characters. */
  preview: wholeNumber({ min: 0, max: MAX_PREVIEW }).optional(),
  /** With topics that begin with `$`, which no wildcard at the first level matches. */
  hidden: boolean().optional(),
});

const RemovalQuery = z.object({
  /** An MQTT filter, such as `old/#`. */
  filter: topicFilter(),
  /** Only topics after this one: `next` of the call before. */
  after: z.string().optional(),
});

/** What a call has removed. */
const RemovalOutcome = named("RemovalOutcome", {
  deleted: z.int(),
  /** Messages that stay: only the broker writes them, or the token lacks the scope. */
  refused: z.int(),
  /** Messages that this call did not try: make it again with `after`. */
  remaining: z.int(),
  /** For `after`; null when nothing remains. */
  next: z.string().nullable(),
});

// The history of messages.

const HistoryMessageRow = named("HistoryMessageRow", {
  topic: z.string(),
  payload: z.string(),
  encoding: z.enum(["utf-8", "base64"]),
  qos: z.int().min(0).max(2),
  /** As it was published. */
  retain: z.boolean(),
  /** When it arrived. */
  at: moment(),
  by: WriterRow.nullable(),
});
export type HistoryMessageRow = z.infer<typeof HistoryMessageRow>;

const MessagesPage = named("MessagesPage", {
  messages: z.array(HistoryMessageRow),
  /** `after` of the next page; null on the last one. A page with few messages, or none, may have a next one. */
  next: z.string().nullable(),
});

/** A place in the history: opaque for callers. */
const place = () =>
  z.string().transform((value, context) => {
    const stamp = /^[0-9]{1,16}$/.test(value) ? Number(value) : Number.NaN;
    if (!Number.isSafeInteger(stamp)) {
      context.addIssue({ code: "custom", message: MESSAGES.wrongPlace });
    }
    return stamp;
  });

const HistoryQuery = z
  .object({
    /** An MQTT filter; default: `#`. */
    filter: topicFilter().optional(),
    /** Inclusive. */
    from: givenMoment().optional(),
    /** Exclusive. */
    to: givenMoment().optional(),
    /** `next` of the page before. */
    after: place().optional(),
    limit: pageSize(MESSAGES_PAGE.max).optional(),
    /** By arrival; default: `newest` first. */
    order: choice(HISTORY_ORDERS).optional(),
  })
  .refine(inOrder, BACKWARDS);

const BEFORE = "/v0/messages/";

/**
 * Parses the topic in a path `/v0/messages/{topic}`. The rest of the path is the topic: each part is percent-decoded
 * once, so `%2F` is a `/` like any other, `%25` is `%`, and `+` is a plus, not a space. Empty levels and a trailing
 * slash count, as in MQTT. The topic `/` is written `%2F`, since `//` is the list of messages. URL parsers resolve the
 * levels `.` and `..`, also as `%2e`; within a topic they are written with `%2F`: `a%2F..%2Fb`. `$SYS/x` is a topic of
 * the account.
 *
 * Returns the whole topic, or its fault. `pathname` as in `URL`. Never a topic of another account.
 */
export function topicOfPath(userId: string, pathname: string): { topic: string } | { mistake: string } {
  // resolving `..` may leave the path of this call
  const written = pathname.startsWith(BEFORE) ? pathname.slice(BEFORE.length) : "";
  if (written === "") return { mistake: "The topic is missing: write it behind /v0/messages/." };
  let topic: string;
  try {
    topic = decodeURIComponent(written);
  } catch {
    return { mistake: "The topic is not percent-encoded UTF-8: write % as %25." };
  }
  const mistake = topicFault(topic);
  if (mistake !== null) return { mistake };
  return { topic: storedTopic(userId, topic) };
}

export const MESSAGE_CALLS = endpoints({
  publishMessage: {
    method: "POST",
    path: "/v0/messages/{topic}",
    access: "token",
    messages: "messages:publish",
    status: 202,
    also: 200,
    summary:
      "Publish a message, its payload as the body; 200: every connected reader acknowledged it, of at least one. With `reply`: 200 with the payload of the reply",
    query: PublishQuery,
    takesBytes: "*/*",
    isMessage: true,
    mayWait: true,
    response: PublishOutcome,
    problems: [400, 403, 413, 429, 503, 504],
  },
  listMessages: {
    method: "GET",
    path: "/v0/messages/",
    access: "token",
    messages: "messages:read",
    summary: "Retained messages by topic; the Link header names the next page",
    query: MessageQuery,
    response: z.array(RetainedMessage),
    problems: [429],
  },
  listHistory: {
    method: "GET",
    path: "/v0/history/",
    access: "token",
    messages: "messages:read",
    summary: "Messages that the history has kept, of the filters in the settings; `next` names the next page",
    query: HistoryQuery,
    response: MessagesPage,
    problems: [429],
  },
  readMessage: {
    method: "GET",
    path: "/v0/messages/{topic}",
    access: "token",
    messages: "messages:read",
    summary: "The retained message of a topic: its payload as it was published, with its content type",
    media: ["*/*"],
    problems: [404, 429],
  },
  deleteMessage: {
    method: "DELETE",
    path: "/v0/messages/{topic}",
    access: "token",
    messages: "messages:publish",
    summary: "Remove the retained message of a topic; subscribers get an empty message, as MQTT defines it",
    isMessage: true,
    problems: [429],
  },
  deleteMessages: {
    method: "DELETE",
    path: "/v0/messages/",
    access: "token",
    messages: "messages:publish",
    summary: `Remove the retained messages that a filter matches, at most ${BROKER_LIMITS.MAX_REMOVED_AT_ONCE.default} in one call (MAX_REMOVED_AT_ONCE); subscribers get an empty message for each`,
    query: RemovalQuery,
    isMessage: true,
    response: RemovalOutcome,
    problems: [400, 429],
  },
});
