/**
 * Samples that were written down as they came are put into the blocks of their series, a slice at a time: so no turn is
 * long. Whatever is done twice changes nothing, so how far it has come is known in memory alone.
 */

import { type Entry, lastOf, samplesOf } from "../../history/batch.ts";
import { foldSteps, HOUR } from "../../history/levels.ts";
import type { Store } from "../../storage/store.ts";
import type { Connection } from "../sockets/connection.ts";
import type { Turns } from "../turn/turns.ts";

export interface FoldingDependencies {
  store: Store;
  turns: Turns<Connection>;
}

/** Bytes of waiting samples, and the age of the oldest, that make it begin. */
const FULL = 65_536;
const OLD = 12 * HOUR;
/** Samples of one slice. */
const SLICE = 1024;

/** What is read or written in one turn. */
type Slice = () => void;

export class Folding {
  readonly #deps: FoldingDependencies;
  #running = false;

  constructor(deps: FoldingDependencies) {
    this.#deps = deps;
  }

  /** Something was written. */
  look(now: number): void {
    const { total, since } = this.#deps.store.history.waiting;
    if (!this.#running && (total >= FULL || (since > 0 && now - since >= OLD))) this.#begin();
  }

  #begin(): void {
    this.#running = true;
    this.#next(this.#slices(this.#deps.store.history.seal()));
  }

  /** Rows are read one at a time, and then worked off series by series. Whoever asks finds them in both until the last. */
  *#slices(until: number): Generator<Slice> {
    const { history } = this.#deps.store;
    const bySeries = new Map<number, Entry[]>([...history.all()].map(({ id }) => [id, []]));
    for (let seq: number | null = 0; seq !== null; ) {
      const behind: number = seq;
      yield () => {
        const row = history.nextRow(behind, until);
        for (const entry of row?.entries ?? []) bySeries.get(entry.series)?.push(entry);
        seq = row?.seq ?? null;
      };
    }
    for (const [series, entries] of bySeries) yield* this.#slicesOf(series, entries);
    yield () => history.worked(until);
  }

  *#slicesOf(series: number, entries: readonly Entry[]): Generator<Slice> {
    const { history } = this.#deps.store;
    const samples = samplesOf(entries);
    for (let at = 0; at < samples.length; at += SLICE) {
      const part = samples.slice(at, at + SLICE);
      yield* foldSteps(history.shelves(series), part);
    }
    const last = lastOf(entries);
    if (last !== null) yield () => history.saw(series, last);
  }

  /** No object sleeps with a timer running. */
  #next(slices: Generator<Slice>): void {
    setTimeout(() => {
      const { value: slice, done } = slices.next();
      const goesOn = done !== true && this.#deps.turns.turn((plan) => plan.write(slice));
      if (goesOn) this.#next(slices);
      else this.#running = false;
    }, 0);
  }
}
