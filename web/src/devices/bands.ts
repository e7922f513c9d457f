/** Connection times of a device as bands on a time range. Pure. */

import { startOfHour, zonedDate } from "../lib/zoned-date.ts";

export interface Stretch {
  from: number;
  to: number;
}

export interface ConnectionBand {
  connected_at: string;
  /** Null while the connection is open. */
  disconnected_at: string | null;
}

/** Returns the times in the range with at least one connection, sorted and merged. */
export function bands(connections: readonly ConnectionBand[], { from, to }: Stretch): Stretch[] {
  const spans = connections
    .map(({ connected_at, disconnected_at }) => ({
      from: Math.max(Date.parse(connected_at), from),
      to: Math.min(disconnected_at === null ? to : Date.parse(disconnected_at), to),
    }))
    .filter((span) => span.to >= span.from)
    .sort((a, b) => a.from - b.from);
  const joined: Stretch[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else joined.push({ ...span });
  }
  return joined;
}

/** Their total length in milliseconds. */
export const total = (parts: readonly Stretch[]): number =>
  parts.reduce((sum, part) => sum + part.to - part.from, 0);

const HOUR_MS = 3_600_000;

/** Times for the scale: midnights or every fourth hour, in the person's time zone. */
export function marks({ from, to }: Stretch, hours: number): number[] {
  const found: number[] = [];
  for (let at = startOfHour(from) + HOUR_MS; at < to; at += HOUR_MS) {
    if (zonedDate(at).getHours() % hours === 0) found.push(at);
  }
  return found;
}

const UNITS = [
  [86_400_000, "d"],
  [3_600_000, "h"],
  [60_000, "min"],
  [1_000, "s"],
] as const;

/** A duration in its two largest units: `2 h 5 min`. */
export function durationText(ms: number): string {
  const parts: string[] = [];
  let rest = Math.max(0, ms);
  for (const [size, unit] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count} ${unit}`);
    else if (parts.length > 0) break;
    if (parts.length === 2) break;
  }
  return parts.join(" ") || "under 1 s";
}
