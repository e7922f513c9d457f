/**
 * The last command of each device, whether a client, a schedule or the API made it: accepted, then taken by the device or
 * replaced. A call that switches waits for the proof that the device has the command.
 */

import type { Command, SwitchRefused, SwitchResult } from "../../contract/account.ts";
import type { ReportedState, SwitchOrder, SwitchState } from "../../contract/control.ts";
import {
  type Control,
  type ControlSet,
  checkSet,
  lastingValues,
  type WantedValues,
} from "../../contract/controls.ts";
import type { Actor, Switcher } from "../../contract/device-events.ts";
import type { Journal } from "../../events/journal.ts";
import { Retries } from "../../retries.ts";
import { type CommonDependencies, HubModule } from "../module.ts";
import type { TurnPlan } from "../socket/connection.ts";
import type { WatchActions } from "../watches/actions.ts";
import type { Watches } from "../watches/watch-steps.ts";
import type { Commands } from "./broker-messages.ts";
import { clientsOf, type DevicePresence } from "./device-presence.ts";
import type { Statuses } from "./status.ts";

export interface SwitchingDependencies
  extends Pick<CommonDependencies, "store" | "turns" | "connections" | "wakeAt"> {
  commands: Commands;
  statuses: Statuses;
  devicePresence: DevicePresence;
  journal: Journal<TurnPlan>;
  watches: Watches;
  watchActions: WatchActions;
}

/** How a caller switches. `set` is not checked yet. */
export interface SwitchRequest {
  actor: Actor;
  wait: number;
  set?: Record<string, unknown>;
  /** The name of the guest who switches. */
  guest?: string;
}

interface Accepted extends SwitchOrder {
  deliveredAt: number | null;
  /** The controls of the device, with `set`. */
  controls: readonly Control[] | null;
}

/** Calls of an account that wait for a proof at once; further ones are answered without waiting. */
const MAX_WAITING = 256;

interface Waiter {
  acceptedAt: number;
  done: () => void;
}

export class Switching extends HubModule<SwitchingDependencies> {
  #waiters = new Map<string, Set<Waiter>>();

  async switchDevice(
    deviceId: string,
    given: SwitchState | null,
    { actor, guest, wait, set: values }: SwitchRequest,
  ): Promise<SwitchResult | SwitchRefused> {
    const { store, turns, commands } = this.deps;
    const checked = values && checkSet(store.rightsCopy.controlsOf(deviceId) ?? [], values, given);
    if (checked && "mistake" in checked) return checked;
    const set = checked?.set ?? null;
    const state = given ?? this.#stateOf(deviceId);
    const by: Switcher = { actor, ...(guest !== undefined && { guest }) };
    const asked = { state, isStateKept: given === null, set };
    const order = () => turns.turn((plan) => commands.order(plan, deviceId, asked, by));
    if (!(guest === undefined ? order() : store.rows.countFor("guestRows", order)))
      throw new Error("The switch failed.");
    const acceptedAt = store.switches.get(deviceId)?.command?.acceptedAt ?? turns.now;
    await this.#waitFor(deviceId, acceptedAt, wait * 1000);
    return {
      acceptedAt,
      deliveredAt: this.#deliveredAt(deviceId, acceptedAt),
      connected: this.#isConnected(deviceId),
      set,
    };
  }

