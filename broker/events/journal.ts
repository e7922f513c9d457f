/** Writes records into the outbox, in the same turn as the change they tell of. */

import { type Actor, type DeviceEventType, ERRORED_INTERVAL_MS } from "../contract/device-events.ts";
import type { Store } from "../storage/store.ts";
import { credentialUse, deviceEvent, nextEventTime } from "./record.ts";

export class Journal {
  #store: Store;
  #erredAt = new Map<string, number>();
  /** Something was written that has not been sent on its way. */
  pending = false;

  constructor(store: Store) {
    this.#store = store;
  }

  #time(now: number): number {
    const at = nextEventTime(now, this.#store.meta.get("lastEventAt"));
    this.#store.meta.set("lastEventAt", at);
    this.pending = true;
    return at;
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
    const { deviceId, type } = event;
    const at = this.#time(now);
    const connected = this.#store.sessions.liveOfDevice(deviceId) > 0;
    const userId = this.#store.meta.get("userId");
    const record = deviceEvent(userId, occasion ?? `${at}:${deviceId}:${type}`, at, {
      ...event,
      connected,
    });
    this.#store.outbox.append(record);
    return at;
  }

  /** At most one in `ERRORED_INTERVAL_MS` and device. */
  errored(now: number, deviceId: string): void {
    const last = this.#erredAt.get(deviceId);
    if (last !== undefined && Math.abs(now - last) < ERRORED_INTERVAL_MS) return;
    this.#erredAt.set(deviceId, now);
    this.device(now, deviceId, "errored");
  }

  credentialUsed(now: number, credentialId: string, occasion: string): void {
    const at = this.#time(now);
    this.#store.outbox.append(credentialUse(this.#store.meta.get("userId"), occasion, at, credentialId));
  }
}
