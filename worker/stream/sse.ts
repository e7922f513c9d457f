/** PURE. Server-Sent Events as text (HTML standard). */

import { Buffer } from "node:buffer";
import { oneLineJson } from "../../broker/contract/json.ts";
import { decodeUtf8 } from "../../broker/contract/utf8.ts";
import type { PublishPacket } from "../../broker/session/packet.ts";
import { isWrittenAsBase64 } from "./unread-bytes.ts";

/** A comment, which readers ignore: keeps proxies from closing a silent stream. */
export const COMMENT = ":\n\n";

/**
 * The first block: the delay before a reader reconnects, and an id, so that an `EventSource` that is cut before the
 * first event has a `Last-Event-ID`, too: the time, in milliseconds since 1970. Null for none.
 */
export const preamble = (id: number | null): string => `retry: 2000\n${id === null ? "" : `id: ${id}\n`}\n`;

export const sse = (event: "message" | "device" | "gap", data: unknown, id?: string): string =>
  `event: ${event}\n${id === undefined ? "" : `id: ${id}\n`}data: ${oneLineJson(data)}\n\n`;

/** The payload as text if it is UTF-8 and not shorter in base64. `at`: its arrival, ISO 8601. */
export function messageOf({ topic, payload, qos, retain }: PublishPacket, at: string, id?: string): string {
  const text = isWrittenAsBase64(payload) ? null : decodeUtf8(payload);
  const body =
    text === null
      ? { payload: Buffer.from(payload).toString("base64"), encoding: "base64" }
      : { payload: text, encoding: "utf-8" };
  return sse("message", { topic, ...body, qos, retain, at }, id);
}
