/**
 * How fast a broker is tried that fails. At first as fast as clients come; after a failure one try after the other, ever
 * further apart and never in step with other bridges; the first that works opens the way to all who wait.
 */

const FIRST_MS = 100;
const MOST_MS = 5000;
/** Who would wait longer is sent away: it comes again by itself. */
const PATIENCE_MS = 10_000;

export class Pace {
  readonly #random: () => number;
  readonly #waiting = new Set<() => void>();
  #gap = 0;
  #next = 0;
  /** Tries that began under an earlier gap say nothing about this one. */
  #since = 0;

  constructor(random: () => number = Math.random) {
    this.#random = random;
  }

  /** How long a try that comes now has to wait, which takes its place; null when that is too long. */
  claim(now: number): number | null {
    if (this.#gap === 0) return 0;
    const at = Math.max(now, this.#next);
    if (at - now > PATIENCE_MS) return null;
    this.#next = at + this.#gap * (0.5 + this.#random());
    return at - now;
  }

  /** Waits for its turn; false when it would come too late. */
  async turn(): Promise<boolean> {
    const wait = this.claim(performance.now());
    if (wait === null) return false;
    if (wait > 0) await this.#sleep(wait);
    return true;
  }

  failed(begun: number, now: number): void {
    if (begun < this.#since) return;
    this.#since = now;
    this.#gap = Math.min(MOST_MS, Math.max(FIRST_MS, this.#gap * 2));
    this.#next = Math.max(this.#next, now + this.#gap * (0.5 + this.#random()));
  }

  worked(): void {
    this.#gap = 0;
    this.#next = 0;
    for (const wake of this.#waiting) wake();
  }

  #sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, milliseconds);
      this.#waiting.add(wake);
    });
  }
}
