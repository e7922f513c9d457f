/** Back-off: work that fails again and again neither spins nor delays other work. */

/** The wait doubles with each failure. Milliseconds. */
const FIRST_WAIT = 5000;
const LONGEST_WAIT = 3_600_000;

export const waitAfter = (failures: number): number =>
  Math.min(FIRST_WAIT * 2 ** (failures - 1), LONGEST_WAIT);

/** In memory: after an eviction the waits start again. */
export class Retries {
  readonly #failing = new Map<string, { failures: number; until: number }>();

  get size(): number {
    return this.#failing.size;
  }

  mayTry(key: string, now: number): boolean {
    const { until = 0 } = this.#failing.get(key) ?? {};
    // a clock that was set back does not lengthen the wait
    return until <= now || until > now + LONGEST_WAIT;
  }

  /** When to try again; null when the key has not failed. Milliseconds since 1970. */
  until(key: string): number | null {
    return this.#failing.get(key)?.until ?? null;
  }

  tried(key: string, isDone: boolean, now: number): void {
    if (isDone) this.#failing.delete(key);
    else {
      const failures = (this.#failing.get(key)?.failures ?? 0) + 1;
      this.#failing.set(key, { failures, until: now + waitAfter(failures) });
    }
  }

  run(key: string, now: number, work: () => boolean): void {
    if (this.mayTry(key, now)) this.tried(key, work(), now);
  }

  /**
   * When to look for work that is due at `at`. Failed work stays due, so while something fails the others are looked at
   * every five seconds.
   */
  next(at: number | null, now: number): number | null {
    return at === null || this.#failing.size === 0 ? at : Math.max(at, now + FIRST_WAIT);
  }
}
