/** Parses a request about a message: topic, payload and headers. */

import type { Publishing } from "../../broker/contract/messages.ts";
import { topicOfPath } from "../contract/message-topic.ts";
import { type Env, settings } from "../env.ts";
import { bodyTooLarge, invalidField } from "../errors.ts";
import type { Call } from "./call.ts";
import { payloadOf } from "./input.ts";

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

export function topicIn({ userId, url }: OfTopic): string {
  const read = topicOfPath(userId, url.pathname);
  if ("mistake" in read) throw invalidField("topic", read.mistake);
  return read.topic;
}

export const hasTopic = async ({ userId, url }: OfTopic): Promise<boolean> =>
  "topic" in topicOfPath(userId, url.pathname);

type Publish = OfTopic & Pick<Call<"publishMessage">, "env" | "request" | "query" | "browser">;

const payloadIn = ({ env, request, userId }: Publish): Promise<Uint8Array | null> =>
  payloadOf(request, { env, holder: userId, max: maxPayload(env) });

export const isPublishing = async (call: Publish): Promise<boolean> =>
  (await hasTopic(call)) && (await payloadIn(call)) !== null;

export async function publishingIn(call: Publish): Promise<Publishing> {
  const { env, query, request, browser } = call;
  const { qos = 0, retain = false, wait = 0 } = query;
  const topic = topicIn(call);
  const payload = await payloadIn(call);
  if (payload === null) throw bodyTooLarge(maxPayload(env));
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
