/** Plans events: each is written in the transaction of the change that it describes. */

import type { BeganConnection } from "../contract/account.ts";
import { putNewest } from "../contract/bounded.ts";
import type { SwitchState } from "../contract/control.ts";
import type { ControlSet } from "../contract/controls.ts";
import { type DeviceEventType, ERRORED_INTERVAL_MS, type Switcher } from "../contract/device-events.ts";
import { withoutKeys } from "../contract/json.ts";
import type { Mistake } from "../contract/mistake.ts";
import type { NewEvent } from "../storage/events.ts";
import type { BrokerStore } from "../storage/store.ts";
import { EventAggregator, type EventGate } from "./event-aggregator.ts";
import { eventId, nextEventTime } from "./record.ts";

/** Above this the list is cleared: topics of unknown devices must not fill memory. */
const MAX_ERRED = 4096;

export interface EventPlan {
  readonly now: number;
  write(work: () => void): void;
  fact(work: () => void): void;
  require(work: "sendEvents" | "scheduleEventSums"): void;
}

/** Called for each event of an account with watches, in its transaction, also for events that are summed. */
export interface EventObserver<Plan> {
  occurred(
    plan: Plan,
    event: { id: string; deviceId: string; type: DeviceEventType; at: number; mistake?: Mistake | undefined },
  ): void;
}

export class Journal<Plan extends EventPlan> {
  readonly tally: EventAggregator;
  readonly #store: BrokerStore;
  readonly #observer: EventObserver<Plan>;
  #erredAt = new Map<string, number>();
  /** Time of the last planned event; not used again even if that turn fails. */
  #lastAt = 0;

  constructor(store: BrokerStore, gate: EventGate, observer: EventObserver<Plan>) {
    this.#store = store;
    this.#observer = observer;
    this.tally = new EventAggregator(store, gate);
  }

  #timeOfNext(plan: Plan): number {
    const { meta } = this.#store;
    const at = nextEventTime(plan.now, Math.max(this.#lastAt, meta.get("lastEventAt")));
    this.#lastAt = at;
    plan.write(() => meta.set("lastEventAt", at));
    return at;
  }

  /** Appends the sums that are complete. */
  expire(plan: Plan, now: number): void {
    plan.write(() => this.tally.expire(now));
    plan.require("sendEvents");
  }

  /** `why`: two programs have its client id. Such events are added up. */
  connected(plan: Plan, deviceId: string, connection: string, client: BeganConnection, why?: Mistake): void {
    this.#plan(plan, { deviceId, type: "connected", connection, client, mistake: why });
  }

  /** `closed`: the close code if the service ended the connection. `why` as for `connected`. */
  disconnected(plan: Plan, deviceId: string, connection: string, closed?: number, why?: Mistake): number {
    return this.#plan(plan, { deviceId, type: "disconnected", connection, closed, mistake: why });
  }

  reachable(plan: Plan, deviceId: string, isThere: boolean): void {
    this.#plan(plan, { deviceId, type: isThere ? "connected" : "disconnected" });
  }

  switched(
    plan: Plan,
    deviceId: string,
    { state, set, isStateKept }: { state: SwitchState; set: ControlSet | null; isStateKept: boolean },
    by: Switcher,
  ): number {
    const { actor, schedule = by.watch ?? null, guest = null, allowed } = by;
    const type = state === "on" ? "turned_on" : "turned_off";
    return this.#plan(plan, { deviceId, type, actor, schedule, guest, set, isStateKept, allowed });
  }

  #plan(plan: Plan, event: Omit<NewEvent, "id" | "at">): number {
    const {
      deviceId,
      type,
      actor = null,
      schedule = null,
      guest = null,
      set = null,
      isStateKept = false,
      connection,
      mistake,
    } = event;
    const at = this.#timeOfNext(plan);
    const { now } = plan;
    plan.write(() => {
      const occasion = connection === undefined ? `${at}:${deviceId}:${type}` : `${connection}:${type}`;
      const id = eventId(this.#store.meta.get("userId"), occasion, at);
      // a watch raises no other one by its command: two watches would switch each other for ever
      // a slider that moves turns nothing on
      const isWatched = actor !== "watch" && !isStateKept && this.#store.meta.get("watched") === 1;
      if (isWatched) this.#observer.occurred(plan, { id, deviceId, type, at, mistake });
      const isFolded = type !== "errored" && mistake !== undefined;
      const summed = { deviceId, type, at, actor, schedule, guest, mistake, set, isStateKept };
      // it may append older events that are complete
      plan.require("sendEvents");
      // a person allows few, and each one tells when
      if (event.allowed === undefined && this.tally.takes(now, summed, isFolded)) {
        plan.require("scheduleEventSums");
        return;
      }
      this.#store.events.append({ ...event, id, at });
    });
    return at;
  }

  /** Plans at most one `errored` event per `ERRORED_INTERVAL_MS` and device. `why` is called for that one only. */
  errored(plan: Plan, deviceId: string, why: () => Mistake): void {
    const { now } = plan;
    const last = this.#erredAt.get(deviceId);
    if (last !== undefined && Math.abs(now - last) < ERRORED_INTERVAL_MS) return;
    this.#plan(plan, { deviceId, type: "errored", mistake: shown(why()) });
    plan.fact(() => putNewest(this.#erredAt, deviceId, now, MAX_ERRED));
  }
}

/** Characters. A topic in it may be as long as a packet. */
const MAX_SENTENCE = 500;
const bounded = (text: string): string =>
  text.length > MAX_SENTENCE ? `${text.slice(0, MAX_SENTENCE - 1).toWellFormed()}…` : text;

/** Its texts quote what a client sent, which may be an API key. */
const shown = ({ reason, remedy, key, byte }: Mistake): Mistake => ({
  reason: bounded(withoutKeys(reason)),
  remedy: remedy === null ? null : bounded(withoutKeys(remedy)),
  ...(key !== undefined && { key: bounded(withoutKeys(key)) }),
  ...(byte !== undefined && { byte }),
});
