/** Whether an observation fulfils a watch's condition, and for how long the condition must hold. */

import type { Condition, Threshold } from "../contract/watch.ts";
import type { Observation, SeriesActivity, WatchState } from "./watch.ts";

const MEDIAN_INTERVALS = 3;

/** How long the condition must hold. Null for events, and for an automatic silence without a known median interval. */
export function requiredMs(when: Condition, { medianMs }: SeriesActivity): number | null {
  if ("lostForMs" in when) return when.lostForMs;
  if ("notTakenForMs" in when) return when.notTakenForMs;
  if ("forMs" in when) return when.forMs;
  if ("events" in when) return null;
  if (when.silentForMs !== "auto") return when.silentForMs;
  return medianMs === null ? null : MEDIAN_INTERVALS * medianMs;
}

/** Since when the condition holds; false when it does not; null when the observation does not concern it. */
export function holdsSince(
  when: Condition,
  phase: WatchState["phase"],
  observation: Observation,
  now: number,
): number | false | null {
  const { type } = observation;
  if ("lostForMs" in when) {
    if (type === "disconnected") return Math.min(observation.since, now);
    return type === "connected" ? false : null;
  }
  if ("notTakenForMs" in when) {
    if (type === "commanded") return Math.min(observation.since, now);
    return type === "taken" ? false : null;
  }
  if (type !== "sample") return null;
  if ("silentForMs" in when) return false;
  if ("forMs" in when && observation.value !== null) return isBeyond(when, phase, observation.value) && now;
  return null;
}

/** Hysteresis applies to a raised watch only: a pending one must stay beyond the threshold itself. */
export function isBeyond(when: Threshold, phase: WatchState["phase"], value: number): boolean {
  const isRaised = phase === "raised";
  if ("above" in when) return isRaised ? value > when.clear : value > when.above;
  return isRaised ? value < when.clear : value < when.below;
}
