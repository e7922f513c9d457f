/**
 * PURE. How often an account may read over HTTP: a read costs one token, and one more for each 100 rows of its answer,
 * which are known afterwards. A long answer is paid by the next reads.
 */

/** Seconds of the rate that may come at once. */
const BURST_SECONDS = 10;
const ROWS_PER_TOKEN = 100;

export class ReadRate {
  /** Tokens that are missing from a full bucket. */
  #spent = 0;
  #at = Number.NEGATIVE_INFINITY;

  /** Takes a token. Returns the whole seconds until there is one; 0 when there was one. A rate of 0 is no limit. */
  take(perSecond: number, now: number): number {
    if (perSecond === 0) return 0;
    const passed = Math.max(0, now - this.#at) / 1000;
    this.#spent = Math.max(0, this.#spent - passed * perSecond);
    this.#at = now;
    const most = perSecond * BURST_SECONDS;
    if (this.#spent + 1 > most) return Math.ceil((this.#spent + 1 - most) / perSecond);
    this.#spent += 1;
    return 0;
  }

  /** Takes the tokens of an answer's rows: at most those of a full bucket, so that the wait is bounded. */
  charge(perSecond: number, rows: number): void {
    if (perSecond === 0) return;
    const most = 2 * perSecond * BURST_SECONDS;
    this.#spent = Math.min(most, this.#spent + Math.floor(rows / ROWS_PER_TOKEN));
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
