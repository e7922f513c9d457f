/**
 * How much has been sent to a client that gives no sign of taking it. The platform tells neither what waits in a
 * socket's buffer nor when it is full, so what was sent since the client was last heard counts as waiting, less what
 * any working line would have carried off by now.
 */

/** Dropped bytes, in multiples of the cap, after which the connection is given up. */
const PATIENCE = 8;
/**
 * Of what can wait so much goes to a client that says nothing as fast as a working line carries it, in multiples of the
 * cap; and then at this part of that pace, which a slow line carries, too. Whoever holds it for the client on the way is
 * never far behind.
 */
const AHEAD = 4;
const SLOW = 1 / 6;
const LARGE = 0.6;
/** All that is ever sent to a client that says nothing, in multiples of the cap. */
const SILENCE = 128;

export class OutboundBuffer {
  #cap: number;
  #perSecond: number;
  #waiting = 0;
  #silent = 0;
  /** The same as what waits, less what a slow line would have carried off. */
  #ahead = 0;
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
    this.#ahead = 0;
    this.#dropped = 0;
  }

  pass(now: number): void {
    const seconds = Math.max(0, now - this.#at) / 1000;
    this.#at = now;
    this.#waiting = Math.max(0, this.#waiting - seconds * this.#perSecond);
    this.#ahead = Math.max(0, this.#ahead - seconds * this.#perSecond * SLOW);
  }

  spend(bytes: number): void {
    this.#waiting += bytes;
    this.#silent += bytes;
    this.#ahead += bytes;
  }

  /** Whether so much may be sent now of what can wait, behind what is planned. */
  has(bytes: number, planned = 0): boolean {
    if (this.#cap === 0) return true;
    if (this.#silent + planned > this.#cap * SILENCE || this.#ahead + planned > this.#cap * AHEAD)
      return false;
    return this.#waiting + planned <= this.#most(bytes);
  }

  /** How much may wait before so much: what alone is most of the cap, or more, goes while what waits is within it. */
  #most = (bytes: number): number => (bytes > this.#cap * LARGE ? this.#cap : this.#cap - bytes);

  /** Until time makes room for so much; without end where only a word of the client does. Milliseconds. */
  wait(bytes: number): number {
    if (this.#silent > this.#cap * SILENCE) return Number.POSITIVE_INFINITY;
    const over = this.#waiting - this.#most(bytes);
    const ahead = (this.#ahead - this.#cap * AHEAD) / SLOW;
    return Math.ceil((Math.max(0, over, ahead) / this.#perSecond) * 1000);
  }

  /** Whether a message that may be lost would have to be. */
  isOver(bytes: number): boolean {
    if (this.#cap === 0) return false;
    return this.#waiting > this.#most(bytes) || this.#silent > this.#cap * SILENCE;
  }

  /** The same of one that is then dropped, and counted. */
  refuses(bytes: number): boolean {
    const over = this.isOver(bytes);
    if (over) this.#dropped += bytes;
    return over;
  }

  get hasDropped(): boolean {
    return this.#dropped > 0;
  }

  get exhausted(): boolean {
    return this.#cap > 0 && this.#dropped > this.#cap * PATIENCE;
  }
}
