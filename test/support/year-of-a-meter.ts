/**
 * The year of a meter in Berlin, as a plain list: resets, gaps and both clock changes; and what it added by its own
 * account of each sample, without a calendar of the product.
 */

interface MeterSample {
  at: number;
  value: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Clocks of Berlin in 2025: UTC+1, and UTC+2 between the last Sundays of March and October at 1:00 UTC. */
const SUMMER = [Date.UTC(2025, 2, 30, 1), Date.UTC(2025, 9, 26, 1)] as const;
const offsetAt = (at: number): number => (at >= SUMMER[0] && at < SUMMER[1] ? 2 : 1) * HOUR;

/** The local date of a moment in Berlin, such as 2025-03-30. */
export const berlinDate = (at: number): string => new Date(at + offsetAt(at)).toISOString().slice(0, 10);

function generator(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

/** `amounts`: what was added between each sample and the one before, in thousandths; by local date of the sample. */
export function yearOfAMeter(seed: number, stepMs = 15 * MINUTE) {
  const random = generator(seed);
  const from = Date.UTC(2024, 11, 31, 23);
  const to = Date.UTC(2025, 11, 31, 23);
  const samples: MeterSample[] = [];
  const byDate = new Map<string, number>();
  // whole thousandths: the expected sums are exact
  let meter = 123_456_789;
  let silentUntil = 0;
  let pending = 0;
  for (let at = from; at < to; at += stepMs) {
    const added = random(900);
    meter += added;
    pending += added;
    // A new meter, or a lost memory: it counts from zero, and has counted something before it is read. Not in a gap: a
    // meter that is above its last reading again shows no fall.
    if (at >= silentUntil && random(2500) === 0) {
      meter = random(50);
      pending = meter;
    }
    // a wrap of a small register
    if (meter >= 2 ** 27) {
      meter -= 2 ** 27;
      pending = meter;
    }
    if (at < silentUntil) continue;
    if (random(3000) === 0) silentUntil = at + random(9 * 24) * HOUR;
    // not on the grid, and never twice at one moment
    const moment = at + random(stepMs - 1);
    const date = berlinDate(moment);
    // the first sample of all has nothing before it
    const known = samples.length === 0 ? 0 : pending;
    byDate.set(date, (byDate.get(date) ?? 0) + known);
    samples.push({ at: moment, value: meter / 1000 });
    pending = 0;
  }
  return { samples, byDate, from, to };
}
