/** The newest samples of series: blocks, rows and buffered samples as one. */

import type { LatestValue } from "../../contract/telemetry.ts";
import { type BatchEntry, entriesOf, lastOf, samplesOf } from "../../history/batch.ts";
import type { TelemetryValue } from "../../history/readings.ts";
import { expireAfter, usualInterval } from "../../history/samples.ts";
import type { SeriesRow } from "../../storage/history.ts";
import type { SeriesActivity } from "../../watches/watch-state.ts";
import type { CommonDependencies } from "../module.ts";

export type SampleDependencies = Pick<CommonDependencies, "store" | "connections">;

export interface TimelyValue extends Pick<LatestValue, "key" | "value" | "at"> {
  /** `device:{id}` or `channel:{id}`. */
  source: string;
}

export interface SeriesPresent extends SeriesActivity {
  /** The last value; null without one. */
  value: TelemetryValue | null;
  /** The last number; null without one. */
  number: { at: number; value: number } | null;
  /** When the samples that are in no block yet came. Milliseconds since 1970. */
  arrivals: readonly number[];
}

/** The last sample of a series, its last number, and the median interval of its samples. */
export function activityOf(source: string, key: string, deps: SampleDependencies): SeriesPresent {
  const row = deps.store.history.of(source).get(key);
  const [found] = row === undefined ? [] : lastOfEach([row], deps);
  if (found === undefined) return { lastAt: null, medianMs: null, value: null, number: null, arrivals: [] };
  const { last, waiting } = found;
  const samples = samplesOf(waiting);
  const numbers = samplesOf(waiting.filter(({ kind }) => kind === "number"));
  const number = typeof last.value === "number" ? { at: last.at, value: last.value } : numbers.at(-1);
  return {
    lastAt: last.at,
    value: last.value,
    medianMs: row?.usualMs ?? usualInterval(samples),
    number: number ?? null,
    arrivals: samples.map(({ at }) => at),
  };
}

/** The last value of each series that is not overdue. Few samples show no usual interval: those values are included. */
export function timelyValues(now: number, deps: SampleDependencies): TimelyValue[] {
  return lastOfEach([...deps.store.history.all()], deps).flatMap(({ row, last, waiting }) => {
    const { source, key, usualMs } = row;
    const expiry = expireAfter(usualMs ?? usualInterval(samplesOf(waiting)));
    const isOverdue = expiry !== null && now - last.at >= expiry * 1000;
    return isOverdue ? [] : [{ source, key, ...last }];
  });
}

/** Of each series that has one; `waiting`: its samples that are in no block yet. */
export function lastOfEach(rows: readonly SeriesRow[], deps: SampleDependencies) {
  const asked = new Set(rows.map(({ id }) => id));
  const bySeries = Map.groupBy(
    waitingOf(deps, (series) => asked.has(series)),
    ({ series }) => series,
  );
  return rows.flatMap((row) => {
    const waiting = bySeries.get(row.id) ?? [];
    const late = lastOf(waiting);
    const last = late !== null && late.at >= (row.last?.at ?? 0) ? late : row.last;
    return last === null ? [] : [{ row, last, waiting }];
  });
}

/** The samples of these series that are in no block yet. */
export function waitingOf(
  { store, connections }: SampleDependencies,
  isAsked: (series: number) => boolean,
): BatchEntry[] {
  const entries = store.history.entries(isAsked);
  for (const { samples } of connections.all()) {
    if (!samples.empty) entries.push(...entriesOf(samples.packed(), isAsked));
  }
  return entries;
}
