/** Calls about values: the last of each key, and series. */

import type { CallerResult } from "../contract/bearer.ts";
import type {
  LatestValue,
  SeriesAnswer,
  SeriesQuery,
  SeriesSource,
  ValueLabel,
} from "../contract/telemetry.ts";
import { samplesOf } from "../history/batch.ts";
import { SeriesView } from "../history/levels.ts";
import { pointsOf } from "../history/points.ts";
import { labelOf } from "../history/units.ts";
import type { Modules } from "../hub/modules.ts";
import { lastOfEach, waitingOf } from "../hub/series/newest.ts";
import type { SeriesRow } from "../storage/history.ts";
import { Calls } from "./caller.ts";

export class SeriesCalls extends Calls {
  /** The last value of each key, ordered by key. */
  lastValues(source: SeriesSource): Promise<CallerResult<LatestValue[]>> {
    return this.act(({ modules }) => lastValues(source, modules));
  }

  /** Null where no key is named and the source is no channel that is a series. */
  series(query: SeriesQuery): Promise<CallerResult<SeriesAnswer | null>> {
    return this.act(({ modules }) => seriesOf(query, Date.now(), modules));
  }
}

const DEVICE = "device:";
const nameOf = (source: SeriesSource): string =>
  "device" in source ? `${DEVICE}${source.device}` : `channel:${source.channel}`;

export function lastValues(source: SeriesSource, deps: Modules): LatestValue[] {
  const name = nameOf(source);
  return valuesOf([...deps.store.history.of(name).values()], deps);
}

export function lastValuesOfDevices(deps: Modules): Map<string, LatestValue[]> {
  const measuring = [...deps.store.history.all()].filter(({ source }) => source.startsWith(DEVICE));
  const byDevice = Map.groupBy(measuring, ({ source }) => source.slice(DEVICE.length));
  return new Map([...byDevice].map(([deviceId, rows]) => [deviceId, valuesOf(rows, deps)]));
}

function valuesOf(rows: readonly SeriesRow[], deps: Modules): LatestValue[] {
  return lastOfEach(rows, deps)
    .map(({ row: { source, key }, last }) => ({ key, ...labelFor(source, key, deps), ...last }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

function labelFor(source: string, key: string, { store }: Modules): ValueLabel {
  const [kind, id = ""] = source.split(":");
  const { rightsCopy } = store;
  if (kind !== "device") return { name: null, unit: rightsCopy.channelSeries(id)?.unit ?? null };
  return labelOf(key, rightsCopy.device(id)?.labels);
}

function seriesOf(query: SeriesQuery, now: number, deps: Modules): SeriesAnswer | null {
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
