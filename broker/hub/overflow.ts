/**
 * What waits for its readers. In memory it moves to storage once it has waited long: a reader that is only slow never
 * costs a row, and one that has stopped lets the object sleep again. No object sleeps while the timer runs, so nothing
 * is lost to a nap. A reader that takes too little of what was sent is dropped.
 */

import type { Connection } from "../connection.ts";
import type { BrokerLimits } from "../contract/limits.ts";
import type { Input } from "../protocol/effect.ts";
import { because, REASONS } from "../protocol/reason.ts";
import type { Store } from "../storage/store.ts";

/** How long a message waits in memory, at least. Milliseconds. */
const PATIENCE = 2000;

interface Surroundings {
  readonly store: Store;
  readonly limits: BrokerLimits;
  readonly now: number;
  turn(work: () => void): boolean;
  input(connection: Connection, input: Input): void;
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
    if (this.#watching || !deliveries.ahead) return;
    this.#watching = true;
    setTimeout(() => {
      this.#watching = false;
      // the end of this turn watches on
      if (deliveries.ahead) this.#around.turn(() => deliveries.settleUp(this.#around.now - PATIENCE));
    }, PATIENCE);
  }

  /** Those of a turn to whom nothing more can be sent; null for none. */
  exhausted(touched: readonly Connection[]): Connection[] | null {
    let exhausted: Connection[] | null = null;
    for (const connection of touched) {
      if (!connection.credit.exhausted || connection.session.state !== "connected") continue;
      exhausted ??= [];
      exhausted.push(connection);
    }
    return exhausted;
  }

  drop(connections: readonly Connection[]): void {
    const words = `More than ${this.#around.limits.MQTT_MAX_UNSENT} bytes wait to be taken (MQTT_MAX_UNSENT).`;
    const reason = because(REASONS.quotaExceeded, words);
    this.#around.turn(() => {
      for (const connection of connections) this.#around.input(connection, { type: "dropped", reason });
    });
  }
}
