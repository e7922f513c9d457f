/** Records a switch as an event and as the device's last command, whether a client, a schedule or the API made it. */

import type { Command } from "../../contract/account.ts";
import type { Switcher } from "../../contract/device-events.ts";
import type { Journal } from "../../events/journal.ts";
import type { BrokerStore } from "../../storage/store.ts";
import type { TurnPlan } from "../socket/connection.ts";
import type { Watches } from "../watches/watches.ts";
import type { Statuses } from "./status.ts";
import type { Switching } from "./switching.ts";

export interface AcceptedCommandDependencies {
  store: BrokerStore;
  journal: Journal;
  switching: Switching;
  statuses: Statuses;
  watches: Watches;
  wakeAt: (at: number | null) => void;
}

export class AcceptedCommands {
  readonly #deps: AcceptedCommandDependencies;

  constructor(deps: AcceptedCommandDependencies) {
    this.#deps = deps;
  }

  /** Returns the id of the command: the time of its event. */
  accept(
    plan: TurnPlan,
    deviceId: string,
    { state, deliveredAt }: Pick<Command, "state" | "deliveredAt">,
    by: Switcher,
  ): number {
    const { store, journal, switching, statuses, watches, wakeAt } = this.#deps;
    const acceptedAt = journal.switched(plan, deviceId, state === "on" ? "turned_on" : "turned_off", by);
    const command = { state, acceptedAt, deliveredAt, actor: by.actor };
    plan.write(() => store.switches.command(deviceId, command));
    plan.becomes(deviceId, { command, pending: deliveredAt === null });
    if (store.meta.get("watched") === 1) {
      if (deliveredAt === null) watches.commanded(plan, deviceId, acceptedAt);
      else watches.taken(plan, deviceId);
    }
    switching.replaced(plan, deviceId);
    statuses.changed(plan, deviceId);
    plan.fact(() => {
      const nextOff = state === "on" ? store.switches.nextOff() : null;
      if (nextOff !== null) wakeAt(nextOff);
    });
    return acceptedAt;
  }

  /** The command was sent at QoS 0: there will be no proof. */
  sentWithoutProof(plan: TurnPlan, deviceId: string, acceptedAt: number): void {
    plan.write(() => this.#deps.store.switches.sent(deviceId, acceptedAt));
    plan.becomes(deviceId, { pending: false });
    this.#deps.watches.taken(plan, deviceId);
  }
}
