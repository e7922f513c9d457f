/** Exponential backoff with jitter for a failing broker. The first success lets all waiting clients connect. */

const MIN_INTERVAL_MS = 100;
const MAX_INTERVAL_MS = 5000;
/** A client that would wait longer is disconnected; it reconnects by itself. */
const MAX_WAIT_MS = 10_000;

export class Backoff {
  readonly #random: () => number;
  readonly #sleeping = new Set<() => void>();
  /** Milliseconds between two attempts; 0 without a failure. */
  #interval = 0;
  #next = 0;
  #lastFailure = 0;

  constructor(random: () => number = Math.random) {
    this.#random = random;
  }

  /** Reserves the next start and returns the milliseconds until then, or null if that is too long. */
  reserve(now: number): number | null {
    if (this.#interval === 0) return 0;
    const at = Math.max(now, this.#next);
    if (at - now > MAX_WAIT_MS) return null;
    this.#next = at + this.#jitteredInterval();
    return at - now;
  }

  /** Waits for the reserved start. Returns false if the wait is too long. */
  async wait(): Promise<boolean> {
    const wait = this.reserve(performance.now());
    if (wait === null) return false;
    if (wait > 0) await this.#sleep(wait);
    return true;
  }

  /** Attempts that began before the last failure count as one with it. */
  failed(startedAt: number, now: number): void {
    if (startedAt < this.#lastFailure) return;
    this.#lastFailure = now;
    this.#interval = Math.min(MAX_INTERVAL_MS, Math.max(MIN_INTERVAL_MS, this.#interval * 2));
    this.#next = Math.max(this.#next, now + this.#jitteredInterval());
  }

  succeeded(): void {
    this.#interval = 0;
    this.#next = 0;
    for (const wake of this.#sleeping) wake();
  }

  #jitteredInterval(): number {
    return this.#interval * (0.5 + this.#random());
  }

  #sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#sleeping.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, milliseconds);
      this.#sleeping.add(wake);
    });
  }
}
