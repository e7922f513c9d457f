/** What a watch observes without a message: the present state of its device or series. */

import type { TelemetryValue } from "../../history/readings.ts";
import type { Observation, Present } from "../../watches/watch.ts";
import type { CommonDependencies } from "../module.ts";
import { activityOf } from "../series/newest.ts";
import type { LiveWatch } from "./live-watches.ts";

interface CurrentDependencies extends Pick<CommonDependencies, "store" | "connections"> {
  devicePresence: { isThere(deviceId: string): boolean };
}

/** For a new watch, and when memory lost since when a condition holds. Null when there is nothing. */
export function currentOf(
  { watch, source }: LiveWatch,
  deps: CurrentDependencies,
  now: number,
): Present | null {
  const { when, deviceId, key } = watch;
  const { store, devicePresence } = deps;
  if (deviceId === null) return null;
  if ("forMs" in when && source !== null && key !== null) {
    const { number } = activityOf(source, key, deps);
    return number && { observation: sampleOf(number.value), at: Math.min(number.at, now) };
  }
  if ("lostForMs" in when) {
    const since = store.events.seen().get(deviceId) ?? now;
    const isThere = devicePresence.isThere(deviceId);
    return { observation: isThere ? { type: "connected" } : { type: "disconnected", since }, at: now };
  }
  const record = "notTakenForMs" in when ? store.switches.get(deviceId) : null;
  if (!record?.pending || record.command === null) return null;
  return { observation: { type: "commanded", since: record.command.acceptedAt }, at: now };
}

export const sampleOf = (value: TelemetryValue | null): Observation => ({
  type: "sample",
  value: typeof value === "number" ? value : null,
});
