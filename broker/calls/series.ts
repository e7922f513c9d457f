/** Calls about values: the last of each key, and series. */

import type { CallerResult } from "../contract/bearer.ts";
import { RETENTION_MS } from "../contract/limits.ts";
import type { MessageAnswer } from "../contract/messages.ts";
import { isPeriod, type Period } from "../contract/resolution.ts";
import type {
  HoursToWrite,
  HoursWritten,
  LatestValue,
  SeriesAnswer,
  SeriesFault,
  SeriesQuery,
  SeriesSource,
  TelemetryToWrite,
  TelemetryWritten,
  ValueLabel,
} from "../contract/telemetry.ts";
import { integralUnit, labelOf } from "../contract/units.ts";
import { amountsOf } from "../history/amounts.ts";
import { samplesOf } from "../history/batch.ts";
import { addHours, HOUR, SeriesView } from "../history/levels.ts";
import { pointsOf } from "../history/points.ts";
import type { Modules } from "../hub/modules.ts";
import { lastOfEach, waitingOf } from "../hub/series/newest.ts";
import { periodsOf } from "../schedules/periods.ts";
import { Calls } from "./caller.ts";
import { writeTelemetry } from "./telemetry.ts";

export class SeriesCalls extends Calls {
  /** The last value of each key, ordered by key, and the keys that have written hours only. */
  lastValues(source: SeriesSource): Promise<CallerResult<LatestValue[]>> {
    return this.act(({ modules }) => listedValues(source, modules));
  }

  series(query: SeriesQuery): Promise<CallerResult<SeriesAnswer | SeriesFault>> {
    return this.act(({ modules }) => seriesOf(query, Date.now(), modules));
  }

  /** Stores values of a device as of its telemetry topic. */
  writeTelemetry(given: TelemetryToWrite): Promise<CallerResult<MessageAnswer<TelemetryWritten>>> {
    return this.act((hub, caller) => writeTelemetry(hub, caller, given));
  }

  writeHours(given: HoursToWrite): Promise<CallerResult<HoursWritten | SeriesFault>> {
    return this.act(({ modules }) => writeHours(given, modules), "writes rows");
  }
}

const DEVICE = "device:";
const nameOf = (source: SeriesSource): string =>
  "device" in source ? `${DEVICE}${source.device}` : `channel:${source.channel}`;

/** The samples alone: the average of an hour is no report of the device. */
export function lastValues(source: SeriesSource, deps: Modules): LatestValue[] {
  const name = nameOf(source);
  return valuesOf(lastOfEach([...deps.store.history.of(name).values()], deps), labelsOf(name, deps));
}

/** The last value of each key; of a key without samples the average of its newest hour, marked as one. */
function listedValues(source: SeriesSource, deps: Modules): LatestValue[] {
  const name = nameOf(source);
  const labelOfKey = labelsOf(name, deps);
  const samples = lastValues(source, deps);
  const keys = new Set(samples.map(({ key }) => key));
  const averages = [...deps.store.history.of(name).values()].flatMap(({ key, hour }): LatestValue[] =>
    hour === null || keys.has(key) ? [] : [{ key, ...labelOfKey(key), ...hour, isAverage: true }],
  );
  return inOrder([...samples, ...averages]);
}

/** By device. The buffered samples and the labels are read once for all of them. */
export function lastValuesOfDevices(deps: Modules): Map<string, LatestValue[]> {
  const { history, rightsCopy } = deps.store;
  const labels = new Map(rightsCopy.devices().map((device) => [device.deviceId, device.labels]));
  const rows = [...history.all()].filter(
    ({ source }) => source.startsWith(DEVICE) && rightsCopy.hasDevice(source.slice(DEVICE.length)),
  );
  const byDevice = Map.groupBy(lastOfEach(rows, deps), ({ row }) => row.source.slice(DEVICE.length));
  return new Map(
    [...byDevice].map(([id, found]) => [id, valuesOf(found, (key) => labelOf(key, labels.get(id)))]),
  );
}

type LastOfSeries = ReturnType<typeof lastOfEach>[number];

const valuesOf = (found: readonly LastOfSeries[], labelOfKey: (key: string) => ValueLabel): LatestValue[] =>
  inOrder(
    found.map(({ row: { key, httpAt }, last }) => ({
      key,
      ...labelOfKey(key),
      ...last,
      ...(httpAt === last.at && { byHttp: true as const }),
    })),
  );

const inOrder = (values: LatestValue[]): LatestValue[] => values.sort((a, b) => (a.key < b.key ? -1 : 1));

