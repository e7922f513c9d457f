/** Writes records into the outbox, in the same turn as the change they tell of. */

import { type Actor, type DeviceEventType, ERRORED_INTERVAL_MS } from "../contract/device-events.ts";
import type { EventRecord } from "../ports.ts";
import type { Store } from "../storage/store.ts";
import { credentialUse, deviceEvent, nextEventTime } from "./record.ts";
import { type EventGate, Tally } from "./tally.ts";

/** Beyond it who erred is forgotten: topics of devices that do not exist must not fill memory. */
const MAX_ERRED = 4096;

export class Journal {
  readonly tally: Tally;
  #store: Store;
  #erredAt = new Map<string, number>();
  /** Something was written that has not been sent on its way. */
  pending = false;

  constructor(store: Store, gate: EventGate) {
    this.#store = store;
    this.tally = new Tally(store, gate, (record) => this.#append(record));
  }

  #time(now: number): number {
    const at = nextEventTime(now, this.#store.meta.get("lastEventAt"));
    this.#store.meta.set("lastEventAt", at);
    return at;
  }

  #append(record: EventRecord): void {
    this.#store.outbox.append(record);
    this.pending = true;
  }

  /** `occasion` names the event among all of the account; without one its time does, which no other has. */
  device(now: number, deviceId: string, type: DeviceEventType, occasion?: string): number {
    return this.#write(now, { deviceId, type }, occasion);
  }

  /** Somebody switched it. The event's time is the command's name. */
  switched(now: number, deviceId: string, type: "turned_on" | "turned_off", actor: Actor): number {
    return this.#write(now, { deviceId, type, actor });
  }

  #write(
    now: number,
    event: { deviceId: string; type: DeviceEventType; actor?: Actor },
    occasion?: string,
  ): number {
    const { deviceId, type, actor = null } = event;
    // the first thing written: a turn that is done over because of it has not counted the event
    const at = this.#time(now);
    if (this.tally.takes(now, { deviceId, type, at, actor })) return at;
    const connected = this.#store.sessions.liveOfDevice(deviceId) > 0;
    const userId = this.#store.meta.get("userId");
    this.#append(deviceEvent(userId, occasion ?? `${at}:${deviceId}:${type}`, at, { ...event, connected }));
    return at;
  }

  /** At most one in `ERRORED_INTERVAL_MS` and device. */
  errored(now: number, deviceId: string): void {
    const last = this.#erredAt.get(deviceId);
    if (last !== undefined && Math.abs(now - last) < ERRORED_INTERVAL_MS) return;
    this.device(now, deviceId, "errored");
    if (this.#erredAt.size >= MAX_ERRED) this.#erredAt.clear();
    this.#erredAt.set(deviceId, now);
  }

  credentialUsed(now: number, credentialId: string, occasion: string): void {
    const at = this.#time(now);
    this.#append(credentialUse(this.#store.meta.get("userId"), occasion, at, credentialId));
  }
}
