/** Parses a request about a message: topic, payload and headers. Returns the first error. */

import type { Publishing } from "../../broker/contract/messages.ts";
import { topicOfPath } from "../contract/messages.ts";
import { type Env, settings } from "../env.ts";
import { ApiError, bodyTooLarge, invalidField } from "../errors.ts";
import type { Call } from "./call.ts";
import { readBytes } from "./input.ts";

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

export function topicIn({ userId, url }: OfTopic): string | ApiError {
  const read = topicOfPath(userId, url.pathname);
  return "mistake" in read ? invalidField("topic", read.mistake) : read.topic;
}

type Publish = OfTopic & Pick<Call<"publishMessage">, "env" | "request" | "query" | "browser">;

export async function publishingIn(call: Publish): Promise<Publishing | ApiError> {
  const { env, query, request, browser, userId } = call;
  const { qos = 0, retain = false, wait = 0 } = query;
  const topic = topicIn(call);
  if (topic instanceof ApiError) return topic;
  const max = maxPayload(env);
  const payload = await readBytes(request, { env, holder: userId, max });
  if (payload === null) return bodyTooLarge(max);
  const type = request.headers.get("Content-Type") ?? "";
  const trace = request.headers.get("traceparent") ?? "";
  return {
    topic,
    payload,
    qos,
    retain,
    wait,
    actor: browser ? "browser" : "api",
    contentType: type.length <= MAX_CONTENT_TYPE && PRINTABLE.test(type) ? type : null,
    traceparent: TRACEPARENT.test(trace) ? trace : null,
  };
}
