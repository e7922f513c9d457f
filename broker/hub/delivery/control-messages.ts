/** A message on a device's control topic is a switch, whoever sent it: an event, and the device's last command. */

import type { Command } from "../../contract/account.ts";
import type { SwitchState } from "../../contract/control.ts";
import type { Actor, Switcher } from "../../contract/device-events.ts";
import { controlledDevice } from "../../contract/topics.ts";
import type { Journal } from "../../events/journal.ts";
import type { Message } from "../../protocol/message.ts";
import { switchOf } from "../../routing/control.ts";
import type { Store } from "../../storage/store.ts";
import type { TurnPlan } from "../sockets/connection.ts";
import type { Connections } from "../sockets/connections.ts";

export interface ControlDependencies {
  store: Store;
  journal: Journal;
  connections: Connections;
}

export class ControlMessages {
  readonly #deps: ControlDependencies;
  readonly #accepted: ((plan: TurnPlan, deviceId: string, state: SwitchState) => void)[] = [];

  constructor(deps: ControlDependencies) {
    this.#deps = deps;
  }

  /** Whoever cares for commands hears of each in the plan that accepts it. */
  onAccepted(look: (plan: TurnPlan, deviceId: string, state: SwitchState) => void): void {
    this.#accepted.push(look);
  }

  /** Whether messages on this topic are commands. */
  isFor = (topic: string): boolean => controlledDevice(this.#deps.store.meta.get("userId"), topic) !== null;

  /** The time of the command, which is its name; null where the message switches nothing. `from` is the sender's session. */
  note(plan: TurnPlan, message: Message, from: number, given?: Switcher): number | null {
    const { store, journal } = this.#deps;
    const found = switchOf(store.meta.get("userId"), message.topic, message.payload);
    if (found === null) return null;
    const { deviceId, state } = found;
    if (!this.#exists(deviceId)) return null;
    if (state === null) {
      journal.errored(plan, deviceId);
      return null;
    }
    // what the device itself said needs no proof that it has it
    const deliveredAt = this.#isOwn(deviceId, from) ? plan.now : null;
    return this.#accept(plan, deviceId, { state, deliveredAt }, given ?? { actor: this.#actorOf(from) });
  }

  /** The device says, in whatever way it has, that it was switched where it stands. */
  said(plan: TurnPlan, deviceId: string, state: SwitchState): void {
    this.#accept(plan, deviceId, { state, deliveredAt: plan.now }, { actor: "device" });
  }

  #accept(
    plan: TurnPlan,
    deviceId: string,
    { state, deliveredAt }: Pick<Command, "state" | "deliveredAt">,
    by: Switcher,
  ): number {
    const { store, journal } = this.#deps;
    const acceptedAt = journal.switched(plan, deviceId, state === "on" ? "turned_on" : "turned_off", by);
    const command = { state, acceptedAt, deliveredAt, actor: by.actor };
    plan.write(() => store.switches.command(deviceId, command));
    plan.becomes(deviceId, { command, pending: deliveredAt === null });
    for (const look of this.#accepted) look(plan, deviceId, state);
    return acceptedAt;
  }

  /** One that connects, or was switched before, is a device whatever the copy of the rights says: it may be older. */
  #exists(deviceId: string): boolean {
    const { rightsCopy, switches, sessions } = this.#deps.store;
    return (
      rightsCopy.hasDevice(deviceId) || switches.get(deviceId) !== null || sessions.liveOfDevice(deviceId) > 0
    );
  }

  /** It went to the device at QoS 0, which will not say whether it came. */
  thrown(plan: TurnPlan, deviceId: string, acceptedAt: number): void {
    plan.write(() => this.#deps.store.switches.sent(deviceId, acceptedAt));
    plan.becomes(deviceId, { pending: false });
  }

  #isOwn(deviceId: string, from: number): boolean {
    const sender = this.#deps.connections.holder(from)?.planningClient;
    return sender?.kind === "device" && sender.id === deviceId;
  }

  #actorOf(from: number): Actor {
    const sender = this.#deps.connections.holder(from);
    if (sender?.planningClient?.kind === "device") return "device";
    return sender?.edge.browser === true ? "browser" : "api";
  }
}
