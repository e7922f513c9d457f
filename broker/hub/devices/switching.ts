/**
 * The last command of each device, whether a client, a schedule or the API made it: accepted, then taken by the device or
 * replaced. A call that switches waits for the proof that the device has the command.
 */

import type { Command, SwitchResult } from "../../contract/account.ts";
import type { SwitchState } from "../../contract/control.ts";
import type { Actor, Switcher } from "../../contract/device-events.ts";
import type { Journal } from "../../events/journal.ts";
import { Retries } from "../../retries.ts";
import { type CommonDependencies, HubModule } from "../module.ts";
import type { TurnPlan } from "../socket/connection.ts";
import type { Watches } from "../watches/watches.ts";
import type { Commands } from "./broker-messages.ts";
import type { DevicePresence } from "./device-presence.ts";
import type { Statuses } from "./status.ts";

export interface SwitchingDependencies
  extends Pick<CommonDependencies, "store" | "turns" | "connections" | "wakeAt"> {
  commands: Commands;
  statuses: Statuses;
  devicePresence: DevicePresence;
  journal: Journal;
  watches: Watches;
}

interface Waiter {
  acceptedAt: number;
  done: () => void;
}

export class Switching extends HubModule<SwitchingDependencies> {
  #waiters = new Map<string, Set<Waiter>>();

  async switchDevice(
    deviceId: string,
    state: SwitchState,
    how: { actor: Actor; wait: number },
  ): Promise<SwitchResult> {
    const { store, turns, commands } = this.deps;
    if (!turns.turn((plan) => commands.order(plan, deviceId, state, how)))
      throw new Error("The switch failed.");
    const acceptedAt = store.switches.get(deviceId)?.command?.acceptedAt ?? turns.now;
    await this.#waitFor(deviceId, acceptedAt, how.wait * 1000);
    return {
      acceptedAt,
      deliveredAt: this.#deliveredAt(deviceId, acceptedAt),
      connected: this.#isConnected(deviceId),
    };
  }

  /** Returns the id of the command: the time of its event. */
  accept(
    plan: TurnPlan,
    deviceId: string,
    { state, deliveredAt }: Pick<Command, "state" | "deliveredAt">,
    by: Switcher,
  ): number {
    const { store, journal, statuses, watches, wakeAt } = this.deps;
    const acceptedAt = journal.switched(plan, deviceId, state === "on" ? "turned_on" : "turned_off", by);
    const command = { state, acceptedAt, deliveredAt, actor: by.actor };
    plan.write(() => store.switches.command(deviceId, command));
    plan.becomes(deviceId, { command, pending: deliveredAt === null });
    if (store.meta.get("watched") === 1) {
      if (deliveredAt === null) watches.commanded(plan, deviceId, acceptedAt);
      else watches.taken(plan, deviceId);
    }
    if (this.#waiters.has(deviceId)) plan.fact(() => this.#wake(deviceId, () => true));
    statuses.changed(plan, deviceId);
    plan.fact(() => {
      const nextOff = state === "on" ? store.switches.nextOff() : null;
      if (nextOff !== null) wakeAt(nextOff);
    });
    return acceptedAt;
  }

  /** The command was sent at QoS 0: there will be no proof. */
  sentWithoutProof(plan: TurnPlan, deviceId: string, acceptedAt: number): void {
    plan.write(() => this.deps.store.switches.sent(deviceId, acceptedAt));
    plan.becomes(deviceId, { pending: false });
    this.deps.watches.taken(plan, deviceId);
  }

  /** The device acknowledged the message with the command, or reported the state: ends the waiting calls. */
  taken(plan: TurnPlan, deviceId: string, acceptedAt: number): void {
    const { now } = plan;
    const { store, statuses, watches } = this.deps;
    const command = plan.devices.get(deviceId)?.command ?? store.switches.get(deviceId)?.command;
    if (command?.acceptedAt === acceptedAt && command.deliveredAt === null) {
      plan.becomes(deviceId, { command: { ...command, deliveredAt: now }, pending: false });
      statuses.changed(plan, deviceId);
      watches.taken(plan, deviceId);
    }
    plan.write(() => store.switches.taken(deviceId, acceptedAt, now));
    plan.write(() => store.runs.taken(acceptedAt, now));
    plan.fact(() => this.#wake(deviceId, (waiter) => waiter.acceptedAt === acceptedAt));
  }

  /** A connection of the device ended, or it reports that it is offline: if it has no other, nobody can take a command. */
  left(plan: TurnPlan, deviceId: string): void {
    if (!this.#waiters.has(deviceId)) return;
    plan.follow(() => {
      if (!this.#isConnected(deviceId)) this.#wake(deviceId, () => true);
    });
  }

  #wake(deviceId: string, which: (waiter: Waiter) => boolean): void {
    for (const waiter of this.#waiters.get(deviceId) ?? []) if (which(waiter)) waiter.done();
  }

  #deliveredAt(deviceId: string, acceptedAt: number): number | null {
    const command = this.deps.store.switches.get(deviceId)?.command;
    return command?.acceptedAt === acceptedAt ? command.deliveredAt : null;
  }

  #isConnected(deviceId: string): boolean {
    const { connections, devicePresence } = this.deps;
    return connections.ofDevice(deviceId).size > 0 || devicePresence.isOnline(deviceId);
  }

  /** Resolves when the command was taken or replaced, or the time is over. */
  #waitFor(deviceId: string, acceptedAt: number, milliseconds: number): Promise<void> {
    // no device is connected to take it: return at once
    if (milliseconds <= 0 || !this.#isConnected(deviceId)) return Promise.resolve();
    const waiters = this.#waiters.get(deviceId) ?? new Set();
    this.#waiters.set(deviceId, waiters);
    return new Promise((resolve) => {
      const waiter: Waiter = {
        acceptedAt,
        done: () => {
          clearTimeout(timer);
          waiters.delete(waiter);
          if (waiters.size === 0 && this.#waiters.get(deviceId) === waiters) this.#waiters.delete(deviceId);
          resolve();
        },
      };
      const timer = setTimeout(waiter.done, milliseconds);
      waiters.add(waiter);
    });
  }
}

// Devices that switch off automatically, one turn each: a failing one delays no other.

interface SwitchOffDependencies extends Pick<CommonDependencies, "store" | "turns"> {
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
