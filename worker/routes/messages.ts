/** Messages over HTTP: `curl -d on …/v0/messages/lamp/set` is a PUBLISH of an MQTT client in root view. */

import type { PlacedOrder } from "../../broker/contract/approval.ts";
import type { CallerResult } from "../../broker/contract/bearer.ts";
import type { HistoryPage } from "../../broker/contract/message-history.ts";
import type {
  MessageAnswer,
  MessagePage,
  Published,
  Publishing,
  RemovedMessages,
  Reply,
  Requested,
  Requesting,
  RetainedRecord,
} from "../../broker/contract/messages.ts";
import { displayTopic, storedTopic } from "../../broker/contract/topics.ts";
import { type CallsOfCaller, PERHAPS_PUBLISHED } from "../account/account.ts";
import { objectRoute } from "../api/by-object.ts";
import type { Call } from "../api/call.ts";
import { countHangUp, noticingHangUp, refuseAfterHangUps } from "../api/hang-ups.ts";
import { linkNext } from "../api/headers.ts";
import { readBytes } from "../api/input.ts";
import { isoTime } from "../contract/fields.ts";
import { MAX_PUBLISH_WAIT, MESSAGES_PAGE } from "../contract/limits.ts";
import { topicOfPath } from "../contract/messages.ts";
import { MESSAGES } from "../contract/sentences.ts";
import { type Env, settings } from "../env.ts";
import { ApiError, bodyTooLarge, invalidField, messageRefused, noReply, notFound } from "../errors.ts";
import { waitingResponse } from "../present/approval.ts";
import { messageOf, payloadText, writerRow } from "../present/message.ts";

