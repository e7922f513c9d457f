/**
 * What waits for its readers in memory moves to storage once it has waited long: a reader that is only slow never costs a
 * row, and one that has stopped lets the object sleep again. No object sleeps while the timer runs, so nothing is lost to
 * a nap.
 */

import type { Connection } from "../sockets/connection.ts";
import type { Turns } from "../turn/turns.ts";
import type { Queues } from "./queues.ts";

/** How long a message waits in memory, at least. Milliseconds. */
const PATIENCE = 2000;

/** Looks after each turn, and moves what is due. */
export function moveOverflow(turns: Turns<Connection>, queues: Queues): void {
  let watching = false;
  turns.onSettled(() => {
    if (watching || !queues.ahead) return;
    watching = true;
    setTimeout(() => {
      watching = false;
      // the end of this turn watches on
      if (queues.ahead) turns.turn((plan) => queues.settleUp(plan, plan.now - PATIENCE));
    }, PATIENCE);
  });
}
