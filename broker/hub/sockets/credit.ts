/**
 * How much has been sent to a client that gives no sign of taking it. The platform tells neither what waits in a
 * socket's buffer nor when it is full, so what was sent since the client was last heard counts as waiting, less what
 * any working line would have carried off by now.
 */

/** Dropped bytes, in multiples of the cap, after which the connection is given up. */
const PATIENCE = 8;
/** All that is ever sent to a client that says nothing, in multiples of the cap. */
const SILENCE = 128;

export class Credit {
  #cap: number;
  #perSecond: number;
  #waiting = 0;
  #silent = 0;
  #dropped = 0;
  #at = 0;

  /** `cap` in bytes, 0 for none; `perSecond` is what a working line carries. */
  constructor(cap: number, perSecond: number) {
    this.#cap = cap;
    this.#perSecond = perSecond;
  }

  /** The client spoke: what it was sent before has a reader. */
  heard(): void {
    this.#waiting = 0;
    this.#silent = 0;
    this.#dropped = 0;
  }

  /** Time has passed. */
  pass(now: number): void {
    const seconds = Math.max(0, now - this.#at) / 1000;
    this.#at = now;
    this.#waiting = Math.max(0, this.#waiting - seconds * this.#perSecond);
  }

  spend(bytes: number): void {
    this.#waiting += bytes;
    this.#silent += bytes;
  }

  /** Whether so much may be sent now of what can wait, behind what is planned. More than the cap goes alone. */
  has(bytes: number, planned = 0): boolean {
    if (this.#cap === 0) return true;
    const waiting = this.#waiting + planned;
    return this.#silent + planned <= this.#cap * SILENCE && (waiting === 0 || waiting + bytes <= this.#cap);
  }

  /** Until time makes room for so much; without end where only a word of the client does. Milliseconds. */
  wait(bytes: number): number {
    if (this.#silent > this.#cap * SILENCE) return Number.POSITIVE_INFINITY;
    const over = this.#waiting - Math.max(0, this.#cap - bytes);
    return Math.ceil((Math.max(0, over) / this.#perSecond) * 1000);
  }

  /** Whether a message that may be lost would have to be. */
  isOver(bytes: number): boolean {
    if (this.#cap === 0) return false;
    return this.#waiting + bytes > this.#cap || this.#silent > this.#cap * SILENCE;
  }

  /** The same of one that is then dropped, and counted. */
  refuses(bytes: number): boolean {
    const over = this.isOver(bytes);
    if (over) this.#dropped += bytes;
    return over;
  }

  get exhausted(): boolean {
    return this.#cap > 0 && this.#dropped > this.#cap * PATIENCE;
  }
}
