/** A reader that takes too little of what it is sent is dropped. */

import type { BrokerLimits } from "../../contract/limits.ts";
import { because, REASONS } from "../../protocol/reason.ts";
import type { Turns } from "../turn/turns.ts";
import type { Connection } from "./connection.ts";

/** Looks after each turn at those it came to. */
export function dropSlowReaders(turns: Turns<Connection>, { MQTT_MAX_UNSENT: most }: BrokerLimits): void {
  const words = `More than ${most} bytes wait to be taken (MQTT_MAX_UNSENT): read faster, or subscribe to less.`;
  const reason = because(REASONS.quotaExceeded, words);
  turns.onSettled((touched) => {
    for (const connection of touched) {
      if (!connection.credit.exhausted || connection.session.state !== "connected") continue;
      turns.turn((plan) => plan.input(connection, { type: "dropped", reason }));
    }
  });
}
