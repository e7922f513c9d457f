import type { RetainedRecord } from "../../broker/contract/messages.ts";
import { displayTopic } from "../../broker/contract/topics.ts";
import { decodeUtf8 } from "../../broker/contract/utf8.ts";
import { isoTime } from "../contract/fields.ts";
import type { RetainedMessage as Shown } from "../contract/messages.ts";

export function messageOf(userId: string, { topic, payload, qos, contentType, at }: RetainedRecord): Shown {
  const text = decodeUtf8(payload);
  return {
    topic: displayTopic(userId, topic),
    payload: text ?? base64Of(payload),
    encoding: text === null ? "base64" : "utf-8",
    qos,
    content_type: contentType,
    at: isoTime(at),
  };
}

/** In pieces: a call takes a limited number of arguments. */
function base64Of(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return btoa(text);
}

/** A media type with printable parameters: a publisher's text becomes a header only if it is one. */
const MEDIA_TYPE =
  /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?: *; *[\w!#$&^.+-]+=(?:[\w!#$&^.+-]+|"[\x20\x21\x23-\x5b\x5d-\x7e]*"))*$/;

/** Headers of a raw retained message: a browser executes nothing of it. */
export const headersOf = ({ contentType, at, version }: RetainedRecord): Record<string, string> => ({
  "Content-Type":
    contentType !== null && MEDIA_TYPE.test(contentType) ? contentType : "application/octet-stream",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "Last-Modified": new Date(at).toUTCString(),
  ETag: `"${version}"`,
});

/** RFC 9110, section 13.1.2: weak comparison; `*` matches any. */
export function isSame(ifNoneMatch: string | null, { version }: RetainedRecord): boolean {
  const tags = (ifNoneMatch ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes("*") || tags.includes(`"${version}"`);
}
