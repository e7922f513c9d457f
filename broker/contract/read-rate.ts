/**
 * PURE. How often an account may read over HTTP: a read costs one token, and one more for each 100 rows of its answer,
 * which are known afterwards. A long answer is paid by the next reads.
 */

import { TokenBucket } from "./token-bucket.ts";

/** Seconds of the rate that may come at once. */
const BURST_SECONDS = 10;
const ROWS_PER_TOKEN = 100;

export class ReadRate {
  #bucket: TokenBucket | null = null;
  /** That the bucket was made for: a limit may change. */
  #perSecond = 0;

  /** Takes a token. Returns the whole seconds until there is one; 0 when there was one. A rate of 0 is no limit. */
  take(perSecond: number, now: number): number {
    if (perSecond !== this.#perSecond) {
      this.#perSecond = perSecond;
      this.#bucket = perSecond === 0 ? null : new TokenBucket(perSecond, now, perSecond * BURST_SECONDS);
    }
    return this.#bucket?.takeOrWait(now) ?? 0;
  }

  /** Takes the tokens of an answer's rows. */
  charge(rows: number): void {
    this.#bucket?.charge(Math.floor(rows / ROWS_PER_TOKEN));
  }
}

/** The part of the rates of all guests that one of them may use: a guest that floods leaves the others the rest. */
export const SHARE_OF_A_GUEST = 0.5;

/** The rows of an answer: the items of a list, or of the lists in an object. */
export function rowsIn(answer: unknown, depth = 2): number {
  if (Array.isArray(answer)) return answer.length;
  if (typeof answer !== "object" || answer === null || depth === 0) return 0;
  return Object.values(answer).reduce((sum: number, each) => sum + rowsIn(each, depth - 1), 0);
}
