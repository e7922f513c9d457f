/** The points of a query: in the requested resolution, or the finest that fits; gaps are null. */

import { RETENTION_MS } from "../contract/limits.ts";
import { RESOLUTIONS, type Resolution } from "../contract/resolution.ts";
import { MAX_POINTS, type SeriesAnswer, type SeriesField, type SeriesQuery } from "../contract/telemetry.ts";
import { DAY, HOUR, MINUTE, type SeriesView } from "./levels.ts";
import { type Bucket, beginning, bucketOf, type Sample } from "./samples.ts";

type Points = SeriesAnswer["points"];

const WIDTHS: Record<Exclude<Resolution, "raw">, number> = { "1m": MINUTE, "1h": HOUR, "1d": DAY };
const KEPT_FOR: Record<Resolution, number> = {
  raw: RETENTION_MS.samples,
  "1m": RETENTION_MS.minutes,
  "1h": RETENTION_MS.hours,
  "1d": RETENTION_MS.hours,
};
/** A distance of more than this many usual intervals between samples is a gap. */
const GAP = 3;

export const fieldOf = ({ sum, count, ...bucket }: Bucket, field: SeriesField): number =>
  field === "avg" ? sum / count : { sum, count, ...bucket }[field];

/** The finest resolution that is stored for the whole time since `from`. */
export const finestFor = (from: number, now: number): Resolution =>
  RESOLUTIONS.find((each) => from >= now - KEPT_FOR[each]) ?? "1d";

type PointsQuery = Pick<SeriesQuery, "from" | "to"> & { resolution: Resolution | "auto"; field: SeriesField };

/** Falls back to the next coarser resolution when the requested one has too many points. */
export function pointsOf(
  view: SeriesView,
  { from, to, resolution, field }: PointsQuery,
  now: number,
): { resolution: Resolution; points: Points } {
  const all = RESOLUTIONS;
  const wanted = resolution === "auto" ? finestFor(from, now) : resolution;
  for (const each of all.slice(all.indexOf(wanted))) {
    const points = each === "raw" ? rawPoints(view, from, to, field) : grid(view, from, to, each, field);
    if (points !== null) return { resolution: each, points };
  }
  return { resolution: "1d", points: [] };
}

/** Null for too many points. */
function rawPoints(view: SeriesView, from: number, to: number, field: SeriesField): Points | null {
  const samples = view.samples(from, to);
  if (samples.length > MAX_POINTS) return null;
  const usual = usualStep(samples);
  const points: Points = [];
  samples.forEach((sample, n) => {
    const before = samples[n - 1]?.at ?? sample.at;
    if (usual > 0 && sample.at - before > GAP * usual) points.push([before + usual, null]);
    points.push([sample.at, fieldOf({ at: sample.at, ...bucketOf(sample) }, field)]);
  });
  return points.length > MAX_POINTS ? null : points;
}

function usualStep(samples: readonly Sample[]): number {
  const steps = samples.slice(1).map(({ at }, n) => at - (samples[n] as Sample).at);
  return steps.sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
}

/** Covers the first to the last non-empty bucket; empty buckets between them are null. */
function grid(
  view: SeriesView,
  from: number,
  to: number,
  resolution: Exclude<Resolution, "raw">,
  field: SeriesField,
): Points | null {
  const width = WIDTHS[resolution];
  const start = beginning(from, width);
  const read = { "1m": view.minutes, "1h": view.hours, "1d": view.days }[resolution];
  const buckets = read(start, beginning(to - 1, width) + width);
  const [first, last] = [buckets[0], buckets.at(-1)];
  if (first === undefined || last === undefined) return [];
  if ((last.at - first.at) / width >= MAX_POINTS) return null;
  const byTime = new Map(buckets.map((bucket) => [bucket.at, fieldOf(bucket, field)]));
  const points: Points = [];
  for (let at = first.at; at <= last.at; at += width) points.push([at, byTime.get(at) ?? null]);
  return points;
}
