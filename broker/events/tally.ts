/**
 * Events over the allowance. Those of a device are added up in storage, in the turn that causes them, and after ten
 * seconds become one event of each kind, with a count and what the last of them was. Until then none of the device is
 * told by itself, so that their order stays true; how it is meanwhile, the sink is told without an event.
 */

import type { DeviceEventType } from "../contract/device-events.ts";
import type { DeviceEventRecord, DeviceStateRecord } from "../ports.ts";
import type { Store } from "../storage/store.ts";
import type { Sum, Summed } from "../storage/sums.ts";
import { deviceEvent, deviceState } from "./record.ts";

/** So long events are added up. Milliseconds. */
const SUM_MS = 10_000;
/** So late the sink may hear how a device is. Milliseconds. */
export const TELL_MS = 1000;
/** Devices whose sums become events in one turn. */
const SLICE = 256;

/** Whether one more event of this device may be told by itself; one that is `summed` already may not, but counts. */
export interface EventGate {
  passes(deviceId: string, now: number, summed: boolean): boolean;
}

/** On and off are two ends of one thing, of which the last counts; nobody would call a connection "lost" that began. */
const kindOf = (type: DeviceEventType): string =>
  type === "turned_on" || type === "turned_off" ? "switched" : type;

export class Tally {
  #store: Store;
  #gate: EventGate;
  #append: (record: DeviceEventRecord) => void;
  /** Something was added that the sink has not heard of. */
  grown = false;

  constructor(store: Store, gate: EventGate, append: (record: DeviceEventRecord) => void) {
    this.#store = store;
    this.#gate = gate;
    this.#append = append;
  }

  /** False when the event is to be told by itself. */
  takes(now: number, event: Omit<Summed, "kind">): boolean {
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

  /** Everything whose time has come. */
  expire(now: number): void {
    for (const deviceId of this.#store.sums.due(now, SUM_MS, SLICE)) this.#close(deviceId);
  }

  /** When the next sum becomes an event; null when there is none. Milliseconds since 1970. */
  nextDue(): number | null {
    const oldest = this.#store.sums.oldest();
    return oldest === null ? null : oldest + SUM_MS;
  }

  #close(deviceId: string): void {
    const { sums, meta } = this.#store;
    for (const sum of sums.take(deviceId)) {
      const { type, at, actor, count } = sum;
      const event = { deviceId, type, connected: this.#isConnected(sum), count, ...(actor && { actor }) };
      this.#append(deviceEvent(meta.get("userId"), occasionOf(sum), at, event));
    }
  }

  /** How devices are of which the sink has not heard, and the sums that say so. */
  untold(): { sum: Sum; record: DeviceStateRecord }[] {
    const { sums, meta } = this.#store;
    return sums.untold().map((sum) => {
      const { deviceId, type, at } = sum;
      const state = { deviceId, type, connected: this.#isConnected(sum) };
      return { sum, record: deviceState(meta.get("userId"), `${occasionOf(sum)}:state`, at, state) };
    });
  }

  hasUntold = (): boolean => this.#store.sums.hasUntold();
  told = (sum: Sum): void => this.#store.sums.told(sum);

  #isConnected = ({ deviceId }: Sum): boolean => this.#store.sessions.liveOfDevice(deviceId) > 0;
}

/** Its time names it: no other event has it. */
const occasionOf = ({ at, deviceId, type }: Sum): string => `${at}:${deviceId}:${type}`;
