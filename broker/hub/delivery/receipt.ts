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

  answered(session: number, isTaken: boolean): void {
    if (!this.#due.delete(session)) return;
    if (isTaken) this.#acknowledged++;
    if (this.#due.size === 0) this.#done();
  }

  get isDue(): boolean {
    return this.#due.size > 0;
  }

  get count(): Published {
    return { readers: this.#readers.size, acknowledged: this.#acknowledged, waiting: this.#waiting };
  }

  /** Resolves when every reader at QoS 1 or 2 has answered, or after this time. */
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
