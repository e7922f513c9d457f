/**
 * Sums of a series in buckets of any width: what a counter added, the area below a power, and aggregates by days of a
 * time zone. A difference between two samples belongs to the bucket of the later one, so that all buckets together are
 * the whole.
 */

import { RETENTION_MS } from "../contract/limits.ts";
import { isPeriod, type Period, RESOLUTIONS, type Resolution } from "../contract/resolution.ts";
import { MAX_POINTS, type QueriedField, type SeriesAnswer, type SeriesQuery } from "../contract/telemetry.ts";
import { DAY, HOUR, MINUTE, type SeriesView } from "./levels.ts";
import { fieldOf, finestFor } from "./points.ts";
import { type Bucket, beginning, bucketsOf, type Sample } from "./samples.ts";
import { impliedSpan, increaseOf, rounded, type SampleSpan } from "./span.ts";

/** The beginning of the bucket that has a moment, and of the next one. Milliseconds since 1970. */
export interface BucketEdges {
  startOf(moment: number): number;
  after(start: number): number;
}

type Answer = Required<Pick<SeriesAnswer, "resolution" | "points" | "computed_from">>;
type Points = SeriesAnswer["points"];

const WIDTHS: Record<Resolution, number> = { raw: 1, "1m": MINUTE, "1h": HOUR, "1d": DAY };
/** No sample is further ahead. */
const AHEAD = DAY;
/** A power that was measured longer ago is unknown, unless its samples are as rare. Milliseconds. */
const GAP_MS = HOUR;
const GAP_INTERVALS = 3;

const edgesOf = (width: number): BucketEdges => ({
  startOf: (moment) => beginning(moment, width),
  after: (start) => start + width,
});

/** The buckets one after the other: edges of a time zone are slow to compute. */
class BucketCursor {
  readonly #edges: BucketEdges;
  at: number;
  next: number;

  constructor(edges: BucketEdges, moment: number) {
    this.#edges = edges;
    this.at = edges.startOf(moment);
    this.next = edges.after(this.at);
  }

  step(): void {
    this.at = this.next;
    this.next = this.#edges.after(this.at);
  }
}

interface Asked {
  from: number;
  to: number;
  edges: BucketEdges;
  /** At least that of a bucket. Milliseconds. */
  width: number;
  field: QueriedField;
}

/** `periods`: the edges of a period of the time zone. */
export function amountsOf(
  view: SeriesView,
  { resolution, field, ...query }: SeriesQuery,
  { now, periods }: { now: number; periods: (period: Period) => BucketEdges },
): Answer {
  const from = Math.max(query.from, now - RETENTION_MS.hours - DAY);
  const to = Math.min(query.to, now + AHEAD);
  if (isPeriod(resolution)) {
    const points = bars(view, { from, to, edges: periods(resolution), width: DAY, field });
    return { resolution, points, computed_from: "1h" };
  }
  const wanted = resolution === "auto" ? finestFor(from, now) : resolution;
  // a single sample has no area
  const finest =
    field === "integral" ? Math.max(2, RESOLUTIONS.indexOf(wanted)) : RESOLUTIONS.indexOf(wanted);
  for (const each of RESOLUTIONS.slice(finest)) {
    const points = bars(view, { from, to, edges: edgesOf(WIDTHS[each]), width: WIDTHS[each], field });
    if (points.length <= MAX_POINTS)
      return { resolution: each, points, computed_from: each === "1d" ? "1h" : each };
  }
  return { resolution: "1d", points: [], computed_from: "1h" };
}

