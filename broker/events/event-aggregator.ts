/**
 * Adds up events above the event rate limit. The events of a device are summed in storage, in the turn that causes
 * them; after ten seconds each kind becomes one event with a count and the last event's data. While a device has sums,
 * all its events are summed, which keeps their order.
 */

import type { DeviceEventType } from "../contract/device-events.ts";
import type { EventToSum } from "../storage/event-sums.ts";
import type { BrokerStore } from "../storage/store.ts";
import { stableId } from "./record.ts";

/** How long events are summed. Milliseconds. */
export const SUM_MS = 10_000;
const SLICE = 256;

/** Whether an event may be recorded individually. `summed`: the device has sums already, so the event only counts. */
export interface EventGate {
  passes(deviceId: string, now: number, summed: boolean): boolean;
}

/**
 * On and off are one kind, of which the last counts. Connected and disconnected are not: the last one alone would
 * mislead.
 */
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

  /** Returns false when the event is to be recorded individually. */
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

  /** Returns when the next sum becomes an event, or null. Milliseconds since 1970. */
  nextDue(): number | null {
    const oldest = this.#store.sums.oldest();
    return oldest === null ? null : oldest + SUM_MS;
  }

  #close(deviceId: string): void {
    const { sums, meta, events } = this.#store;
    for (const { type, at, actor, schedule, count } of sums.take(deviceId)) {
      // the time is unique among events
      const id = stableId(meta.get("userId"), `${at}:${deviceId}:${type}`);
      events.append({ id, at, deviceId, type, actor, schedule, count });
    }
  }
}
