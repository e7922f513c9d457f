/** The last day of each value that the page shows: read once, one after the other, and continued by what it hears. */

import { type HeardValues, heardAt } from "../devices/heard-values.ts";
import { type AmountField, type Amounts, amountFieldOf } from "../devices/series/amounts.ts";
import type { Figures } from "../devices/series/gaps.ts";
import { pointsOf, readFigures } from "../devices/series/read.ts";
import { isCharted } from "../devices/series/spark.ts";
import type { ValuePoint } from "../devices/values.ts";
import { CallFailed, type GuestLink } from "./link.ts";
import type { SharedDevice } from "./shown.ts";

/** More devices are read by the hour: finer points of a day are a hundred times as many, and reads are counted. */
const MAX_FINE = 4;
/** Received samples of a value. With more of them its day is read again, which replaces them. */
const MAX_SAMPLES = 500;
/** Further attempts of a read that the server refuses as too early, and the wait before each. Milliseconds. */
const ATTEMPTS = 5;
const LATER_MS = 3_000;

export interface Day {
  figures: Figures;
  /** Received since the answer. */
  samples: readonly ValuePoint[];
  /** What a counter added on each of the last days; absent for other values. */
  amounts?: Amounts;
}

const UNREAD: Day = { figures: { resolution: "raw", points: [], least: [], most: [] }, samples: [] };

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Waiting {
  id: string;
  key: string;
  field?: AmountField | null;
}

export class ValueHistory {
  readonly #link: Pick<GuestLink, "series">;
  readonly #changed: () => void;
  /** By device, then by key. */
  readonly #days = new Map<string, Map<string, Day>>();
  readonly #queue: Waiting[] = [];
  #isReading = false;
  #isFine = true;

  constructor(link: Pick<GuestLink, "series">, changed: () => void) {
    this.#link = link;
    this.#changed = changed;
  }

  of(id: string): ReadonlyMap<string, Day> {
    return this.#days.get(id) ?? new Map();
  }

  /** Reads what it does not have yet. */
  read(devices: readonly SharedDevice[]): void {
    this.#isFine = devices.length <= MAX_FINE;
    for (const { id, values } of devices) {
      const known = this.#days.get(id) ?? new Map<string, Day>();
      this.#days.set(id, known);
      for (const value of values) {
        if (!isCharted(value) || known.has(value.key)) continue;
        known.set(value.key, UNREAD);
        this.#queue.push({ id, key: value.key, field: amountFieldOf(value) });
      }
    }
    void this.#readQueue();
  }

  add(id: string, heard: HeardValues): void {
    const known = this.#days.get(id);
    for (const [key, day] of known ?? []) {
      const value = heard.values[key];
      if (value === undefined || typeof value === "string") continue;
      const samples = [...day.samples, [heardAt(heard, key) ?? Date.now(), Number(value)] as const];
      known?.set(key, { ...day, samples: samples.slice(-MAX_SAMPLES) });
      const isRead = this.#queue.some((each) => each.id === id && each.key === key);
      if (samples.length > MAX_SAMPLES && !isRead) this.#queue.push({ id, key });
    }
    void this.#readQueue();
  }

  async #readQueue(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    for (let [next] = this.#queue; next !== undefined; [next] = this.#queue) {
      await this.#readDay(next);
      this.#queue.shift();
    }
    this.#isReading = false;
  }

  async #readDay({ id, key, field = null }: Waiting): Promise<void> {
    const figures = await this.#figuresOf(id, key);
    // a later reading of the day leaves them
    const amounts = field === null ? this.of(id).get(key)?.amounts : await this.#amountsOf(id, key, field);
    const known = this.#days.get(id);
    const samples = known?.get(key)?.samples ?? [];
    // without a chart the page works as well
    if (figures === null || known === undefined) return;
    const last = figures.points.findLast(([, value]) => value !== null)?.[0] ?? 0;
    known.set(key, { figures, samples: samples.filter(([at]) => at > last), ...(amounts && { amounts }) });
    this.#changed();
  }

  async #amountsOf(id: string, key: string, field: AmountField): Promise<Amounts | undefined> {
    const series = await this.#link.series(id, key, { field, resolution: "day" }).catch(() => undefined);
    return series && { points: pointsOf(series), unit: series.unit };
  }

  async #figuresOf(id: string, key: string): Promise<Figures | null> {
    for (let attempt = 0; attempt <= ATTEMPTS; attempt++) {
      try {
        const read = readFigures((search) => this.#link.series(id, key, search), this.#isFine ? null : "1h");
        return (await read).figures;
      } catch (error) {
        if (!(error instanceof CallFailed) || error.status !== 429) return null;
        await pause(LATER_MS);
      }
    }
    return null;
  }
}
