/** Messages over HTTP: `curl -d on …/v0/messages/lamp/set` is a PUBLISH of an MQTT client in root view. */

import type {
  MessageAnswer,
  MessagePage,
  Published,
  Publishing,
  RetainedRecord,
} from "../../broker/contract/messages.ts";
import { displayTopic } from "../../broker/contract/topics.ts";
import { PERHAPS_PUBLISHED } from "../account/account.ts";
import { objectRoute } from "../api/by-object.ts";
import { linkNext } from "../api/headers.ts";
import { publishingIn, topicIn } from "../api/message.ts";
import { MAX_PUBLISH_WAIT, MESSAGES_PAGE } from "../contract/limits.ts";
import { messageRefused, notFound } from "../errors.ts";
import { headersOf, isSame, messageOf } from "../present/message.ts";

export const publishMessage = objectRoute<"publishMessage", MessageAnswer<Published>, unknown, Publishing>({
  waits: MAX_PUBLISH_WAIT * 1000,
  lost: PERHAPS_PUBLISHED,
  input: publishingIn,
  act: (calls, { input: publishing }) => calls.messages.publishMessage(publishing),
  show(answer, call) {
    const published = taken(answer);
    const { readers, acknowledged } = published;
    const status = readers > 0 && acknowledged === readers ? 200 : 202;
    return Response.json({ topic: displayTopic(call.userId, call.input.topic), ...published }, { status });
  },
});

export const readMessage = objectRoute<"readMessage", MessageAnswer<RetainedRecord | null>, unknown, string>({
  input: topicIn,
  act: (calls, { input: topic }) => calls.messages.readMessage(topic),
  show(answer, { request }) {
    const message = taken(answer);
    if (message === null) throw notFound();
    const headers = headersOf(message);
    const isUnchanged = isSame(request.headers.get("If-None-Match"), message);
    return new Response(isUnchanged ? null : message.payload, { status: isUnchanged ? 304 : 200, headers });
  },
});

export const deleteMessage = objectRoute<"deleteMessage", MessageAnswer<null>, unknown, string>({
  input: topicIn,
  act: (calls, { input: topic, browser }) => calls.messages.deleteMessage(topic, browser ? "browser" : "api"),
  show(answer) {
    taken(answer);
    return undefined;
  },
});

export const listMessages = objectRoute<"listMessages", MessageAnswer<MessagePage>>({
  act(calls, { query }) {
    const { filter = "#", limit = MESSAGES_PAGE.default, after = "" } = query;
    return calls.messages.listMessages({ filter, limit, after });
  },
  show(answer, call) {
    const { messages, hasMore } = taken(answer);
    const page = messages.map((message) => messageOf(call.userId, message));
    const last = page.at(-1);
    if (hasMore && last !== undefined) linkNext(call, "after", last.topic);
    return page;
  },
});

function taken<T>(answer: MessageAnswer<T>): T {
  if ("refusal" in answer) throw messageRefused(answer.refusal);
  return answer.answer;
}
