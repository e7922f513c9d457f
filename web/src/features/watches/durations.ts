/** Durations of watches as choices and in words. Pure. */

import { durationOf, secondsOf } from "../../../../worker/contract/duration.ts";

const UNITS = [
  [86_400, "day"],
  [3_600, "hour"],
  [60, "minute"],
  [1, "second"],
] as const;

/** `PT90M` → `1 hour 30 minutes`. */
export function durationWords(iso: string): string {
  let rest = secondsOf(iso) ?? 0;
  const parts: string[] = [];
  for (const [size, unit] of UNITS) {
    const count = size === 1 ? Math.round(rest * 1000) / 1000 : Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count} ${unit}${count === 1 ? "" : "s"}`);
  }
  return parts.join(" ") || "no time";
}

const MINUTES = ["PT1M", "PT5M", "PT10M", "PT30M", "PT1H", "PT6H", "PT24H"];

/** The choices of durations. */
export const DURATIONS = {
  lost: ["PT10S", "PT30S", "PT1M", "PT2M", "PT5M", "PT15M", "PT1H", "PT6H", "PT24H"],
  silent: ["PT1M", "PT5M", "PT15M", "PT1H", "PT6H", "PT24H"],
  holds: ["PT1S", "PT10S", ...MINUTES],
  taken: ["PT10S", "PT30S", "PT1M", "PT5M", "PT15M", "PT1H"],
  repeat: ["PT5M", "PT15M", "PT1H", "PT6H", "PT24H"],
} as const;

/** Options of a select, with the stored duration if it is not one of the choices. */
export function durationOptions(choices: readonly string[], stored: string): [iso: string, words: string][] {
  const seconds = secondsOf(stored);
  const isNew = seconds !== null && !choices.some((iso) => secondsOf(iso) === seconds);
  return [...choices, ...(isNew ? [stored] : [])].map((iso) => [iso, durationWords(iso)]);
}

/** The same duration as a choice has it, such as `PT24H` for `P1D`. */
export const sameDuration = (iso: string): string => durationOf(secondsOf(iso) ?? 0);
