/** Messages of the broker → JSON of the API. */

import type { RetainedRecord } from "../../broker/contract/messages.ts";
import { displayTopic } from "../../broker/contract/topics.ts";
import { decodeUtf8 } from "../../broker/contract/utf8.ts";
import { isoTime } from "../contract/fields.ts";
import type { RetainedMessage } from "../contract/messages.ts";

export function messageOf(
  userId: string,
  { topic, payload, qos, contentType, at }: RetainedRecord,
): RetainedMessage {
  return {
    topic: displayTopic(userId, topic),
    ...payloadText(payload),
    qos,
    content_type: contentType,
    at: isoTime(at),
  };
}

/** A payload as a text of JSON. */
export function payloadText(payload: Uint8Array): Pick<RetainedMessage, "payload" | "encoding"> {
  const text = decodeUtf8(payload);
  return text === null
    ? { payload: base64Of(payload), encoding: "base64" }
    : { payload: text, encoding: "utf-8" };
}

/** In pieces: a call takes a limited number of arguments. */
function base64Of(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return btoa(text);
}