/** A media type with printable parameters: a publisher's text becomes a header only if it is one. */
const MEDIA_TYPE =
  /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?: *; *[\w!#$&^.+-]+=(?:[\w!#$&^.+-]+|"[\x20\x21\x23-\x5b\x5d-\x7e]*"))*$/;

/** Headers of a payload as it was published: a browser executes nothing of it. */
const payloadHeaders = (contentType: string | null): Record<string, string> => ({
  "Content-Type":
    contentType !== null && MEDIA_TYPE.test(contentType) ? contentType : "application/octet-stream",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
});

const headersOf = ({ contentType, at, version }: RetainedRecord): Record<string, string> => ({
  ...payloadHeaders(contentType),
  "Last-Modified": new Date(at).toUTCString(),
  ETag: `"${version}"`,
});

/** RFC 9110, section 13.1.2: weak comparison; `*` matches any. */
function isSame(ifNoneMatch: string | null, { version }: RetainedRecord): boolean {
  const tags = (ifNoneMatch ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes("*") || tags.includes(`"${version}"`);
}

// Parses a request about a message: topic, payload and headers. Returns the first error.

/** Most bytes of a payload when the variable sets no limit. */
const MAX_PAYLOAD = 16_777_216;
/** A longer header is ignored. Characters. */
const MAX_CONTENT_TYPE = 1024;
const PRINTABLE = /^[\x20-\x7e]+$/;
const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

const maxPayload = (env: Env): number => settings(env).broker.MQTT_MAX_PACKET_SIZE || MAX_PAYLOAD;

interface OfTopic {
  userId: string;
  url: URL;
}

function topicIn({ userId, url }: OfTopic): string | ApiError {
  const read = topicOfPath(userId, url.pathname);
  return "mistake" in read ? invalidField("topic", read.mistake) : read.topic;
}

type Publish = OfTopic & Pick<Call<"publishMessage">, "env" | "request" | "query" | "browser" | "now">;

async function publishingIn(call: Publish): Promise<Publishing | ApiError> {
  const { env, query, request, browser, userId } = call;
  const { qos = 0, retain = false, wait = 0 } = query;
  const topic = topicIn(call);
  if (topic instanceof ApiError) return topic;
  const max = maxPayload(env);
  const payload = await readBytes(request, { env, holder: userId, max });
  if (payload === null) return bodyTooLarge(max);
  return { topic, payload, qos, retain, wait, actor: browser ? "browser" : "api", ...passedOn(request) };
}

/** The headers that become properties of the message. */
function passedOn({ headers }: Request): Pick<Publishing, "contentType" | "traceparent"> {
  const type = headers.get("Content-Type") ?? "";
  const trace = headers.get("traceparent") ?? "";
  return {
    contentType: type.length <= MAX_CONTENT_TYPE && PRINTABLE.test(type) ? type : null,
    traceparent: TRACEPARENT.test(trace) ? trace : null,
  };
}

async function publishOrRequestIn(call: Publish): Promise<Publishing | Requesting | ApiError> {
  const { reply: seconds, reply_topic: topic } = call.query;
  if (seconds !== undefined) refuseAfterHangUps(call.env, call.userId, call.now);
  const publishing = await publishingIn(call);
  if (seconds === undefined || publishing instanceof ApiError) return publishing;
  const requestId = crypto.randomUUID().replaceAll("-", "");
  const replyTopic = topic === undefined ? null : storedTopic(call.userId, topic);
  return { ...publishing, requestId, replyTopic, seconds };
}

/** Ends the wait in the account's object when the caller hangs up: until then the object cannot sleep. */
function requestReply(
  calls: CallsOfCaller,
  requesting: Requesting,
  { request, env, userId, after }: OfTopic & Pick<Call<"publishMessage">, "env" | "request" | "after">,
): Promise<CallerResult<MessageAnswer<Requested>>> {
  const hungUp = () => {
    countHangUp(env, userId, Date.now());
    // work after the response: the platform ends all other work of a request whose caller is gone
    after(() => calls.messages.endRequest(requesting.requestId));
  };
  return noticingHangUp(request, hungUp, () => calls.messages.requestReply(requesting));
}

function replyOf({ reply, readers, acknowledged, waiting }: Requested): Reply {
  if (reply !== null) return reply;
  const isRead = readers + waiting > 0;
  throw noReply(isRead ? MESSAGES.noReply : MESSAGES.noReplier, readers, acknowledged);
}

type Outcome = MessageAnswer<Published | Requested | PlacedOrder>;

export const publishMessage = objectRoute<"publishMessage", Outcome, unknown, Publishing | Requesting>({
  // as long as a call waits for a reply
  waits: MAX_PUBLISH_WAIT * 1000,
  lost: PERHAPS_PUBLISHED,
  input: publishOrRequestIn,
  act: (calls, call) =>
    "requestId" in call.input
      ? requestReply(calls, call.input, call)
      : calls.messages.publishMessage(call.input),
  show(answer, call) {
    const published = answerOrThrow(answer);
    if ("approval" in published) return waitingResponse(published);
    if ("reply" in published) {
      const { payload, contentType } = replyOf(published);
      return new Response(payload, { headers: payloadHeaders(contentType) });
    }
    const { readers, acknowledged } = published;
    const status = readers > 0 && acknowledged === readers ? 200 : 202;
    return Response.json({ topic: displayTopic(call.userId, call.input.topic), ...published }, { status });
  },
});

export const readMessage = objectRoute<"readMessage", MessageAnswer<RetainedRecord | null>, unknown, string>({
  input: topicIn,
  act: (calls, { input: topic }) => calls.messages.readMessage(topic),
  show(answer, { request }) {
    const message = answerOrThrow(answer);
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
    answerOrThrow(answer);
    return undefined;
  },
});

export const deleteMessages = objectRoute<"deleteMessages", MessageAnswer<RemovedMessages>>({
  act(calls, { query: { filter, after = "" }, browser }) {
    return calls.messages.deleteMessages({ filter, after, actor: browser ? "browser" : "api" });
  },
  show: answerOrThrow,
});

export const listMessages = objectRoute<"listMessages", MessageAnswer<MessagePage>>({
  act(calls, { query }) {
    const { filter = "#", limit = MESSAGES_PAGE.default, after = "", hidden = false } = query;
    return calls.messages.listMessages({ filter, limit, after, hidden, preview: query.preview ?? null });
  },
  show(answer, call) {
    const { messages, hasMore } = answerOrThrow(answer);
    const page = messages.map((message) => messageOf(call.userId, message));
    const last = page.at(-1);
    if (hasMore && last !== undefined) linkNext(call, "after", last.topic);
    return page;
  },
});

/** The largest time of a query. Milliseconds since 1970. */
const END = Number.MAX_SAFE_INTEGER;

export const listHistory = objectRoute<"listHistory", MessageAnswer<HistoryPage>>({
  act(calls, { query }) {
    const { filter = "#", from = 0, to = END, after = null, order = "newest" } = query;
    const { limit = MESSAGES_PAGE.default } = query;
    return calls.messages.listHistory({ filter, from, to, after, limit, order });
  },
  show(answer, { userId }) {
    const { messages, next } = answerOrThrow(answer);
    return {
      messages: messages.map(({ topic, payload, qos, retain, at, by }) => ({
        topic: displayTopic(userId, topic),
        ...payloadText(payload),
        qos,
        retain,
        at: isoTime(at),
        by: writerRow(by),
      })),
      next: next === null ? null : String(next),
    };
  },
});

function answerOrThrow<T>(answer: MessageAnswer<T>): T {
  if ("refusal" in answer) throw messageRefused(answer.refusal);
  return answer.answer;
}
