/**
 * Bytes that the readers of this isolate have not taken yet. An account may hold at most as much as is left for all
 * others, so that one account's readers leave room for every other.
 *
 * The platform may end a request without another call into its code. So a share that reports nothing for a while
 * lapses, and counts again when it reports.
 */

import { MAX_UNREAD_ALL, MAX_UNREAD_PER_ACCOUNT } from "../contract/limits.ts";

// PURE. The length of a payload as the stream writes it, from its bytes alone: a text is decoded only for room.

/** The bytes of each byte of a text in JSON (RFC 8259, 7): controls are `\u0001` or `\n`. */
const COSTS = new Uint8Array(256).map((_, byte) => {
  if (byte === 0x22 || byte === 0x5c || (byte >= 0x08 && byte <= 0x0d && byte !== 0x0b)) return 2;
  return byte < 0x20 ? 6 : 1;
});

/** Shorter payloads are text even where base64 is shorter: people read them. Bytes. */
const SHORT = 64;

const base64Length = (payload: Uint8Array): number => 4 * Math.ceil(payload.length / 3);

/** The bytes of a text as JSON without its quotes. A line separator of two or three bytes is escaped in six. */
export function escapedLength(text: Uint8Array): number {
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at] as number;
    length += COSTS[byte] as number;
    // U+0085 is C2 85, U+2028 and U+2029 are E2 80 A8 and E2 80 A9
    if (byte === 0x85 && text[at - 1] === 0xc2) length += 4;
    else if ((byte === 0xa8 || byte === 0xa9) && text[at - 1] === 0x80 && text[at - 2] === 0xe2) length += 3;
  }
  return length;
}

export const isWrittenAsBase64 = (payload: Uint8Array): boolean =>
  payload.length > SHORT && base64Length(payload) < escapedLength(payload);

/** The least bytes that the payload has in the stream: what is no UTF-8 has more, in base64. */
export const writtenLength = (payload: Uint8Array): number =>
  isWrittenAsBase64(payload) ? base64Length(payload) : escapedLength(payload);

/** Readers report at least every 25 seconds. Milliseconds. */
const LAPSES_MS = 90_000;

/** The bytes of one reader. */
export interface Share {
  readonly account: string;
  bytes: number;
  /** Milliseconds since 1970. */
  reportedAt: number;
}

export class UnreadBytes {
  readonly #shares = new Set<Share>();
  readonly #byAccount = new Map<string, number>();
  #all = 0;
  #lookedAt = 0;

  get all(): number {
    return this.#all;
  }

  of(account: string): number {
    return this.#byAccount.get(account) ?? 0;
  }

  /** Bytes that the account's readers may hold beside those that they hold. */
  room(account: string): number {
    const own = this.of(account);
    const shared = Math.floor((MAX_UNREAD_ALL - this.#all - own) / 2);
    return Math.max(0, Math.min(MAX_UNREAD_PER_ACCOUNT - own, shared));
  }

  /** The reader holds this many bytes now. */
  report(share: Share, bytes: number, now: number): void {
    const before = this.#shares.has(share) ? share.bytes : 0;
    share.bytes = bytes;
    share.reportedAt = now;
    if (bytes > 0) this.#shares.add(share);
    else this.#shares.delete(share);
    this.#add(share.account, bytes - before);
    if (Math.abs(now - this.#lookedAt) >= LAPSES_MS) this.#look(now);
  }

  #look(now: number): void {
    this.#lookedAt = now;
    for (const share of this.#shares) {
      if (Math.abs(now - share.reportedAt) < LAPSES_MS) continue;
      this.#shares.delete(share);
      this.#add(share.account, -share.bytes);
    }
  }

  #add(account: string, bytes: number): void {
    this.#all += bytes;
    const own = this.of(account) + bytes;
    if (own === 0) this.#byAccount.delete(account);
    else this.#byAccount.set(account, own);
  }
}

export const unreadBytes = new UnreadBytes();