  /** The state of the last command, or the one that the device was made with. */
  #stateOf(deviceId: string, plan?: TurnPlan): SwitchState {
    const { switches, rightsCopy } = this.deps.store;
    const command = plan?.devices.get(deviceId)?.command ?? switches.get(deviceId)?.command;
    return command?.state ?? (rightsCopy.device(deviceId)?.isOnAtFirst ? "on" : "off");
  }

  /** Returns the id of the command: the time of its event. */
  accept(
    plan: TurnPlan,
    deviceId: string,
    { state: given, set, controls, deliveredAt }: Accepted,
    by: Switcher,
  ): number {
    const { store, journal, statuses, watches, watchActions, wakeAt } = this.deps;
    const state = given ?? this.#stateOf(deviceId, plan);
    const isStateKept = set !== null && state === this.#stateOf(deviceId, plan);
    const acceptedAt = journal.switched(plan, deviceId, { state, set, isStateKept }, by);
    const command = { state, acceptedAt, deliveredAt, actor: by.actor };
    const lasting = set && lastingValues(controls ?? [], set);
    const wanted = lasting && this.#wantedWith(plan, deviceId, lasting, acceptedAt);
    plan.write(() => {
      const before = store.meta.get("watched") === 1 ? store.switches.get(deviceId) : null;
      if (before?.command?.actor === "watch" && before.pending)
        watchActions.replaced(before.command, plan.now);
      store.switches.command(deviceId, command, { wanted, isStateKept: given === null });
    });
    plan.becomes(deviceId, {
      command,
      pending: deliveredAt === null,
      beforeConnect: false,
      ...(wanted && { wanted }),
    });
    if (store.meta.get("watched") === 1) {
      if (deliveredAt !== null) watches.acknowledged(plan, deviceId);
      // a command of a watch raises no other one: two watches would switch each other for ever
      else if (by.actor !== "watch") watches.commanded(plan, deviceId, acceptedAt);
      watches.compare(plan, deviceId);
    }
    if (this.#waiters.has(deviceId)) plan.fact(() => this.#wake(deviceId, () => true));
    statuses.changed(plan, deviceId);
    plan.fact(() => {
      const nextOff = state === "on" ? store.switches.nextOff() : null;
      if (nextOff !== null) wakeAt(nextOff);
    });
    return acceptedAt;
  }

  /** All wanted values of the device, after a command. */
  #wantedWith(plan: TurnPlan, deviceId: string, set: ControlSet, at: number): WantedValues {
    const before = plan.devices.get(deviceId)?.wanted ?? this.deps.store.switches.get(deviceId)?.wanted;
    const values = Object.entries(set).map(([key, value]) => [key, { value, at }]);
    return { ...before, ...Object.fromEntries(values) };
  }

  /** The command was sent at QoS 0: there will be no proof. */
  sentWithoutProof(plan: TurnPlan, deviceId: string, acceptedAt: number): void {
    plan.write(() => {
      this.deps.store.switches.sent(deviceId, acceptedAt);
      this.#noteAcknowledged(deviceId, acceptedAt, plan.now, false);
    });
    plan.becomes(deviceId, { pending: false });
    this.deps.watches.acknowledged(plan, deviceId);
  }

  /** The device acknowledged the message with the command, or reported the state: ends the waiting calls. */
  acknowledged(plan: TurnPlan, deviceId: string, acceptedAt: number): void {
    const { now } = plan;
    const { store, statuses, watches } = this.deps;
    const { command, beforeConnect } = this.#lastOf(plan, deviceId);
    if (command?.acceptedAt === acceptedAt && (command.deliveredAt === null || beforeConnect)) {
      const proven = { command: { ...command, deliveredAt: now }, pending: false, beforeConnect: false };
      plan.becomes(deviceId, proven);
      statuses.changed(plan, deviceId);
      watches.acknowledged(plan, deviceId);
      watches.compare(plan, deviceId);
    }
    const note = () => {
      store.switches.acknowledge(deviceId, acceptedAt, now);
      this.#noteAcknowledged(deviceId, acceptedAt, now, true);
    };
    // null: it was replaced, and nobody remembers who made it
    const actor = command?.acceptedAt === acceptedAt ? command.actor : null;
    plan.write(actor === "guest" ? () => store.rows.countFor("guestRows", note) : note);
    if (actor === null || actor === "schedule") plan.write(() => store.runs.acknowledge(acceptedAt, now));
    plan.fact(() => this.#wake(deviceId, (waiter) => waiter.acceptedAt === acceptedAt));
  }

  /** The last command, as the plan leaves it. */
  #lastOf(plan: TurnPlan, deviceId: string): { command: Command | null; beforeConnect: boolean } {
    const record = this.deps.store.switches.get(deviceId);
    const { command, beforeConnect } = plan.devices.get(deviceId) ?? {};
    return {
      command: command ?? record?.command ?? null,
      beforeConnect: beforeConnect ?? record?.beforeConnect ?? false,
    };
  }

  /**
   * The telemetry of a device has its state. It counts from the begin of a session on, until a command or the same state
   * proves what the device has. A state that is sent to the device is not on its way back yet.
   */
  reported(plan: TurnPlan, deviceId: string, { state, at }: ReportedState): void {
    const { store, connections } = this.deps;
    if (!store.switches.isBeforeConnect(deviceId)) return;
    const { command, beforeConnect } = this.#lastOf(plan, deviceId);
    if (command === null || !beforeConnect) return;
    const since = Math.max(0, ...clientsOf(plan, deviceId, connections).map((client) => client.since));
    if (at !== null && at < since) return;
    if (command.state === state) this.acknowledged(plan, deviceId, command.acceptedAt);
    else if (store.switches.get(deviceId)?.onConnect !== "send") {
      const report = { state, set: null, controls: null, deliveredAt: plan.now };
      this.accept(plan, deviceId, report, { actor: "device" });
    }
  }

  /** In a transaction: the notice of a watch shows that its command was taken. */
  #noteAcknowledged(deviceId: string, acceptedAt: number, now: number, isProven: boolean): void {
    const { store, watchActions } = this.deps;
    if (store.meta.get("watched") !== 1) return;
    const command = store.switches.get(deviceId)?.command;
    if (command?.actor === "watch" && command.acceptedAt === acceptedAt)
      watchActions.acknowledged(deviceId, command, now, isProven);
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
    const waiting = [...this.#waiters.values()].reduce((sum, { size }) => sum + size, 0);
    if (waiting >= MAX_WAITING) return Promise.resolve();
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
