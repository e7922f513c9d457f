/** The last day of each number that the page shows: read once, one after the other, and continued by what it hears. */

import { type Point, pointsOf, withValue } from "./chart.ts";
import type { GuestLink } from "./link.ts";
import type { SharedDevice } from "./shown.ts";

/** More devices are read by the hour: a minute of a day is a hundred times as many points, and reads are counted. */
const MAX_FINE = 4;

export class ValueHistory {
  readonly #link: Pick<GuestLink, "series">;
  readonly #changed: () => void;
  /** By device, then by key. */
  readonly #points = new Map<string, Map<string, readonly Point[]>>();
  readonly #queue: { id: string; key: string }[] = [];
  #isReading = false;
  #resolution: "1m" | "1h" = "1m";

  constructor(link: Pick<GuestLink, "series">, changed: () => void) {
    this.#link = link;
    this.#changed = changed;
  }

  of(id: string): ReadonlyMap<string, readonly Point[]> {
    return this.#points.get(id) ?? new Map();
  }

  /** Reads what it does not have yet. */
  read(devices: readonly SharedDevice[]): void {
    this.#resolution = devices.length > MAX_FINE ? "1h" : "1m";
    for (const { id, values } of devices) {
      const known = this.#points.get(id) ?? new Map<string, readonly Point[]>();
      this.#points.set(id, known);
      for (const { key, value } of values) {
        if (typeof value !== "number" || known.has(key)) continue;
        known.set(key, []);
        this.#queue.push({ id, key });
      }
    }
    void this.#readQueue();
  }

  add(id: string, values: Readonly<Record<string, unknown>>, at: number): void {
    const known = this.#points.get(id);
    for (const [key, points] of known ?? []) {
      const value = values[key];
      if (typeof value === "number") known?.set(key, withValue(points, at, value));
    }
  }

  async #readQueue(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
      const { id, key } = next;
      // without a chart the page works as well
      const series = await this.#link.series(id, key, this.#resolution).catch(() => null);
      if (series === null) continue;
      const heard = this.#points.get(id)?.get(key) ?? [];
      const read = pointsOf(series);
      const last = read.at(-1)?.[0] ?? 0;
      this.#points.get(id)?.set(key, [...read, ...heard.filter(([at]) => at > last)]);
      this.#changed();
    }
    this.#isReading = false;
  }
}
