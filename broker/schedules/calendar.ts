/** Times by a cron pattern of five fields. What the pattern means is croner's; what clocks do is ours (`local-time.ts`). */

import { Cron } from "croner";
import { localAt, momentOf } from "./local-time.ts";

/** Patterns of different schedules; each is read once. */
const patterns = new Map<string, Cron>();
const MOST_PATTERNS = 1000;

/** croner also has nicknames, `?` for today, and what Quartz made up: none of it is cron. */
const FIELD = /^[0-9A-Za-z*,/-]+$/;
const NAMES = /^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat)$/i;

const isPlain = (pattern: string): boolean =>
  pattern.split(" ").every((field) => FIELD.test(field)) &&
  (pattern.match(/[A-Za-z]+/g) ?? []).every((word) => NAMES.test(word));

/** Throws where it is no pattern. It counts in a calendar without time zones. */
function patternOf(cron: string): Cron {
  const known = patterns.get(cron);
  if (known !== undefined) return known;
  if (!isPlain(cron)) throw new TypeError(`no cron pattern: ${cron}`);
  const pattern = new Cron(cron, { mode: "5-part", utcOffset: 0, paused: true });
  if (patterns.size >= MOST_PATTERNS) patterns.clear();
  patterns.set(cron, pattern);
  return pattern;
}

/** As it is kept: one space between fields. */
export const tidyCron = (cron: string): string => cron.trim().split(/\s+/).join(" ");

export function isCron(cron: string): boolean {
  try {
    patternOf(cron);
    return true;
  } catch {
    return false;
  }
}

/** The first one after this moment; null where there never is one. */
export function nextByCron(cron: string, timeZone: string, after: number): number | null {
  const pattern = patternOf(cron);
  let local: Date | null = new Date(localAt(after, timeZone));
  // of an hour that clocks show twice each time counts once, so those of the second hour are passed by
  for (;;) {
    local = pattern.nextRun(local);
    if (local === null) return null;
    const moment = momentOf(local.getTime(), timeZone);
    if (moment > after) return moment;
  }
}
