/**
 * Estimates the bytes that a client has not received yet. The platform reports neither the fill of a socket's buffer
 * nor when it is full. So bytes sent since the client's last packet count as waiting, less what a working line carries
 * in that time.
 */

/** Dropped bytes, in multiples of the cap, after which the connection is closed. */
const PATIENCE = 8;
/**
 * QoS 0 replay has no acknowledgements to pace it. Send `AHEAD` × cap bytes at the speed of a working line, then `SLOW`
 * of that speed, which a slow line still carries: buffers between broker and client stay short.
 */
const AHEAD = 4;
const SLOW = 1 / 6;
const LARGE = 0.6;
/** Most bytes sent to a client that sends nothing, in multiples of the cap. */
const SILENCE = 128;

export class OutboundBuffer {
  #cap: number;
  #perSecond: number;
  #waiting = 0;
  #silent = 0;
  /** Waiting bytes, less what a slow line has carried. */
  #ahead = 0;
  /** Bytes of dropped messages, and whether a text was dropped. */
  #dropped = 0;
  #hasDroppedText = false;
  #at = 0;

  /** `cap` in bytes, 0 for none; `perSecond`: bytes that a working line carries. */
  constructor(cap: number, perSecond: number) {
    this.#cap = cap;
    this.#perSecond = perSecond;
  }

  /** The client sent a packet: it has received the earlier bytes. */
  clientResponded(): void {
    this.#waiting = 0;
    this.#silent = 0;
    this.#ahead = 0;
    this.#dropped = 0;
    this.#hasDroppedText = false;
  }

  pass(now: number): void {
    if (now === this.#at) return;
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

  /** Whether this many bytes may be sent now, after `planned` bytes. */
  has(bytes: number, planned = 0): boolean {
    if (this.#cap === 0) return true;
    if (this.#silent + planned > this.#cap * SILENCE || this.#ahead + planned > this.#cap * AHEAD)
      return false;
    return this.#waiting + planned <= this.#most(bytes);
  }

  /**
   * How much may wait before these bytes: a message of nearly the cap, or larger, is sent while the waiting bytes are
   * within the cap.
   */
  #most = (bytes: number): number => (bytes > this.#cap * LARGE ? this.#cap : this.#cap - bytes);

  /** Milliseconds until time makes room for these bytes; Infinity when only a packet of the client does. */
  wait(bytes: number): number {
    if (this.#silent > this.#cap * SILENCE) return Number.POSITIVE_INFINITY;
    const over = this.#waiting - this.#most(bytes);
    const ahead = (this.#ahead - this.#cap * AHEAD) / SLOW;
    return Math.ceil((Math.max(0, over, ahead) / this.#perSecond) * 1000);
  }

  /** Whether a message that may be dropped has to be. */
  isOver(bytes: number): boolean {
    if (this.#cap === 0) return false;
    return this.#waiting > this.#most(bytes) || this.#silent > this.#cap * SILENCE;
  }

  /** Like `isOver`, and counts the dropped message. */
  refuses(bytes: number): boolean {
    const over = this.isOver(bytes);
    if (over) this.#dropped += bytes;
    return over;
  }

  /** Like `isOver`, for a text of a stream. */
  refusesText(bytes: number): boolean {
    const over = this.isOver(bytes);
    this.#hasDroppedText ||= over;
    return over;
  }

  /** The time of the last turn that touched the connection. Milliseconds since 1970. */
  get at(): number {
    return this.#at;
  }

  /** A message was dropped since the client's last packet. */
  get hasDropped(): boolean {
    return this.#dropped > 0;
  }

  get hasDroppedText(): boolean {
    return this.#hasDroppedText;
  }

  get exhausted(): boolean {
    return this.#cap > 0 && this.#dropped > this.#cap * PATIENCE;
  }
}
