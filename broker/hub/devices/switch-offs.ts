/** Devices that switch off automatically, one turn each: a failing one delays no other. */

import { Retries } from "../../retries.ts";
import type { BrokerStore } from "../../storage/store.ts";
import type { Connection } from "../socket/connection.ts";
import type { Turns } from "../turn/turns.ts";
import type { Commands } from "./commands.ts";

export interface SwitchOffDependencies {
  store: BrokerStore;
  turns: Turns<Connection>;
  commands: Commands;
}

export class SwitchOffs {
  readonly #deps: SwitchOffDependencies;
  readonly #retries = new Retries();

  constructor(deps: SwitchOffDependencies) {
    this.#deps = deps;
  }

  /** When the next one is due; null for none. Milliseconds since 1970. */
  next(): number | null {
    return this.#retries.next(this.#deps.store.switches.nextOff(), this.#deps.turns.now);
  }

  ring(by: number): void {
    const { store, turns, commands } = this.#deps;
    if ((store.switches.nextOff() ?? Infinity) > by) return;
    turns.together(() => {
      for (const deviceId of store.switches.due(by)) {
        this.#retries.run(deviceId, turns.now, () =>
          turns.turn((plan) => commands.switchOff(plan, deviceId)),
        );
      }
    });
  }
}
