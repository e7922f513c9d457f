import type { Condition, DeviceWatch, ListedWatch } from "../../broker/contract/watch.ts";
import { durationOf } from "../contract/duration.ts";
import { isoTime, isoTimeOrNull } from "../contract/fields.ts";
import type { Watch, WatchCondition } from "../contract/watches.ts";

export const watchOf = (watch: ListedWatch): Watch => ({
  id: watch.id,
  name: watch.name,
  when: conditionOf(watch),
  targets: [...watch.targets],
  repeat: watch.repeatMs === null ? null : isoOf(watch.repeatMs),
  enabled: watch.enabled,
  state: watch.state,
  since: isoTime(watch.since),
  snoozed_until: isoTimeOrNull(watch.snoozedUntil),
  next_at: isoTimeOrNull(watch.nextAt),
});

const isoOf = (ms: number): string => durationOf(ms / 1000);

const conditionOf = ({ deviceId, key, when }: DeviceWatch): WatchCondition => ({
  ...(deviceId !== null && { device: deviceId }),
  ...(key !== null && { key }),
  ...fieldsOf(when),
});

function fieldsOf(when: Condition): WatchCondition {
  if ("lostForMs" in when) return { lost_for: isoOf(when.lostForMs) };
  if ("notTakenForMs" in when) return { not_taken_for: isoOf(when.notTakenForMs) };
  if ("events" in when) return { events: [...when.events] };
  if ("silentForMs" in when) {
    return { silent_for: when.silentForMs === "auto" ? "auto" : isoOf(when.silentForMs) };
  }
  const { forMs, ...threshold } = when;
  return { ...threshold, for: isoOf(forMs) };
}