/** Returns the label of each key of a device or a channel, of which the rights are read once. */
function labelsOf(source: string, { store }: Modules): (key: string) => ValueLabel {
  const [kind, id = ""] = source.split(":");
  const { rightsCopy } = store;
  if (kind !== "device") {
    const series = rightsCopy.channelSeries(id);
    const only = series.length === 1 ? series[0] : undefined;
    return (key) => {
      const { unit = null, counter } = only ?? series.find(({ name }) => name === key) ?? {};
      return { name: null, unit, ...(counter && { counter }) };
    };
  }
  const labels = rightsCopy.device(id)?.labels;
  return (key) => labelOf(key, labels);
}

function keyOf(
  { source, key }: Pick<SeriesQuery, "source" | "key">,
  { store }: Modules,
): { key: string } | SeriesFault {
  if (key !== null) return { key };
  const own = "channel" in source ? store.rightsCopy.channelSeries(source.channel) : [];
  const [only, ...others] = own;
  if (only === undefined) return { fault: "noSeries" };
  return others.length === 0 ? { key: only.name } : { fault: "severalSeries" };
}

function seriesOf(query: SeriesQuery, now: number, deps: Modules): SeriesAnswer | SeriesFault {
  const source = nameOf(query.source);
  const { history } = deps.store;
  const asked = keyOf(query, deps);
  if ("fault" in asked) return asked;
  const { key } = asked;
  const { resolution, field } = query;
  const label = labelsOf(source, deps)(key);
  const named = { key, ...label, unit: field === "integral" ? integralUnit(label.unit) : label.unit };
  const row = history.of(source).get(key);
  if (row === undefined) {
    // a key without samples has no labels
    const label = "channel" in query.source ? named : { key, name: null, unit: null };
    return { ...label, resolution: resolution === "auto" ? "raw" : resolution, points: [] };
  }
  const fresh = samplesOf(waitingOf(deps, (series) => series === row.id));
  const view = new SeriesView(history.shelves(row.id), fresh, now);
  if (field === "increase" || field === "integral" || isPeriod(resolution)) {
    const periods = (period: Period) => periodsOf(period, query.timeZone ?? "UTC");
    return { ...named, ...amountsOf(view, query, { now, periods }) };
  }
  return { ...named, ...pointsOf(view, { ...query, resolution, field }, now) };
}

/** An hour that has samples keeps them, also those that are in no block yet. */
function writeHours(given: HoursToWrite, deps: Modules): HoursWritten | SeriesFault {
  const { store, measurements, clock } = deps;
  const [source, asked, now] = [nameOf(given.source), keyOf(given, deps), clock()];
  if ("fault" in asked) return asked;
  const { key } = asked;
  const isForeign = "channel" in given.source && !isSeriesOf(given.source.channel, key, deps);
  if (isForeign) return { fault: "noSuchSeries" };
  if (!measurements.hasRoom(source, key)) return { fault: "noSeriesRoom" };
  const young = given.hours.filter(([at]) => at >= now - RETENTION_MS.hours);
  const stored = storedHours(source, key, young, deps);
  const news = young.filter(([at]) => !stored.has(at)).map(([at, value]) => ({ at, value }));
  const last = news.at(-1);
  if (last !== undefined) {
    written(deps, () => {
      const row = store.history.of(source).get(key) ?? store.history.create(source, key);
      addHours(store.history.shelves(row.id), news);
      store.history.sawHour(row, last);
    });
  }
  return {
    key,
    written: news.length,
    existing: young.length - news.length,
    expired: given.hours.length - young.length,
  };
}

/** Values under another key would be deleted with the next change of the rights. */
const isSeriesOf = (channelId: string, key: string, { store }: Modules): boolean =>
  store.rightsCopy.channelSeries(channelId).some(({ name }) => name === key);

function storedHours(
  source: string,
  key: string,
  hours: HoursToWrite["hours"],
  deps: Modules,
): ReadonlySet<number> {
  const row = deps.store.history.of(source).get(key);
  const [first, last] = [hours[0], hours.at(-1)];
  if (row === undefined || first === undefined || last === undefined) return new Set();
  const fresh = samplesOf(waitingOf(deps, (series) => series === row.id));
  const view = new SeriesView(deps.store.history.shelves(row.id), fresh, deps.clock());
  return new Set(view.hours(first[0], last[0] + HOUR).map(({ at }) => at));
}

/** Throws when the turn failed: nothing was changed. */
function written({ turns }: Modules, work: () => void): void {
  if (!turns.turn((plan) => plan.write(work))) throw new Error("The values could not be stored.");
}
