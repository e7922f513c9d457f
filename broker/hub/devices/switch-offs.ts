/** Devices that switch off automatically, one turn each: a failing one delays no other. */

import { Retries } from "../../retries.ts";
import { type CommonDependencies, HubModule } from "../module.ts";
import type { Commands } from "./commands.ts";

export interface SwitchOffDependencies extends Pick<CommonDependencies, "store" | "turns"> {
  commands: Commands;
}

export class SwitchOffs extends HubModule<SwitchOffDependencies> {
  readonly #retries = new Retries();

  /** When the next one is due; null for none. Milliseconds since 1970. */
  next(): number | null {
    return this.#retries.next(this.deps.store.switches.nextOff(), this.deps.turns.now);
  }

  ring(by: number): void {
    const { store, turns, commands } = this.deps;
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
