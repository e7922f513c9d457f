/** PURE. What a counter added within the last hour or day, in sixtieths of it: memory is bounded, whatever arrives. */

const PARTS = 60;

export class CountedWindow {
  readonly #widthMs: number;
  readonly #inMs: number;
  /** The beginnings of parts, and what was added in each. Milliseconds since 1970. */
  readonly #added = new Map<number, number>();
  /** The last value of the counter; null before the first. */
  #last: number | null;

  constructor(inMs: number, last: number | null) {
    this.#inMs = inMs;
    this.#widthMs = inMs / PARTS;
    this.#last = last;
  }

  /** A fall is a reset, from which the counter counts from zero. */
  count(value: number, at: number): void {
    const added = this.#last === null ? 0 : value < this.#last ? value : value - this.#last;
    this.#last = value;
    this.add(added, at);
  }

  add(amount: number, at: number): void {
    const part = Math.floor(at / this.#widthMs) * this.#widthMs;
    if (amount !== 0) this.#added.set(part, (this.#added.get(part) ?? 0) + amount);
  }

  /** Of the parts that have not begun before the window. */
  sum(now: number): number {
    let sum = 0;
    for (const [part, amount] of this.#added) {
      if (part <= now - this.#inMs) this.#added.delete(part);
      else sum += amount;
    }
    return sum;
  }
}
