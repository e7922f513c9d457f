/** Writes a notice, in the transaction of its cause. */

import type { Mistake } from "../../contract/mistake.ts";
import type { DeviceWatch, WatchedEvent } from "../../contract/watch.ts";
import { stableId } from "../../events/record.ts";
import type { TelemetryValue } from "../../history/readings.ts";
import type { BrokerStore } from "../../storage/store.ts";
import type { Observation, Present, WatchNotice } from "../../watches/watch.ts";
import type { CommonDependencies } from "../module.ts";
import { activityOf } from "../series/newest.ts";
import { newDelivery } from "./deliveries.ts";
import type { LiveWatch } from "./live-watches.ts";

/** Notices of an account and day (UTC). One more says that no more follow. */
const MAX_NOTICES_A_DAY = 200;
const DAY = 86_400_000;

interface Subject {
  watch: DeviceWatch;
  deviceId: string | null;
  event: WatchedEvent | null;
  mistake: Mistake | undefined;
}

/** False when the account has as many notices as it may on this day. */
export function appendNotice(
  { notices, meta, targets, rightsCopy }: BrokerStore,
  { watch, deviceId, event, mistake }: Subject,
  { name, state, at }: WatchNotice,
): boolean {
  const count = notices.countOn(at);
  if (count > MAX_NOTICES_A_DAY) return false;
  const isLast = count === MAX_NOTICES_A_DAY;
  const device = deviceId === null ? null : rightsCopy.device(deviceId);
  const facts = {
    watch: { id: watch.id, name: watch.name },
    device: deviceId === null ? null : { id: deviceId, name: device?.name ?? "" },
    key: watch.key,
    when: isLast ? null : watch.when,
    event,
    ...(mistake !== undefined && { mistake }),
  };
  const occasion = isLast ? `notices of ${Math.floor(at / DAY)}` : `${watch.id}:${name}`;
  const known = new Set(targets.all().map(({ id }) => id));
  const deliveries = watch.targets
    .filter((target) => known.has(target))
    .map((target) => newDelivery(target, at));
  notices.append({ id: stableId(meta.get("userId"), occasion), state, at, facts, deliveries });
  return !isLast;
}

// What a watch observes without a message: the present state of its device or series.

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
