/** The history of messages. */

import * as z from "zod";
import { HISTORY_ORDERS } from "../../broker/contract/message-history.ts";
import { endpoints } from "./endpoint.ts";
import { pageSize } from "./events.ts";
import { choice, givenMoment, moment, named, topicFilter } from "./fields.ts";
import { MESSAGES_PAGE } from "./limits.ts";
import { MESSAGES } from "./sentences.ts";
import { BACKWARDS, inOrder } from "./series.ts";

const StoredMessage = named("StoredMessage", {
  topic: z.string(),
  payload: z.string(),
  encoding: z.enum(["utf-8", "base64"]),
  qos: z.int().min(0).max(2),
  /** As it was published. */
  retain: z.boolean(),
  /** When it arrived. */
  at: moment(),
});

const MessagesPage = named("MessagesPage", {
  messages: z.array(StoredMessage),
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

export const HISTORY_CALLS = endpoints({
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
});
