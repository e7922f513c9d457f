/** The levels of a series and their retention: samples, and minute and hour buckets computed from them. */

import { RETENTION_MS } from "../contract/limits.ts";
import { type BlockStore, CachedBlockStore, insertInBlocks } from "./block-store.ts";
import { type Bucket, beginning, bucketsOf, merged, type Sample, within } from "./samples.ts";
import { impliedSpan } from "./span.ts";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export type Level = keyof typeof RETENTION_MS;

/** Items per block; a block is read and written as a whole. */
const MAX_BLOCK_ITEMS = { samples: 1024, minutes: 512, hours: 512 } as const satisfies Record<Level, number>;

export interface LevelStores {
  samples: BlockStore<Sample>;
  minutes: BlockStore<Bucket>;
  hours: BlockStore<Bucket>;
}

type Range<T> = (from: number, to: number) => readonly T[];

/** Blocks are deleted a day late, so that younger ones are complete. */
const SLACK = DAY;

/** New samples by destination. Buckets older than the retention of their source cannot be computed again. */
interface SplitSamples {
  recent: readonly Sample[];
  /** Samples older than the stored samples (or minutes): added to their bucket once. */
  toMinutes: readonly Sample[];
  toHours: readonly Sample[];
}

/** `fresh` is in order of time. A late sample that is already stored was counted before. */
function splitByAge(fresh: readonly Sample[], now: number, range: Range<Sample>): SplitSamples {
  const isLate = ({ at }: Sample): boolean => beginning(at, MINUTE) < now - RETENTION_MS.samples - SLACK;
  const from = fresh.findIndex((each) => !isLate(each));
  const late = from < 0 ? fresh : fresh.slice(0, from);
  const [first, last] = [late[0], late.at(-1)];
  if (first === undefined || last === undefined) return { recent: fresh, toMinutes: [], toHours: [] };
  const known = new Set(range(first.at, last.at + 1).map(({ at }) => at));
  const news = late.filter(({ at }) => !known.has(at));
  const edge = news.findIndex(({ at }) => beginning(at, HOUR) >= now - RETENTION_MS.minutes - SLACK);
  const middle = edge < 0 ? news.length : edge;
  return {
    recent: fresh.slice(late.length),
    toMinutes: news.slice(middle),
    toHours: news.slice(0, middle),
  };
}

const joined = (late: readonly Sample[], width: number, range: Range<Bucket>): Bucket[] =>
  bucketsOf(late, width).flatMap((own) => bucketsOf([own, ...range(own.at, own.at + width)], width));

/** Stores new samples and recomputes their minute and hour buckets while the source of the buckets exists. */
export function fold(shelves: LevelStores, fresh: readonly Sample[], now: number): void {
  const [samples, minutes] = [new CachedBlockStore(shelves.samples), new CachedBlockStore(shelves.minutes)];
  const { recent, toMinutes, toHours } = splitByAge(fresh, now, samples.range);
  const goesOn = isBehind(samples, recent);
  // late samples are stored, too, so that compacting the same slice again recognises them
  insertInBlocks(samples, [...toHours, ...toMinutes, ...recent], MAX_BLOCK_ITEMS.samples);
  const changed = [
    ...joined(toMinutes, MINUTE, minutes.range),
    ...(goesOn ? continued(recent, minutes) : touched(recent, MINUTE, samples.range)),
  ];
  insertInBlocks(minutes, changed, MAX_BLOCK_ITEMS.minutes);
  const hours = [...joined(toHours, HOUR, shelves.hours.range), ...touched(changed, HOUR, minutes.range)];
  insertInBlocks(shelves.hours, hours, MAX_BLOCK_ITEMS.hours);
}

/** Stores values of hours for which nothing is stored. Samples that arrive later in such an hour replace its value. */
export function addHours({ hours }: LevelStores, values: readonly Sample[]): void {
  insertInBlocks(hours, bucketsOf(values, HOUR), MAX_BLOCK_ITEMS.hours);
}

