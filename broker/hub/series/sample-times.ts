/** PURE. Times for samples that have none: a distinct one each for the samples of a source that arrive together. */

/** How far ahead a device's clock, or the last time that was given, may be. Milliseconds. */
export const AHEAD = 600_000;

/** How long a time is remembered after it has passed: a clock is set back by less, and no time is given twice. Milliseconds. */
const REMEMBERED = 60_000;

export class SampleTimes {
  /** The last time given to each source, and the last of all. Milliseconds since 1970. */
  readonly #given = new Map<string, number>();
  #newest = 0;

  /** Sources whose last time may still decide the next one. */
  get size(): number {
    return this.#given.size;
  }

  next(source: string, now: number): number {
    if (now > this.#newest + REMEMBERED) this.#given.clear();
    const after = (this.#given.get(source) ?? 0) + 1;
    const at = after > now + AHEAD ? now : Math.max(now, after);
    this.#given.set(source, at);
    this.#newest = Math.max(at, Math.min(this.#newest, now + AHEAD));
    return at;
  }
}
