/**
 * Events over the allowance. Those of a device are added up in storage, in the turn that causes them, and after ten
 * seconds become one event of each kind, with a count and what the last of them was. Until then none of the device is
 * told by itself, so that their order stays true.
 */

import type { DeviceEventType } from "../contract/device-events.ts";
import type { EventToSum } from "../storage/event-sums.ts";
import type { BrokerStore } from "../storage/store.ts";
import { stableId } from "./record.ts";

/** So long events are added up. Milliseconds. */
export const SUM_MS = 10_000;
const SLICE = 256;

/** Whether one more event of this device may be told by itself; one that is `summed` already may not, but counts. */
export interface EventGate {
  passes(deviceId: string, now: number, summed: boolean): boolean;
}

/** On and off are two ends of one thing, of which the last counts; nobody would call a connection "lost" that began. */
const kindOf = (type: DeviceEventType): string =>
  type === "turned_on" || type === "turned_off" ? "switched" : type;

export class EventAggregator {
  #store: BrokerStore;
  #gate: EventGate;
  grown = false;

  constructor(store: BrokerStore, gate: EventGate) {
    this.#store = store;
    this.#gate = gate;
  }

  /** False when the event is to be told by itself. */
  takes(now: number, event: Omit<EventToSum, "kind">): boolean {
    const { sums } = this.#store;
    const { deviceId, type } = event;
    let since = sums.since(deviceId);
    if (since !== null && Math.abs(now - since) >= SUM_MS) {
      this.#close(deviceId);
      since = null;
    }
    if (this.#gate.passes(deviceId, now, since !== null)) return false;
    sums.add({ ...event, kind: kindOf(type) }, since ?? now);
    this.grown = true;
    return true;
  }

  expire(now: number): void {
    for (const deviceId of this.#store.sums.due(now, SUM_MS, SLICE)) this.#close(deviceId);
  }

  /** When the next sum becomes an event; null when there is none. Milliseconds since 1970. */
  nextDue(): number | null {
    const oldest = this.#store.sums.oldest();
    return oldest === null ? null : oldest + SUM_MS;
  }

  #close(deviceId: string): void {
    const { sums, meta, events } = this.#store;
    for (const { type, at, actor, schedule, count } of sums.take(deviceId)) {
      // its time names it: no other event has it
      const id = stableId(meta.get("userId"), `${at}:${deviceId}:${type}`);
      events.append({ id, at, deviceId, type, actor, schedule, count });
    }
  }
}
