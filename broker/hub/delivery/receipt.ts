/** Counts the readers of one message and their acknowledgements, for a publisher that waits for them. */

import type { Published } from "../../contract/messages.ts";
import type { Receipt } from "../../session/message.ts";

export class CountedReceipt implements Receipt {
  readonly #readers = new Set<number>();
  /** Sessions whose acknowledgement is due. */
  readonly #due = new Set<number>();
  #acknowledged = 0;
  #waiting = 0;
  #done: () => void = () => {};

  sent(session: number, qos: number): void {
    this.#readers.add(session);
    if (qos > 0) this.#due.add(session);
  }

  kept(): void {
    this.#waiting++;
  }

  answered(session: number, isAcknowledged: boolean): void {
    if (!this.#due.delete(session)) return;
    if (isAcknowledged) this.#acknowledged++;
    if (this.#due.size === 0) this.#done();
  }

  get isDue(): boolean {
    return this.#due.size > 0;
  }

  get count(): Published {
    return { readers: this.#readers.size, acknowledged: this.#acknowledged, waiting: this.#waiting };
  }

  /** Resolves when every reader at QoS 1 or 2 has answered or left, or after this time. */
  allAnswered(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#done = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/**
 * Calls of an account that wait for acknowledgements at once; further ones are answered without waiting. More than an
 * account has callers, because an answered caller calls again at once.
 */
const MAX_WAITING = 256;

/** The receipts whose publishers wait. */
export class AwaitedReceipts {
  readonly #all = new Set<CountedReceipt>();

  /** Resolves when nobody is left who could acknowledge, or after this time. */
  async wait(receipt: CountedReceipt, milliseconds: number): Promise<void> {
    if (milliseconds <= 0 || !receipt.isDue || this.#all.size >= MAX_WAITING) return;
    this.#all.add(receipt);
    await receipt.allAnswered(milliseconds);
    this.#all.delete(receipt);
  }

  /** The session's connection ended: no publisher waits for it. */
  left(session: number): void {
    for (const receipt of this.#all) receipt.answered(session, false);
  }
}
