/** What is kept of a series, and how long: samples, and buckets of minutes and hours that are worked out from them. */

import { type Bucket, beginning, bucketsOf, merged, type Sample, within } from "./samples.ts";
import { AtHand, type Shelf, shelve } from "./shelf.ts";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const KEPT = { samples: 7 * DAY, minutes: 30 * DAY, hours: 730 * DAY } as const;
export type Level = keyof typeof KEPT;

/** Items of a block. One is read, and written, as a whole. */
const MOST = { samples: 1024, minutes: 512, hours: 512 } as const satisfies Record<Level, number>;

export interface Shelves {
  samples: Shelf<Sample>;
  minutes: Shelf<Bucket>;
  hours: Shelf<Bucket>;
}

/** Fresh samples go where they belong; minutes and hours that they fall into are worked out anew. */
export function fold(shelves: Shelves, fresh: readonly Sample[]): void {
  const [samples, minutes] = [new AtHand(shelves.samples), new AtHand(shelves.minutes)];
  const goesOn = isBehind(samples, fresh);
  shelve(samples, fresh, MOST.samples);
  const changed = goesOn ? continued(fresh, minutes) : touched(fresh, MINUTE, samples.range);
  shelve(minutes, changed, MOST.minutes);
  shelve(shelves.hours, touched(changed, HOUR, minutes.range), MOST.hours);
}

/** Whether all that is there came before. */
function isBehind(samples: Shelf<Sample>, fresh: readonly Sample[]): boolean {
  const { at = 0 } = fresh[0] ?? {};
  const block = samples.at(at);
  return block === null || (block.end === Infinity && (block.items.at(-1) as Sample).at < at);
}

/** The last minute goes on with them: no sample of it is read again, however many there are. */
function continued(fresh: readonly Sample[], minutes: Shelf<Bucket>): Bucket[] {
  const start = beginning(fresh[0]?.at ?? 0, MINUTE);
  return bucketsOf([...minutes.range(start, start + MINUTE), ...fresh], MINUTE);
}

type Range<T> = (from: number, to: number) => readonly T[];

/** Buckets that these fall into, of all that is there. */
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

/** What is on the shelves together with what is not yet: as it will be once it is. */
export class View {
  readonly #shelves: Shelves;
  readonly #fresh: readonly Sample[];

  constructor(shelves: Shelves, fresh: readonly Sample[]) {
    this.#shelves = shelves;
    this.#fresh = fresh;
  }

  samples = (from: number, to: number): Sample[] =>
    merged(this.#shelves.samples.range(from, to), within(this.#fresh, from, to));

  minutes = (from: number, to: number): Bucket[] =>
    merged(
      this.#shelves.minutes.range(from, to),
      touched(within(this.#fresh, from, to), MINUTE, this.samples),
    );

  hours = (from: number, to: number): Bucket[] =>
    merged(this.#shelves.hours.range(from, to), touched(within(this.#fresh, from, to), HOUR, this.minutes));

  days = (from: number, to: number): Bucket[] => bucketsOf(this.hours(from, to), DAY);
}
