/** The history of messages. */

import type { HistoryPage } from "../../broker/contract/message-history.ts";
import type { MessageAnswer } from "../../broker/contract/messages.ts";
import { displayTopic } from "../../broker/contract/topics.ts";
import { objectRoute } from "../api/by-object.ts";
import { isoTime } from "../contract/fields.ts";
import { MESSAGES_PAGE } from "../contract/limits.ts";
import { messageRefused } from "../errors.ts";
import { payloadText } from "../present/message.ts";

/** The largest time of a query. Milliseconds since 1970. */
const END = Number.MAX_SAFE_INTEGER;

export const listHistory = objectRoute<"listHistory", MessageAnswer<HistoryPage>>({
  act(calls, { query }) {
    const { filter = "#", from = 0, to = END, after = null, order = "newest" } = query;
    const { limit = MESSAGES_PAGE.default } = query;
    return calls.messages.listHistory({ filter, from, to, after, limit, order });
  },
  show(answer, { userId }) {
    if ("refusal" in answer) throw messageRefused(answer.refusal);
    const { messages, next } = answer.answer;
    return {
      messages: messages.map(({ topic, payload, qos, retain, at }) => ({
        topic: displayTopic(userId, topic),
        ...payloadText(payload),
        qos,
        retain,
        at: isoTime(at),
      })),
      next: next === null ? null : String(next),
    };
  },
});
