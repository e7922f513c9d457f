/**
 * Adds up events above the event rate limit. The events of a device are summed in storage, in the turn that causes
 * them; after ten seconds each kind becomes one event with a count and the last event's data. While a device has sums,
 * all its events are summed, which keeps their order.
 */

import type { DeviceEventType } from "../contract/device-events.ts";
import type { EventToSum } from "../storage/event-sums.ts";
import type { Held } from "../storage/sql.ts";
import type { BrokerStore } from "../storage/store.ts";
import { eventId } from "./record.ts";

/** How long events are summed. Milliseconds. */
export const SUM_MS = 10_000;
const SLICE = 256;

/** Whether an event may be recorded individually. `summed`: the device has sums already, so the event only counts. */
export interface EventGate {
  passes(deviceId: string, now: number, summed: boolean): boolean;
}

/**
 * On and off are one kind, of which the last counts; values of controls are another. Connected and disconnected are not: the last one alone would
 * mislead.
 */
const kindOf = ({ type, isStateKept }: { type: DeviceEventType; isStateKept: boolean }): string => {
  if (type !== "turned_on" && type !== "turned_off") return type;
  return isStateKept ? "set" : "switched";
};

export class EventAggregator {
  #store: BrokerStore;
  #gate: EventGate;
  /** By device: the time of its first summed event. Milliseconds since 1970. */
  readonly #since: Held<Map<string, number>>;

  constructor(store: BrokerStore, gate: EventGate) {
    this.#store = store;
    this.#gate = gate;
    this.#since = store.hold(() => store.sums.since());
  }

  /** Returns false when the event is to be recorded individually. `isFolded`: it is summed at every rate. */
  takes(now: number, event: Omit<EventToSum, "kind">, isFolded = false): boolean {
    const { deviceId } = event;
    const sums = this.#since.get();
    if (Math.abs(now - (sums.get(deviceId) ?? now)) >= SUM_MS) this.#close(deviceId);
    const since = sums.get(deviceId);
    if (this.#gate.passes(deviceId, now, isFolded || since !== undefined)) return false;
    this.#store.sums.add({ ...event, kind: kindOf(event) }, since ?? now);
    sums.set(deviceId, since ?? now);
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
    this.#since.get().delete(deviceId);
    for (const { kind: _, ...sum } of sums.take(deviceId)) {
      // the time is unique among events
      const id = eventId(meta.get("userId"), `${sum.at}:${deviceId}:${sum.type}`, sum.at);
      events.append({ ...sum, id });
    }
  }
}
