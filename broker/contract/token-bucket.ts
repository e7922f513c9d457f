/** PURE. A rate with a burst: tokens that come at a rate, and that each act takes. */

/** Seconds of the rate of messages, or of frames, that may come at once. */
export const BURST = 4;

/** `flood`: the client goes on although it was refused. */
export type Verdict = "pass" | "over" | "flood";

/** It may go below zero, so that a client that does not slow down is noticed. */
export class TokenBucket {
  #tokens: number;
  #rate: number;
  #burst: number;
  #at: number;

  /** `rate`: tokens a second. `burst`: the most tokens. `now`: milliseconds since 1970. */
  constructor(rate: number, now: number, burst = rate * BURST) {
    this.#rate = rate;
    this.#burst = burst;
    this.#tokens = this.#burst;
    this.#at = now;
  }

  /** The tokens at a time, without taking any. */
  tokensAt(now: number): number {
    return Math.min(this.#burst, this.#tokens + (Math.max(0, now - this.#at) / 1000) * this.#rate);
  }

  give(tokens: number): void {
    this.#tokens = Math.min(this.#burst, this.#tokens + tokens);
  }

  /** Takes tokens whose number is known afterwards: at most a full bucket below zero, so that the wait is bounded. */
  charge(tokens: number): void {
    this.#tokens = Math.max(-this.#burst, this.#tokens - tokens);
  }

  /** Returns the whole seconds until there is a token; 0 when there is one. */
  waitAt(now: number): number {
    const tokens = this.tokensAt(now);
    return tokens < 1 ? Math.ceil((1 - tokens) / this.#rate) : 0;
  }

  /** Takes a token. Returns the whole seconds until there is one; 0 when there was one. A refusal costs nothing. */
  takeOrWait(now: number): number {
    const wait = this.waitAt(now);
    if (wait === 0) this.take(now);
    return wait;
  }

  /**
   * Takes `cost` tokens. Returns `flood` after `patience` tokens were refused. A cost above the capacity takes
   * everything.
   */
  take(now: number, cost = 1, patience = this.#rate): Verdict {
    this.#tokens = this.tokensAt(now);
    this.#at = now;
    if (this.#tokens >= Math.min(cost, this.#burst)) {
      this.#tokens = Math.max(0, this.#tokens - cost);
      return "pass";
    }
    this.#tokens = Math.max(-patience, this.#tokens - cost);
    return this.#tokens <= -patience ? "flood" : "over";
  }
}
