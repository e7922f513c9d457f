/** Reads series: blocks, rows and buffered samples as one. */

import type {
  LatestValue,
  SeriesAnswer,
  SeriesQuery,
  SeriesSource,
  ValueLabel,
} from "../../contract/telemetry.ts";
import { type BatchEntry, entriesOf, lastOf, samplesOf } from "../../history/batch.ts";
import { expireAfter, usualInterval } from "../../history/habit.ts";
import { SeriesView } from "../../history/levels.ts";
import { pointsOf } from "../../history/points.ts";
import { labelOf } from "../../history/units.ts";
import type { SeriesRow } from "../../storage/history.ts";
import type { SeriesActivity } from "../../watches/watch.ts";
import type { CommonDependencies } from "../module.ts";

export type AnswerDependencies = Pick<CommonDependencies, "store" | "connections">;

const DEVICE = "device:";
const nameOf = (source: SeriesSource): string =>
  "device" in source ? `${DEVICE}${source.device}` : `channel:${source.channel}`;

export function lastValues(source: SeriesSource, deps: AnswerDependencies): LatestValue[] {
  const name = nameOf(source);
  return valuesOf([...deps.store.history.of(name).values()], deps);
}

export interface TimelyValue extends Pick<LatestValue, "key" | "value" | "at"> {
  /** `device:{id}` or `channel:{id}`. */
  source: string;
}

export interface SeriesPresent extends SeriesActivity {
  /** The last number; null without one. */
  number: { at: number; value: number } | null;
  /** When the samples that are in no block yet came. Milliseconds since 1970. */
  arrivals: readonly number[];
}

/** The last sample of a series, its last number, and the median interval of its samples. */
export function activityOf(source: string, key: string, deps: AnswerDependencies): SeriesPresent {
  const row = deps.store.history.of(source).get(key);
  const [found] = row === undefined ? [] : lastOfEach([row], deps);
  if (found === undefined) return { lastAt: null, medianMs: null, number: null, arrivals: [] };
  const { last, waiting } = found;
  const samples = samplesOf(waiting);
  const numbers = samplesOf(waiting.filter(({ kind }) => kind === "number"));
  const number = typeof last.value === "number" ? { at: last.at, value: last.value } : numbers.at(-1);
  return {
    lastAt: last.at,
    medianMs: row?.usualMs ?? usualInterval(samples),
    number: number ?? null,
    arrivals: samples.map(({ at }) => at),
  };
}

/** The last value of each series that is not overdue. Few samples show no usual interval: those values are included. */
export function timelyValues(now: number, deps: AnswerDependencies): TimelyValue[] {
  return lastOfEach([...deps.store.history.all()], deps).flatMap(({ row, last, waiting }) => {
    const { source, key, usualMs } = row;
    const expiry = expireAfter(usualMs ?? usualInterval(samplesOf(waiting)));
    const isOverdue = expiry !== null && now - last.at >= expiry * 1000;
    return isOverdue ? [] : [{ source, key, ...last }];
  });
}

export function lastValuesOfDevices(deps: AnswerDependencies): Map<string, LatestValue[]> {
  const measuring = [...deps.store.history.all()].filter(({ source }) => source.startsWith(DEVICE));
  const byDevice = Map.groupBy(measuring, ({ source }) => source.slice(DEVICE.length));
  return new Map([...byDevice].map(([deviceId, rows]) => [deviceId, valuesOf(rows, deps)]));
}

function valuesOf(rows: readonly SeriesRow[], deps: AnswerDependencies): LatestValue[] {
  return lastOfEach(rows, deps)
    .map(({ row: { source, key }, last }) => ({ key, ...labelFor(source, key, deps), ...last }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** Of each series that has one; `waiting`: its samples that are in no block yet. */
function lastOfEach(rows: readonly SeriesRow[], deps: AnswerDependencies) {
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

function waitingOf(
  { store, connections }: AnswerDependencies,
  isAsked: (series: number) => boolean,
): BatchEntry[] {
  const entries = store.history.entries(isAsked);
  for (const { samples } of connections.all()) {
    if (!samples.empty) entries.push(...entriesOf(samples.packed(), isAsked));
  }
  return entries;
}

function labelFor(source: string, key: string, { store }: AnswerDependencies): ValueLabel {
  const [kind, id = ""] = source.split(":");
  const { rightsCopy } = store;
  if (kind !== "device") return { name: null, unit: rightsCopy.channelSeries(id)?.unit ?? null };
  return labelOf(key, rightsCopy.device(id)?.labels);
}

export function seriesOf(query: SeriesQuery, now: number, deps: AnswerDependencies): SeriesAnswer | null {
  const source = nameOf(query.source);
  const { history, rightsCopy } = deps.store;
  const key =
    query.key ?? ("channel" in query.source ? rightsCopy.channelSeries(query.source.channel)?.name : null);
  if (key == null) return null;
  const named = { key, ...labelFor(source, key, deps) };
  const row = history.of(source).get(key);
  if (row === undefined) {
    // a key without samples has no labels
    const unit = "channel" in query.source ? named.unit : null;
    const resolution = query.resolution === "auto" ? "raw" : query.resolution;
    return { key, name: null, unit, resolution, points: [] };
  }
  const fresh = samplesOf(waitingOf(deps, (series) => series === row.id));
  const view = new SeriesView(history.shelves(row.id), fresh, now);
  return { ...named, ...pointsOf(view, query, now) };
}