/** Covers the first to the last bucket with samples; of those between them without any the value is null. */
function bars(view: SeriesView, asked: Asked): Points {
  const { from, to, edges, width, field } = asked;
  if (to <= from) return [];
  const start = edges.startOf(from);
  const end = edges.after(edges.startOf(to - 1));
  const parts = partsOf(view, { edges, width, start, end });
  const [first] = parts;
  if (first === undefined) return [];
  const amount = amountBy(field, parts, view.lastBefore(spanIn(first).firstAt));
  if (width < MINUTE) return parts.map((part) => [part.at, amount([part])]);
  // a part with an edge within belongs where it ends
  const placeOf = (part: Bucket): number => Math.max(start, Math.min(spanIn(part).endAt, end - 1));
  const cursor = new BucketCursor(edges, placeOf(first));
  const points: Points = [];
  let own: Bucket[] = [];
  const close = (): void => {
    points.push([cursor.at, own.length === 0 ? null : amount(own)]);
    own = [];
  };
  for (const part of parts) {
    while (placeOf(part) >= cursor.next && points.length <= MAX_POINTS) {
      close();
      cursor.step();
    }
    own.push(part);
  }
  close();
  return points;
}

const spanIn = (part: Bucket): SampleSpan => part.span ?? impliedSpan(part);

/** Returns the amount of the parts of a bucket. It is asked for each bucket, in order. */
function amountBy(
  field: QueriedField,
  parts: readonly Bucket[],
  before: Sample | null,
): (own: readonly Bucket[]) => number {
  if (field === "integral") return areaBy(parts, before);
  if (field !== "increase")
    return (own) => fieldOf(bucketsOf(own, Number.MAX_SAFE_INTEGER)[0] as Bucket, field);
  let last = before?.value ?? null;
  return (own) => {
    let sum = 0;
    for (const part of own) {
      sum += increaseOf(spanIn(part), last);
      last = spanIn(part).end;
    }
    return rounded(sum);
  };
}

/** By hours: the mean of each part for the time between its samples, and a line from one part to the next. */
function areaBy(parts: readonly Bucket[], before: Sample | null): (own: readonly Bucket[]) => number {
  const gap = Math.max(GAP_MS, GAP_INTERVALS * usualInterval(parts));
  let last = before;
  return (own) => {
    let area = 0;
    for (const part of own) {
      const { firstAt, endAt, first, end } = spanIn(part);
      area += (part.sum / part.count) * (endAt - firstAt);
      if (last !== null && firstAt - last.at <= gap) area += ((last.value + first) / 2) * (firstAt - last.at);
      last = { at: endAt, value: end };
    }
    return rounded(area / HOUR);
  };
}

/** The median of the intervals of samples, within parts or from one to the next. Milliseconds. */
function usualInterval(parts: readonly Bucket[]): number {
  const intervals = parts.flatMap((part, n) => {
    const { firstAt, endAt } = spanIn(part);
    const before = parts[n - 1];
    if (part.count > 1) return (endAt - firstAt) / (part.count - 1);
    return before === undefined ? [] : firstAt - spanIn(before).endAt;
  });
  return intervals.sort((a, b) => a - b)[Math.floor(intervals.length / 2)] ?? 0;
}

/** Stored buckets of at most `width`. An hour that has an edge within is read by its minutes, while these are stored. */
function partsOf(
  view: SeriesView,
  { edges, width, start, end }: { edges: BucketEdges; width: number; start: number; end: number },
): readonly Bucket[] {
  if (width < MINUTE) return bucketsOf(view.samples(start, end), 1);
  if (width < HOUR) return view.minutes(start, end);
  const hours = view.hours(beginning(start, HOUR), beginning(end - 1, HOUR) + HOUR);
  const cursor = new BucketCursor(edges, start);
  const parts = hours.flatMap((hour) => {
    const { firstAt, endAt } = spanIn(hour);
    while (cursor.next <= firstAt) cursor.step();
    // the beginning of the range is an edge, too
    const isWithin = cursor.next <= endAt || (firstAt < start && endAt >= start);
    if (!isWithin) return hour;
    const minutes = view.minutes(hour.at, hour.at + HOUR);
    const isWhole = minutes.reduce((sum, { count }) => sum + count, 0) === hour.count;
    return isWhole ? minutes : hour;
  });
  return parts.filter((part) => spanIn(part).endAt >= start && spanIn(part).firstAt < end);
}