function isBehind(samples: BlockStore<Sample>, fresh: readonly Sample[]): boolean {
  const { at = 0 } = fresh[0] ?? {};
  const block = samples.at(at);
  return block === null || (block.end === Infinity && (block.items.at(-1) as Sample).at < at);
}

/** Adds the samples to the last minute's bucket, so that its older samples need not be read. */
function continued(fresh: readonly Sample[], minutes: BlockStore<Bucket>): Bucket[] {
  const start = beginning(fresh[0]?.at ?? 0, MINUTE);
  return bucketsOf([...minutes.range(start, start + MINUTE), ...fresh], MINUTE);
}

function touched(items: readonly { at: number }[], width: number, range: Range<Sample | Bucket>): Bucket[] {
  const buckets: Bucket[] = [];
  let [from, to] = [0, 0];
  const take = (): void => {
    if (to > from) buckets.push(...bucketsOf(range(from, to), width));
  };
  for (const { at } of items) {
    const start = beginning(at, width);
    if (start > to || to === 0) {
      take();
      from = start;
    }
    to = start + width;
  }
  take();
  return buckets;
}

/** The last item that ended before a time, as a sample: in its block, or the one before. */
function lastItem<T extends { at: number }>(
  store: BlockStore<T>,
  time: number,
  endOf: (item: T) => Sample,
): Sample | null {
  for (let block = store.at(time - 1), n = 0; block !== null && n < 2; n++) {
    const last = block.items.map(endOf).findLast(({ at }) => at < time);
    if (last !== undefined) return last;
    const before = store.at(block.start - 1);
    block = before === null || before.start >= block.start ? null : before;
  }
  return null;
}

/** The stored series combined with samples that are still buffered, as if these were compacted. */
export class SeriesView {
  readonly #shelves: LevelStores;
  readonly #fresh: readonly Sample[];
  readonly #parted: SplitSamples;

  constructor(shelves: LevelStores, fresh: readonly Sample[], now: number) {
    this.#shelves = shelves;
    this.#fresh = fresh;
    this.#parted = splitByAge(fresh, now, shelves.samples.range);
  }

  samples = (from: number, to: number): Sample[] =>
    merged(this.#shelves.samples.range(from, to), within(this.#fresh, from, to));

  minutes = (from: number, to: number): Bucket[] => {
    const { minutes } = this.#shelves;
    const { recent, toMinutes } = this.#parted;
    return merged(minutes.range(from, to), [
      ...joined(within(toMinutes, from, to), MINUTE, minutes.range),
      ...touched(within(recent, from, to), MINUTE, this.samples),
    ]);
  };

  hours = (from: number, to: number): Bucket[] => {
    const { hours } = this.#shelves;
    const { recent, toMinutes, toHours } = this.#parted;
    return merged(hours.range(from, to), [
      ...joined(within(toHours, from, to), HOUR, hours.range),
      ...touched(within([...toMinutes, ...recent], from, to), HOUR, this.minutes),
    ]);
  };

  days = (from: number, to: number): Bucket[] => bucketsOf(this.hours(from, to), DAY);

  /** The last value before a time, of the finest level that has it; null without one. */
  lastBefore(time: number): Sample | null {
    const { samples, minutes, hours } = this.#shelves;
    const ended = ({ at, span, ...bucket }: Bucket): Sample => {
      const { endAt, end } = span ?? impliedSpan({ at, ...bucket });
      return { at: endAt, value: end };
    };
    const found = [
      lastItem(samples, time, (sample) => sample),
      this.#fresh.findLast(({ at }) => at < time) ?? null,
      lastItem(minutes, time, ended),
      lastItem(hours, time, ended),
    ];
    return found.reduce((last, each) => (each !== null && each.at > (last?.at ?? -1) ? each : last), null);
  }
}
