/** What a watch observes without a message: the present state of its device or series. */

import { type ConditionKind, kindOf } from "../../contract/condition.ts";
import { samplesOf } from "../../history/batch.ts";
import { SeriesView } from "../../history/levels.ts";
import type { TelemetryValue } from "../../history/readings.ts";
import { AHEAD } from "../../history/sample-time.ts";
import { impliedSpan, increaseOf } from "../../history/span.ts";
import { type CommandRecord, comparisonOf } from "../../watches/comparison.ts";
import { CountedWindow } from "../../watches/counted.ts";
import type { Observation, Present } from "../../watches/watch-state.ts";
import type { CommonDependencies } from "../module.ts";
import { activityOf, waitingOf } from "../series/newest.ts";
import type { LiveWatch } from "./live-watches.ts";

interface CurrentDependencies extends Pick<CommonDependencies, "store" | "connections"> {
  devicePresence: { isThere(deviceId: string): boolean };
}

interface Subject {
  deviceId: string;
  /** Empty for a condition without one. */
  key: string;
  source: string;
}

type Look = (subject: Subject, deps: CurrentDependencies, now: number) => Present | null;

const ofThreshold: Look = ({ key, source }, deps, now) => {
  const { number } = activityOf(source, key, deps);
  return number && { observation: sampleOf(number.value), at: Math.min(number.at, now) };
};

const LOOKS: Record<ConditionKind, Look> = {
  lost_for({ deviceId }, { store, devicePresence }, now) {
    const since = store.events.seen().get(deviceId) ?? now;
    const isThere = devicePresence.isThere(deviceId);
    return { observation: isThere ? { type: "connected" } : { type: "disconnected", since }, at: now };
  },
  // its clear state begins with the last sample
  silent_for: () => null,
  above: ofThreshold,
  below: ofThreshold,
  not_taken_for({ deviceId }, { store }, now) {
    const record = store.switches.get(deviceId);
    if (!record?.pending || record.command === null || record.command.actor === "watch") return null;
    return { observation: { type: "commanded", since: record.command.acceptedAt }, at: now };
  },
  differs_for({ deviceId, key, source }, deps, now) {
    const { value, lastAt } = activityOf(source, key, deps);
    const reported = { value, at: lastAt ?? now };
    return { observation: comparedWith(deps.store.switches.get(deviceId), key, reported), at: now };
  },
  // `currentOf` has its time
  increase_above: () => null,
  events: () => null,
};

/** The window of a counter, from minutes of its history. */
export function countedOf(
  { source, key, inMs }: { source: string; key: string; inMs: number },
  deps: Pick<CommonDependencies, "store" | "connections">,
  now: number,
): CountedWindow {
  const row = deps.store.history.of(source).get(key);
  if (row === undefined) return new CountedWindow(inMs, null);
  const fresh = samplesOf(waitingOf(deps, (series) => series === row.id));
  const view = new SeriesView(deps.store.history.shelves(row.id), fresh, now);
  const minutes = view.minutes(Math.floor((now - inMs) / MINUTE) * MINUTE, now + AHEAD);
  let last = view.lastBefore(minutes[0]?.at ?? now + AHEAD)?.value ?? null;
  const window = new CountedWindow(inMs, minutes.at(-1)?.span?.end ?? minutes.at(-1)?.last ?? last);
  for (const minute of minutes) {
    const span = minute.span ?? impliedSpan(minute);
    window.add(increaseOf(span, last), span.endAt);
    last = span.end;
  }
  return window;
}

const MINUTE = 60_000;

/** For a new watch, and when memory lost since when a condition holds. Null when there is nothing. */
export function currentOf(
  { watch: { when, deviceId, key }, source }: LiveWatch,
  deps: CurrentDependencies,
  now: number,
): Present | null {
  if (deviceId === null) return null;
  if ("increaseAbove" in when && source !== null && key !== null) {
    const counted = countedOf({ source, key, inMs: when.inMs }, deps, now);
    return { observation: { type: "increased", amount: counted.sum(now) }, at: now };
  }
  return LOOKS[kindOf(when)]({ deviceId, key: key ?? "", source: source ?? "" }, deps, now);
}

/** Both values are known since the report or the proof, whichever is later. */
export function comparedWith(
  record: CommandRecord | null,
  key: string,
  { value, at }: { value: TelemetryValue | null; at: number },
): Observation {
  const provenAt = record?.command?.deliveredAt ?? 0;
  return { type: "compared", comparison: comparisonOf(record, key, value), since: Math.max(provenAt, at) };
}

export const sampleOf = (value: TelemetryValue | null): Observation => ({
  type: "sample",
  value: typeof value === "number" ? value : null,
});
