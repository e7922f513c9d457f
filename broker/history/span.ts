/**
 * What a bucket keeps of the order of its samples: enough to add up a counter or an area exactly, whatever the bucket
 * is combined with.
 */

export interface SampleSpan {
  /** The times of the first and the last sample. Milliseconds since 1970. */
  firstAt: number;
  endAt: number;
  first: number;
  end: number;
  /** The sum of the values before each fall: a counter that was reset has counted that much more. */
  fallen: number;
}

/** Sums of decimals are rounded to a millionth, so that they are stored as short as the values are. */
const UNIT = 1e6;
const MOST = 2 ** 51 / UNIT;
export const rounded = (value: number): number =>
  Math.abs(value) < MOST ? Math.round(value * UNIT) / UNIT : value;

export const spanOf = (at: number, value: number): SampleSpan => ({
  firstAt: at,
  endAt: at,
  first: value,
  end: value,
  fallen: 0,
});

/** Of a bucket of an earlier release. One reset within it is assumed where its last value is not its largest. */
export const impliedSpan = ({
  at,
  min,
  max,
  last,
}: {
  at: number;
  min: number;
  max: number;
  last: number;
}): SampleSpan => ({
  firstAt: at,
  endAt: at,
  first: last === max ? min : max,
  end: last,
  fallen: last === max ? 0 : max,
});

/** Adds a sample behind the others. */
export function extend(span: SampleSpan, at: number, value: number): void {
  if (value < span.end) span.fallen = rounded(span.fallen + span.end);
  span.endAt = at;
  span.end = value;
}

/** In either order. Of a span within another nothing is added: its samples came late, or twice. */
export function joinedSpans(a: SampleSpan, b: SampleSpan): SampleSpan {
  const [early, late] = a.firstAt <= b.firstAt ? [a, b] : [b, a];
  if (late.endAt <= early.endAt && late.firstAt < early.endAt) return { ...early };
  const isReset = late.firstAt >= early.endAt && late.first < early.end;
  return {
    firstAt: early.firstAt,
    first: early.first,
    endAt: late.endAt,
    end: late.end,
    fallen: rounded(early.fallen + late.fallen + (isReset ? early.end : 0)),
  };
}

/** What a counter added from its value before the span, if one is known, to the end of the span. */
export function increaseOf({ first, end, fallen }: SampleSpan, before: number | null): number {
  const step = before === null ? 0 : first < before ? first : first - before;
  return step + end - first + fallen;
}
