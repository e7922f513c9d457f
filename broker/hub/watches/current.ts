/** What a watch observes without a message: the present state of its device or series. */

import type { TelemetryValue } from "../../history/readings.ts";
import type { Observation } from "../../watches/watch.ts";
import type { CommonDependencies } from "../module.ts";
import { activityOf } from "../series/queries.ts";
import type { LiveWatch } from "./live-watches.ts";

interface CurrentDependencies extends Pick<CommonDependencies, "store" | "connections"> {
  devicePresence: { isThere(deviceId: string): boolean };
}

/** For a new watch, and after a restart: memory may have lost since when a condition holds. Null when there is nothing. */
export function currentOf(
  { watch, source }: LiveWatch,
  deps: CurrentDependencies,
  now: number,
): Observation | null {
  const { when, deviceId, key } = watch;
  const { store, devicePresence } = deps;
  if (deviceId === null) return null;
  if ("forMs" in when && source !== null && key !== null)
    return sampleOf(activityOf(source, key, deps).value);
  if ("lostForMs" in when) {
    if (devicePresence.isThere(deviceId)) return { type: "connected" };
    return { type: "disconnected", since: store.events.seen().get(deviceId) ?? now };
  }
  const record = "notTakenForMs" in when ? store.switches.get(deviceId) : null;
  return record?.pending && record.command ? { type: "commanded", since: record.command.acceptedAt } : null;
}

export const sampleOf = (value: TelemetryValue | null): Observation => ({
  ...{ type: "sample", value: typeof value === "number" ? value : null },
});
