/** The range of a chart and its changes. Pure. */

import { utcMoment } from "../../../../broker/contract/moment.ts";
import type { Stretch } from "../../devices/bands.ts";
import { momentOf, zonedDate } from "../../lib/zoned-date.ts";

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

/** The last `last` milliseconds, moving with the time; or a fixed stretch. */
export type Range = { last: number } | Stretch;

export const PRESETS = [
  { text: "1 h", name: "1 hour", last: HOUR },
  { text: "24 h", name: "24 hours", last: DAY },
  { text: "7 d", name: "7 days", last: 7 * DAY },
  { text: "30 d", name: "30 days", last: 30 * DAY },
] as const;
export type Preset = (typeof PRESETS)[number];

export const presetOf = (range: Range): Preset | undefined =>
  "last" in range ? PRESETS.find(({ last }) => last === range.last) : undefined;

const presetName = ({ text }: Preset): string => text.replace(" ", "");

/** As in the address: `24h`, or an ISO 8601 interval. */
export function rangeText(range: Range): string {
  const preset = presetOf(range);
  if (preset) return presetName(preset);
  const { from, to } = stretchOf(range, Date.now());
  return `${new Date(from).toISOString()}/${new Date(to).toISOString()}`;
}

export function rangeOf(text: string): Range | null {
  const preset = PRESETS.find((each) => presetName(each) === text);
  if (preset) return { last: preset.last };
  const [from = Number.NaN, to = Number.NaN] = text
    .split("/")
    .map((moment) => utcMoment(moment) ?? Number.NaN);
  return from < to ? { from, to } : null;
}

/** The shortest range in which something was measured. */
export function fittingRange(measuredAt: number, now: number): Range {
  const preset = PRESETS.find(({ last }) => now - measuredAt < last);
  return preset ? { last: preset.last } : { from: measuredAt - DAY, to: measuredAt + HOUR };
}

export const stretchOf = (range: Range, now: number): Stretch =>
  "last" in range ? { from: now - range.last, to: now } : range;

/** Limits of the zoom: below a minute there is no detail, after two years no data. */
const [NEAREST, FURTHEST] = [MINUTE, 731 * DAY];

/** Returns a range of this length around the middle that does not extend into the future. */
function around(middle: number, length: number, now: number): Stretch {
  const span = Math.min(Math.max(length, NEAREST), FURTHEST);
  const to = Math.min(middle + span / 2, now);
  return { from: Math.round(to - span), to: Math.round(to) };
}

export const zoomed = ({ from, to }: Stretch, factor: number, now: number): Stretch =>
  around((from + to) / 2, (to - from) * factor, now);

/** Moves by a share of its length; negative: back. */
export const moved = ({ from, to }: Stretch, share: number, now: number): Stretch =>
  around((from + to) / 2 + (to - from) * share, to - from, now);

export const dragged = (a: number, b: number, now: number): Stretch =>
  around((a + b) / 2, Math.abs(b - a), now);

const ZOOM = { in: 0.5, out: 2 } as const;
const STEP = { earlier: -0.25, later: 0.25 } as const;

/** The range after a key, or null for other keys. `home`: the range before zooming. */
export function rangeAfterKey(key: string, shown: Stretch, home: Range, now: number): Range | null {
  switch (key) {
    case "+":
    case "=":
      return zoomed(shown, ZOOM.in, now);
    case "-":
      return zoomed(shown, ZOOM.out, now);
    case "ArrowLeft":
      return moved(shown, STEP.earlier, now);
    case "ArrowRight":
      return moved(shown, STEP.later, now);
    case "0":
    case "Home":
      return home;
    default:
      return null;
  }
}

export function ownRange(from: string, to: string, now: number): Stretch | string {
  const [start, end] = [momentOf(Date.parse(from)), momentOf(Date.parse(to))];
  if (Number.isNaN(start) || Number.isNaN(end)) return "Choose both moments.";
  if (start >= end) return "The beginning must be before the end.";
  if (start >= now) return "That time is in the future.";
  if (end - start > FURTHEST) return "Values are stored for two years.";
  return { from: start, to: end };
}

const two = (n: number): string => String(n).padStart(2, "0");

export function fieldText(at: number): string {
  const moment = zonedDate(at);
  const day = `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
  return `${day}T${two(moment.getHours())}:${two(moment.getMinutes())}`;
}
