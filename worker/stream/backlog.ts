/** PURE. The backlog of a stream's reader, bounded: beyond the bound messages are dropped, and one gap reports them. */

import { sse } from "./sse.ts";

/** Bytes that a reader may be behind. */
export const MAX_BEHIND = 512 * 1024;

const utf8 = new TextEncoder();

export class Backlog {
  #chunks: Uint8Array[] = [];
  #bytes = 0;
  /** Since when messages are dropped. ISO 8601. */
  #lostSince: string | null = null;

  /** Whether there is room for a page of stored events, which must not be dropped. */
  get hasRoom(): boolean {
    return this.#bytes < MAX_BEHIND / 4 && this.#lostSince === null;
  }

  /** What is pushed now is dropped. */
  get isLosing(): boolean {
    return this.#lostSince !== null;
  }

  /** `at`: now, ISO 8601. */
  push(text: string, at: string): void {
    const bytes = utf8.encode(text);
    if (this.isLosing || (this.#bytes > 0 && this.#bytes + bytes.length > MAX_BEHIND)) {
      this.#lostSince ??= at;
      return;
    }
    this.#chunks.push(bytes);
    this.#bytes += bytes.length;
  }

  /** Returns the oldest entry, then the gap; null when empty. */
  take(at: string): Uint8Array | null {
    const chunk = this.#chunks.shift();
    if (chunk !== undefined) {
      this.#bytes -= chunk.length;
      return chunk;
    }
    if (this.#lostSince === null) return null;
    const gap = sse("gap", {
      from: this.#lostSince,
      to: at,
      why: "This reader was more than 512 KiB behind.",
    });
    this.#lostSince = null;
    return utf8.encode(gap);
  }

  /** The caller lost its rights: drops everything. */
  clear(): void {
    this.#chunks = [];
    this.#bytes = 0;
    this.#lostSince = null;
  }
}
