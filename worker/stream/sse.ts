/** PURE. Server-Sent Events as text (HTML standard). */

import { Buffer } from "node:buffer";
import { decodeUtf8 } from "../../broker/contract/utf8.ts";
import type { PublishPacket } from "../../broker/session/packet.ts";

/** A comment, which readers ignore: keeps proxies from closing a silent stream. */
export const COMMENT = ":\n\n";
/** The reader's delay before it reconnects. Milliseconds. */
export const RETRY = "retry: 2000\n\n";

/** `data` is JSON, which has no line breaks. */
export const sse = (event: "message" | "device" | "gap", data: unknown, id?: string): string =>
  `event: ${event}\n${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;

/** The payload as text if it is UTF-8, otherwise in base64. `at`: its arrival, ISO 8601. */
export function messageOf({ topic, payload, qos, retain }: PublishPacket, at: string, id?: string): string {
  const text = decodeUtf8(payload);
  const body =
    text === null
      ? { payload: Buffer.from(payload).toString("base64"), encoding: "base64" }
      : { payload: text, encoding: "utf-8" };
  return sse("message", { topic, ...body, qos, retain, at }, id);
}
