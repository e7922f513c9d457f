/**
 * Compaction: puts written samples into the blocks of their series, a slice per turn. Repeating a step changes nothing,
 * so its progress is in memory only.
 */

import { type BatchEntry, lastOf, samplesOf } from "../../history/batch.ts";
import { fold, HOUR } from "../../history/levels.ts";
import { usualInterval } from "../../history/samples.ts";
import { type CommonDependencies, HubModule } from "../module.ts";

export type CompactionDependencies = Pick<CommonDependencies, "store" | "turns">;

/** Buffered bytes, and the age of the oldest sample, that start it. */
const FULL = 65_536;
const OLD = 12 * HOUR;
const SLICE = 1024;

export class Compaction extends HubModule<CompactionDependencies> {
  #running = false;
  count = 0;

  look(now: number): void {
    const { total, since } = this.deps.store.history.buffer;
    if (!this.#running && (total >= FULL || (since > 0 && now - since >= OLD))) this.#begin();
  }

  /**
   * Continues after a crash or a failed turn. Returns whether it is unfinished: late samples that are compacted again
   * are recognised by their blocks, and would count twice if those were deleted before.
   */
  resume(): boolean {
    const isUnfinished = this.deps.store.meta.get("compacting") === 1;
    if (isUnfinished && !this.#running) this.#begin();
    return isUnfinished;
  }

  #begin(): void {
    this.#running = true;
    this.#goOn(this.#work(this.deps.store.history.seal()));
  }

  /** A running timer keeps the object awake. */
  #goOn(work: Generator<void>): void {
    setTimeout(() => {
      let over = false;
      const done = this.deps.turns.turn((plan) =>
        plan.write(() => {
          over = work.next().done === true;
        }),
      );
      if (done && !over) this.#goOn(work);
      else this.#running = false;
    }, 0);
  }

  /** Yields wherever a turn may end. Until it is done the rows stay readable. */
  *#work(until: number): Generator<void> {
    const { history, meta } = this.deps.store;
    meta.set("compacting", 1);
    const bySeries = new Map<number, BatchEntry[]>([...history.all()].map(({ id }) => [id, []]));
    for (let row = history.nextRow(0, until); row !== null; row = history.nextRow(row.seq, until)) {
      for (const entry of row.entries) bySeries.get(entry.series)?.push(entry);
      yield;
    }
    for (const [series, entries] of bySeries) yield* this.#fold(series, entries);
    history.worked(until);
    meta.set("compacting", 0);
    this.count++;
  }

  *#fold(series: number, entries: readonly BatchEntry[]): Generator<void> {
    const { history } = this.deps.store;
    const last = lastOf(entries);
    const samples = samplesOf(entries);
    if (last !== null) history.saw(series, last, usualInterval(samples));
    for (let at = 0; at < samples.length; at += SLICE) {
      fold(history.shelves(series), samples.slice(at, at + SLICE), this.deps.turns.now);
      yield;
    }
  }
}
