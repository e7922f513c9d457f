/**
 * Samples that were written down as they came are put into the blocks of their series, a slice at a time: so no turn is
 * long. Whatever is done twice changes nothing, so how far it has come is known in memory alone.
 */

import { type Entry, lastOf, samplesOf } from "../../history/batch.ts";
import { fold, HOUR } from "../../history/levels.ts";
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
    const { history } = this.#deps.store;
    this.#running = true;
    const until = history.seal();
    const slices = this.#slices();
    slices.push(() => history.worked(until));
    this.#next(slices);
  }

  #slices(): (() => void)[] {
    const { history } = this.#deps.store;
    const bySeries = new Map<number, Entry[]>([...history.all()].map(({ id }) => [id, []]));
    for (const entry of history.entries()) bySeries.get(entry.series)?.push(entry);
    const slices: (() => void)[] = [];
    for (const [series, entries] of bySeries) {
      const samples = samplesOf(entries);
      for (let at = 0; at < samples.length; at += SLICE) {
        const part = samples.slice(at, at + SLICE);
        slices.push(() => fold(history.shelves(series), part));
      }
      const last = lastOf(entries);
      if (last !== null) slices.push(() => history.saw(series, last));
    }
    return slices;
  }

  /** No object sleeps with a timer running. */
  #next(slices: (() => void)[]): void {
    setTimeout(() => {
      const { turns } = this.#deps;
      const slice = slices.shift();
      const done = slice === undefined || turns.turn((plan) => plan.write(slice));
      if (done && slices.length > 0) this.#next(slices);
      else this.#running = false;
    }, 0);
  }
}
