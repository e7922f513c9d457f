/**
 * The agreement between an attempt and `local/outbound.ts`, which sends the requests of a desk: the Worker names the
 * addresses that a request may reach, and the desk answers by the same header when it sent nothing.
 */

export const OUTBOUND_HEADER = "switchyard-outbound";

/** How many bytes of the response's body the Worker reads; without it the desk passes none. */
export const ANSWER_HEADER = "switchyard-answer";

/** Bytes of an answer that are read: enough for a message of the longest text that Telegram repeats. */
export const MAX_ANSWER = 65_536;

/** The first bytes of a body; the rest stays unread. */
export async function firstBytes(
  body: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array> | null,
  max: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // leaving the loop ends the stream
  for await (const chunk of body ?? []) {
    chunks.push(chunk.subarray(0, max - length));
    length += chunk.length;
    if (length >= max) break;
  }
  const bytes = new Uint8Array(Math.min(length, max));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** `public`: only public addresses. `any`: this machine and its network, too (WEBHOOK_LAN). */
export type Reach = "public" | "any";

/** Why a request was not sent, or got no answer. */
export type Unsent = "private" | "unresolved" | "unreachable" | "late";

/** It names the variable that allows such addresses. */
export const PRIVATE_ON_DESK =
  "This address is in a private network. Use a public host, or allow yours with WEBHOOK_LAN: npm start -- --var WEBHOOK_LAN:true";
