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
  /** When the turn began: waiting, silent, dropped. */
  #before: [number, number, number] = [0, 0, 0];

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

  /** A new turn. */
  pass(now: number): void {
    const seconds = Math.max(0, now - this.#at) / 1000;
    this.#at = now;
    this.#waiting = Math.max(0, this.#waiting - seconds * this.#perSecond);
    this.#before[0] = this.#waiting;
    this.#before[1] = this.#silent;
    this.#before[2] = this.#dropped;
  }

  /** What the turn sent was never sent. */
  revert(): void {
    [this.#waiting, this.#silent, this.#dropped] = this.#before;
  }

  spend(bytes: number): void {
    this.#waiting += bytes;
    this.#silent += bytes;
  }

  /** Whether so much may be sent now of what can wait. More than the cap goes alone. */
  has(bytes: number): boolean {
    if (this.#cap === 0) return true;
    return this.#silent <= this.#cap * SILENCE && (this.#waiting === 0 || this.#waiting + bytes <= this.#cap);
  }

  /** Until time makes room for so much; without end where only a word of the client does. Milliseconds. */
  wait(bytes: number): number {
    if (this.#silent > this.#cap * SILENCE) return Number.POSITIVE_INFINITY;
    const over = this.#waiting - Math.max(0, this.#cap - bytes);
    return Math.ceil((Math.max(0, over) / this.#perSecond) * 1000);
  }

  /** Whether a message that may be lost should be; it is counted. */
  refuses(bytes: number): boolean {
    if (this.#cap === 0) return false;
    if (this.#waiting + bytes <= this.#cap && this.#silent <= this.#cap * SILENCE) return false;
    this.#dropped += bytes;
    return true;
  }

  get exhausted(): boolean {
    return this.#cap > 0 && this.#dropped > this.#cap * PATIENCE;
  }
}
