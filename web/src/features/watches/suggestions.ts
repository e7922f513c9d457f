/** Watches with sensible values to begin with. Pure. */

import { newDraft, type WatchDraft } from "./draft.ts";

export interface ValueRange {
  min: number;
  max: number;
}

/** Binary fractions may miss a multiple of the step by less than this. */
const NOISE = 1e-9;

/** 1, 2 or 5 times a power of ten, at most `size`. */
function roundStep(size: number): number {
  const atMost = size * (1 + NOISE);
  const power = 10 ** Math.floor(Math.log10(atMost));
  return ([5, 2].find((factor) => factor * power <= atMost) ?? 1) * power;
}

/** Without the noise of binary fractions. */
const plain = (value: number): string => String(Number(value.toPrecision(12)));

/**
 * A threshold just outside the recent range, which clears at its edge. The distance is about a tenth of the range, so
 * that the usual noise neither raises nor clears it.
 */
export function suggestedLimits(
  side: "above" | "below",
  { min, max }: ValueRange,
): Pick<WatchDraft, "threshold" | "clear"> {
  const spread = max - min || Math.abs(max) || 10;
  const step = roundStep(spread / 10);
  const sign = side === "above" ? 1 : -1;
  const edge = sign * Math.ceil((sign * (side === "above" ? max : min)) / step - NOISE) * step;
  return { threshold: plain(edge + sign * step), clear: plain(edge) };
}

/** Smallest and largest of the points; the last value without points. */
export function rangeOf(points: readonly (readonly [unknown, number | null])[], last: number): ValueRange {
  const values = points.flatMap(([, value]) => value ?? []);
  return { min: Math.min(last, ...values), max: Math.max(last, ...values) };
}

export const presenceDraft = (deviceId: string): WatchDraft => newDraft({ kind: "lost", deviceId });
export const commandDraft = (deviceId: string): WatchDraft => newDraft({ kind: "not_taken", deviceId });
export const eventsDraft = (deviceId: string): WatchDraft =>
  newDraft({ kind: "events", deviceId, events: ["errored", "schedule_missed"] });
export const silenceDraft = (deviceId: string, key: string): WatchDraft =>
  newDraft({ kind: "silent", deviceId, key });
export const limitDraft = (
  kind: "above" | "below",
  { deviceId, key }: { deviceId: string; key: string },
  range: ValueRange,
): WatchDraft => newDraft({ kind, deviceId, key, ...suggestedLimits(kind, range) });
