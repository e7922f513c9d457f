/**
 * The backlog of a stream's reader, bounded: beyond the bound messages are dropped, and one gap reports them. A
 * chunk counts until the reader asks for the next one.
 */

import { joined } from "../../broker/contract/bytes.ts";
import { MAX_STREAMS } from "../../broker/contract/stream.ts";
import { MAX_UNREAD, MAX_UNREAD_ALL, MAX_UNREAD_PER_ACCOUNT } from "../contract/limits.ts";
import { sse } from "./sse.ts";
import type { Share, UnreadBytes } from "./unread-bytes.ts";

// PURE. The gap markers of a stream: what is missing, since when, and what to do.

/** After a reconnect. `at`: the time of the last id, in milliseconds since 1970; null when it is not stored. */
export const missed = (at: number | null, to: string): string =>
  sse("gap", {
    from: at === null ? null : new Date(at).toISOString(),
    to,
    why:
      at === null
        ? "The event of Last-Event-ID is not kept any more."
        : "Messages that came while no stream was open are not repeated.",
  });

/** In place of one message that no reader can get. `size`: the bytes of its payload. */
export const tooLarge = (topic: string, size: number, at: string): string =>
  sse("gap", {
    from: at,
    to: at,
    topic,
    size,
    why: `A message of ${size} bytes is larger in the stream than ${MAX_UNREAD / 1024} KiB, the most that it sends: read it over MQTT, or publish smaller ones.`,
  });

/** The last word of a stream that made room for a newer one. */
export const replaced = (at: string): string =>
  sse("gap", {
    from: at,
    to: at,
    why: `An account has at most ${MAX_STREAMS} streams. This one was furthest behind, and ended for a newer one: close streams that nobody reads.`,
  });

/**
 * A connection that was left keeps its last chunk until the network gives it up, so chunks are small. Each costs a turn of
 * the event loop, so short texts that wait are sent together. Bytes.
 */
const MAX_CHUNK = 65_536;

const utf8 = new TextEncoder();

const kib = (bytes: number): string => `${bytes / 1024} KiB`;
const BEHIND = `This reader was more than ${kib(MAX_UNREAD)} behind: read faster, or subscribe to less.`;
const SHARED = `The readers of this account together were more than ${kib(MAX_UNREAD_PER_ACCOUNT)} behind, or those of all accounts more than ${kib(MAX_UNREAD_ALL)}: read faster, or open fewer streams.`;

/** In place of messages that the account's object could not send to the worker. */
export const lostOnTheWay = (since: string, to: string): string =>
  sse("gap", { from: since, to, why: BEHIND });

export class Backlog {
  readonly #unread: UnreadBytes;
  readonly #share: Share;
  #chunks: Uint8Array[] = [];
  /** Bytes of the chunk that is on its way to the reader. */
  #onItsWay = 0;
  /** Since when messages are dropped, in ISO 8601, and why. */
  #lost: { since: string; why: string } | null = null;

  constructor(account: string, unread: UnreadBytes) {
    this.#unread = unread;
    this.#share = { account, bytes: 0, reportedAt: 0 };
  }

  /** Bytes that the reader has not taken. */
  get bytes(): number {
    return this.#share.bytes;
  }

  /** Bytes that may be pushed now; 0 while messages are dropped. */
  get room(): number {
    if (this.#lost !== null) return 0;
    return Math.min(MAX_UNREAD - this.bytes, this.#unread.room(this.#share.account));
  }

  /** Whether there is room for a page of stored events, which must not be dropped. */
  get hasRoom(): boolean {
    return this.bytes < MAX_UNREAD / 4 && this.room > MAX_UNREAD / 2;
  }

  get isEmpty(): boolean {
    return this.bytes === 0 && this.#lost === null;
  }

  /** What is pushed now is dropped. */
  get isLosing(): boolean {
    return this.#lost !== null;
  }

  /** `at`: now, ISO 8601. */
  push(text: string, at: string): void {
    // no text has fewer bytes than characters
    const bytes = text.length > this.room ? null : utf8.encode(text);
    if (bytes === null || bytes.length > this.room) this.lose(at);
    else this.#put(bytes);
  }

  #put(bytes: Uint8Array): void {
    // parts of their own, so that each is freed when it is taken
    for (let from = 0; from < bytes.length; from += MAX_CHUNK) {
      this.#chunks.push(bytes.length <= MAX_CHUNK ? bytes : bytes.slice(from, from + MAX_CHUNK));
    }
    this.#hold(bytes.length);
  }

  /** A message was dropped: so is everything until the reader has taken the backlog. */
  lose(at: string): void {
    const isOwn = MAX_UNREAD - this.bytes <= this.#unread.room(this.#share.account);
    this.#lost ??= { since: at, why: isOwn ? BEHIND : SHARED };
  }

  /** Returns the oldest entries, then the gap; null when empty. */
  take(at: string): Uint8Array | null {
    const chunk = this.#oldest() ?? this.#gap(at);
    if (chunk !== null) this.#onItsWay = chunk.length;
    return chunk;
  }

  #oldest(): Uint8Array | null {
    let count = 0;
    let bytes = 0;
    for (const { length } of this.#chunks) {
      if (count > 0 && bytes + length > MAX_CHUNK) break;
      count++;
      bytes += length;
    }
    return count === 0 ? null : joined(this.#chunks.splice(0, count), bytes);
  }

  #gap(at: string): Uint8Array | null {
    if (this.#lost === null) return null;
    const gap = utf8.encode(sse("gap", { from: this.#lost.since, to: at, why: this.#lost.why }));
    this.#lost = null;
    this.#hold(gap.length);
    return gap;
  }

  /** The reader asks for the next chunk. */
  noteDrained(): void {
    this.#hold(-this.#onItsWay);
    this.#onItsWay = 0;
  }

  /** Its bytes are still held. */
  report(): void {
    this.#hold(0);
  }

  /** The caller lost its rights: drops everything but the chunk on its way, which cannot be called back. */
  clear(): void {
    this.#chunks = [];
    this.#lost = null;
    this.#hold(this.#onItsWay - this.bytes);
  }

  /** Replaces everything by one last text, whatever the room. */
  end(text: string): void {
    this.clear();
    const bytes = utf8.encode(text);
    this.#chunks.push(bytes);
    this.#hold(bytes.length);
  }

  #hold(bytes: number): void {
    this.#unread.report(this.#share, this.bytes + bytes, Date.now());
  }
}
