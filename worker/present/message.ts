/** Messages of the broker → JSON of the API. */

import type { ListedWriter, RetainedRecord } from "../../broker/contract/messages.ts";
import { displayTopic } from "../../broker/contract/topics.ts";
import { decodeUtf8 } from "../../broker/contract/utf8.ts";
import { isoTime } from "../contract/fields.ts";
import type { RetainedMessage } from "../contract/messages.ts";

export function messageOf(
  userId: string,
  { topic, payload, bytes, qos, contentType, at, by }: RetainedRecord,
): RetainedMessage {
  return {
    topic: displayTopic(userId, topic),
    ...payloadText(payload.length < bytes ? wholeCharacters(payload) : payload),
    bytes,
    qos,
    content_type: contentType,
    at: isoTime(at),
    by: writerRow(by),
  };
}

export const writerRow = (by: ListedWriter | null): RetainedMessage["by"] =>
  by && { ...by, id: by.id || null, name: by.name || null };

/** The beginning of a text ends between two characters. UTF-8: a character has at most four bytes. */
function wholeCharacters(beginning: Uint8Array): Uint8Array {
  for (let length = beginning.length; length > Math.max(0, beginning.length - 4); length--) {
    const part = beginning.subarray(0, length);
    if (decodeUtf8(part) !== null) return part;
  }
  return beginning;
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
