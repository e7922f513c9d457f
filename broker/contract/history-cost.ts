/**
 * What the history of messages writes: its rhythm, and an estimate for messages that it does not keep yet. The object
 * writes at this rhythm, and the page counts with it.
 */

/** Acknowledgements wait at most this long for others to share their row. Milliseconds. */
export const GROUP_MS = 20;
/** This number of messages waits no longer: one client may have as many open, and could not send another. */
export const GROUP = 32;
/** Messages at QoS 0 are written after a pause of `IDLE_MS`, or when the oldest of them has waited for `AT_MOST_MS`. */
export const IDLE_MS = 10_000;
export const AT_MOST_MS = 50_000;
/** Bytes of waiting messages that are written at once. */
export const MAX_WAITING = 32_768;

/** A tail row of this size is closed, and a tail of this size is packed into blocks. Bytes. */
export const TAIL_ROW = 8192;
export const FULL_TAIL = 65_536;

const DAY = 86_400_000;
/** Bytes of a packed message beside its payload. */
const OVERHEAD = 16;
/** A block is written, and deleted when its days are over. */
const ROWS_A_BLOCK = 2;

export interface CountedMessage {
  qos: number;
  /** Of its payload. */
  bytes: number;
  /** Milliseconds since 1970, or since another moment. */
  at: number;
}

export interface DailyCost {
  messages: number;
  bytes: number;
  /** Rows that the history writes. */
  rows: number;
}

/** Counts messages, and what they would cost. `begun`: since when it counts. */
export class CostCounter {
  messages = 0;
  bytes = 0;
  readonly #begun: number;
  #writes = 0;
  /** When the last group was written, or will be. */
  #groupAt = Number.NEGATIVE_INFINITY;
  #inGroup = 0;
  /** Messages at QoS 0 that wait: their bytes, and the times of the first and the last. */
  #waiting: { bytes: number; since: number; last: number } | null = null;

  constructor(begun: number) {
    this.#begun = begun;
  }

  add({ qos, bytes: payload, at }: CountedMessage): void {
    const bytes = payload + OVERHEAD;
    this.messages++;
    this.bytes += bytes;
    this.#writeDue(at);
    if (qos > 0) this.#addAcknowledged(at);
    else this.#addWaiting(at, bytes);
  }

  /** The first one is written at once; those of the next milliseconds wait for each other. */
  #addAcknowledged(at: number): void {
    // what waits goes into the same row
    this.#waiting = null;
    const isOpen = at <= this.#groupAt && this.#inGroup > 0 && this.#inGroup < GROUP;
    if (isOpen) {
      this.#inGroup++;
      return;
    }
    this.#writes++;
    const isAlone = at >= this.#groupAt + GROUP_MS;
    this.#inGroup = isAlone ? 0 : 1;
    this.#groupAt = isAlone ? at : Math.max(at, this.#groupAt + GROUP_MS);
  }

  #addWaiting(at: number, bytes: number): void {
    this.#waiting ??= { bytes: 0, since: at, last: at };
    this.#waiting.bytes += bytes;
    this.#waiting.last = at;
    if (this.#waiting.bytes >= MAX_WAITING) this.#writeWaiting();
  }

  #writeDue(now: number): void {
    if (this.#waiting !== null && shareWaited(this.#waiting, now) >= 1) this.#writeWaiting();
  }

  #writeWaiting(): void {
    this.#waiting = null;
    this.#writes++;
  }

  /** The cost of a day in which everything goes on as it did until now; null before any time has passed. */
  daily(now: number): DailyCost | null {
    const elapsed = now - this.#begun;
    if (elapsed <= 0) return null;
    // a part of the next write, so that a short time counts no whole one
    const begun = this.#waiting === null ? 0 : Math.min(1, shareWaited(this.#waiting, now));
    const writes = this.#writes + begun;
    // tail rows are deleted when they are packed: one write fills one or a part of one
    const deleted = Math.min(writes, this.bytes / TAIL_ROW);
    const rows = writes + deleted + (this.bytes / FULL_TAIL) * ROWS_A_BLOCK;
    const times = DAY / elapsed;
    return { messages: this.messages * times, bytes: this.bytes * times, rows: rows * times };
  }
}

/** How much of the time until they are written has passed, or how full their row is: 1 when they are due. */
function shareWaited(
  { bytes, since, last }: { bytes: number; since: number; last: number },
  now: number,
): number {
  if (now - last >= IDLE_MS) return 1;
  return Math.max((now - since) / AT_MOST_MS, bytes / MAX_WAITING);
}
