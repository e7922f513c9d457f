/**
 * Bytes that the readers of this isolate have not taken yet. An account may hold at most as much as is left for all
 * others, so that one account's readers leave room for every other.
 *
 * The platform may end a request without another call into its code. So a share that reports nothing for a while
 * lapses, and counts again when it reports.
 */

import { MAX_UNREAD_ALL, MAX_UNREAD_PER_ACCOUNT } from "../contract/limits.ts";

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
