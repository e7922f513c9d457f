/** PURE. Times and values in words. */

import type { LastValue } from "../contract/values.ts";

const UNITS = [
  [86_400, "d"],
  [3_600, "h"],
  [60, "min"],
  [1, "s"],
] as const;

/** `at`: ISO 8601. `now`: milliseconds since 1970. */
export function ageOf(at: string, now: number): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(at)) / 1000));
  const [size, unit] = UNITS.find(([each]) => seconds >= each) ?? [1, "s"];
  return `${Math.floor(seconds / size)} ${unit} ago`;
}

export const valueText = ({ key, name, value, unit }: LastValue): string =>
  `${name ?? key} ${value}${unit === null ? "" : ` ${unit}`}`;
