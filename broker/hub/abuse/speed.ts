/** How much there was a second, lately. Kept in memory: where nothing is said there is nothing to tell. */

/** Milliseconds that it looks back. */
const WINDOW = 10_000;

export class Speed {
  #since = 0;
  #now = 0;
  #before = 0;

  add(now: number, much = 1): void {
    this.#turn(now);
    this.#now += much;
  }

  /** What the window before had counts as far as the look back reaches into it. */
  perSecond(now: number): number {
    this.#turn(now);
    const gone = (now - this.#since) / WINDOW;
    return (this.#before * (1 - gone) + this.#now) / (WINDOW / 1000);
  }

  #turn(now: number): void {
    const since = now - (now % WINDOW);
    if (since === this.#since) return;
    this.#before = since === this.#since + WINDOW ? this.#now : 0;
    this.#since = since;
    this.#now = 0;
  }
}
