/**
 * Stored samples, one a minute, written directly into the blocks of their series, as if they had arrived in
 * time.
 */

import { DAY, fold, MINUTE } from "../../../broker/history/levels.ts";
import type { Sample } from "../../../broker/history/samples.ts";
import { History } from "../../../broker/storage/history.ts";
import { Sql } from "../../../broker/storage/sql.ts";

/** A temperature with a daily curve and noise. */
function daysSamples(day: number): Sample[] {
  return Array.from({ length: DAY / MINUTE }, (_, n) => {
    const wave = 4 * Math.sin((2 * Math.PI * n * MINUTE) / DAY);
    return { at: day + n * MINUTE, value: Math.round(10 * (20 + wave + Math.random() / 2)) / 10 };
  });
}

/** This many days of every series, within the retention. */
export function insertStoredSamples(storage: DurableObjectStorage, days: number): void {
  const history = new History(new Sql(storage));
  const today = Math.floor(Date.now() / DAY) * DAY;
  for (let day = today - days * DAY; day < today; day += DAY) {
    storage.transactionSync(() => {
      for (const { id } of history.all()) fold(history.shelves(id), daysSamples(day), day);
    });
  }
  for (let next = history.nextPrune(); next !== null && next < Date.now(); next = history.nextPrune()) {
    history.prune(Date.now());
  }
}

/** Bytes of a sample in a block, with its time. */
export function bytesASample(storage: DurableObjectStorage): number {
  const query = "SELECT sum(length(bytes)) AS bytes FROM series_blocks WHERE level = 'samples'";
  const { bytes } = storage.sql.exec(query).one();
  const history = new History(new Sql(storage));
  let samples = 0;
  for (const { id } of history.all()) samples += history.shelves(id).samples.range(0, Infinity).length;
  return Number(bytes) / samples;
}
