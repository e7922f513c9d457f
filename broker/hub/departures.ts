/**
 * When packets leave. A lone one leaves at the end of its turn. While the runtime still works off frames that came
 * behind it, what they bring is collected and leaves together, for sending a frame is the dearest thing there is: a
 * timer of no length comes round after those frames, a microtask would after each single one. No object sleeps with a
 * timer running, so nothing that waits here can be lost to a nap.
 */

import type { Connection } from "../connection.ts";
import type { Fragments } from "../storage/fragments.ts";

export class Departures {
  #fragments: Fragments;
  #waiting = new Set<Connection>();
  #busy = false;

  constructor(fragments: Fragments) {
    this.#fragments = fragments;
  }

  /** The end of a turn that touched these. */
  turn(touched: Iterable<Connection>): void {
    for (const connection of touched) this.#waiting.add(connection);
    if (this.#busy) return;
    this.leave();
  }

  /** Everything goes now. */
  leave(): void {
    let sent = false;
    for (const connection of this.#waiting) {
      sent = connection.flush() || sent;
      connection.save(this.#fragments);
    }
    this.#waiting.clear();
    if (sent && !this.#busy) this.#collect();
  }

  #collect(): void {
    this.#busy = true;
    setTimeout(() => {
      this.#busy = false;
      this.leave();
    }, 0);
  }
}
