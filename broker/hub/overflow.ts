/**
 * Moves what waits in memory to storage once it has waited long: a reader that is only slow never costs a row, and one
 * that has stopped lets the object sleep again. No object sleeps while the timer runs, so nothing is lost to a nap.
 */

import type { Store } from "../storage/store.ts";

/** How long a message waits in memory, at least. Milliseconds. */
const PATIENCE = 1000;

interface Surroundings {
  readonly store: Store;
  readonly now: number;
  turn(work: () => void): boolean;
}

export class Overflow {
  #around: Surroundings;
  #watching = false;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** After every turn. */
  watch(): void {
    const { deliveries } = this.#around.store;
    if (this.#watching || !deliveries.inMemory) return;
    this.#watching = true;
    setTimeout(() => {
      this.#watching = false;
      // the end of this turn watches on
      if (deliveries.inMemory) this.#around.turn(() => deliveries.spill(this.#around.now - PATIENCE));
    }, PATIENCE);
  }
}
