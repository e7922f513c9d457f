/** Plans records: each is written into the outbox in the transaction of the change it tells of. */

import { type Actor, type DeviceEventType, ERRORED_INTERVAL_MS } from "../contract/device-events.ts";
import type { EventRecord } from "../ports.ts";
import type { Store } from "../storage/store.ts";
import { credentialUse, deviceEvent, nextEventTime } from "./record.ts";
import { type EventGate, Tally } from "./tally.ts";

/** Beyond it who erred is forgotten: topics of devices that do not exist must not fill memory. */
const MAX_ERRED = 4096;

/** What it needs of a turn's plan. */
export interface EventPlan {
  readonly now: number;
  write(work: () => void): void;
  fact(work: () => void): void;
}

export class Journal {
  readonly tally: Tally;
  readonly #store: Store;
  #erredAt = new Map<string, number>();
  /** Of the last event that was planned: no other has its time, also where it came to nothing. */
  #lastAt = 0;
  /** Something was written that has not been sent on its way. */
  pending = false;

  constructor(store: Store, gate: EventGate) {
    this.#store = store;
    this.tally = new Tally(store, gate, (record) => this.#append(record));
  }

  /** Event times strictly increase within the account. */
  #timeOfNext(plan: EventPlan): number {
    const { meta } = this.#store;
    const at = nextEventTime(plan.now, Math.max(this.#lastAt, meta.get("lastEventAt")));
    this.#lastAt = at;
    plan.write(() => meta.set("lastEventAt", at));
    return at;
  }

  #append(record: EventRecord): void {
    this.#store.outbox.append(record);
    this.pending = true;
  }

  /** `occasion` names the event among all of the account; without one its time does, which no other has. */
  device(plan: EventPlan, deviceId: string, type: DeviceEventType, occasion?: string): void {
    this.#plan(plan, { deviceId, type }, occasion);
  }

  /** Somebody switched it. The event's time is the command's name. */
  switched(plan: EventPlan, deviceId: string, type: "turned_on" | "turned_off", actor: Actor): number {
    return this.#plan(plan, { deviceId, type, actor });
  }

  #plan(
    plan: EventPlan,
    event: { deviceId: string; type: DeviceEventType; actor?: Actor },
    occasion?: string,
  ): number {
    const { deviceId, type, actor = null } = event;
    const at = this.#timeOfNext(plan);
    const { now } = plan;
    plan.write(() => {
      if (this.tally.takes(now, { deviceId, type, at, actor })) return;
      const connected = this.#store.sessions.liveOfDevice(deviceId) > 0;
      const userId = this.#store.meta.get("userId");
      this.#append(deviceEvent(userId, occasion ?? `${at}:${deviceId}:${type}`, at, { ...event, connected }));
    });
    return at;
  }

  /** At most one in `ERRORED_INTERVAL_MS` and device. */
  errored(plan: EventPlan, deviceId: string): void {
    const { now } = plan;
    const last = this.#erredAt.get(deviceId);
    if (last !== undefined && Math.abs(now - last) < ERRORED_INTERVAL_MS) return;
    this.device(plan, deviceId, "errored");
    plan.fact(() => {
      if (this.#erredAt.size >= MAX_ERRED) this.#erredAt.clear();
      this.#erredAt.set(deviceId, now);
    });
  }

  credentialUsed(plan: EventPlan, credentialId: string, occasion: string): void {
    const at = this.#timeOfNext(plan);
    plan.write(() => this.#append(credentialUse(this.#store.meta.get("userId"), occasion, at, credentialId)));
  }
}
