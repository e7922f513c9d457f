/** Whether an observation fulfils a watch's condition, and for how long the condition must hold: a row a kind. */

import {
  type Condition,
  type ConditionKind,
  type ConditionOf,
  kindOf,
  type Threshold,
} from "../contract/condition.ts";
import { comparedSince } from "./comparison.ts";
import type { Observation, SeriesActivity, WatchState } from "./watch-state.ts";

const MEDIAN_INTERVALS = 3;

interface Observed {
  observation: Observation;
  phase: WatchState["phase"];
  now: number;
}

export interface Rules<K extends ConditionKind = ConditionKind> {
  /**
   * What its time is counted by: since when it holds; only while values arrive; since the last sample, while it is
   * clear; `null`: it has no state, each event is a notice.
   */
  time: "holds" | "measured" | "silent" | null;
  /** What it observes: the device itself, a series of it, a counter, or a control with its series. */
  sees: "device" | "series" | "counter" | "control";
  /** How long the condition must hold; null for events, and for `auto` without a known median interval. */
  requiredMs(when: ConditionOf<K>, series: SeriesActivity): number | null;
  /** Since when the condition holds; false when it does not; null when the observation does not concern it. */
  holdsSince(when: ConditionOf<K>, observed: Observed): number | false | null;
}

/** Hysteresis applies to a raised watch only: a pending one must stay beyond the threshold itself. */
export function isBeyond(when: Threshold, phase: WatchState["phase"], value: number): boolean {
  const isRaised = phase === "raised";
  if ("above" in when) return isRaised ? value > when.clear : value > when.above;
  return isRaised ? value < when.clear : value < when.below;
}

const THRESHOLD: Rules<"above" | "below"> = {
  time: "measured",
  sees: "series",
  requiredMs: ({ forMs }) => forMs,
  holdsSince(when, { observation, phase, now }) {
    if (observation.type !== "sample" || observation.value === null) return null;
    return isBeyond(when, phase, observation.value) && now;
  },
};

const RULES: { [K in ConditionKind]: Rules<K> } = {
  lost_for: {
    time: "holds",
    sees: "device",
    requiredMs: ({ lostForMs }) => lostForMs,
    holdsSince(_, { observation, now }) {
      if (observation.type === "disconnected") return Math.min(observation.since, now);
      return observation.type === "connected" ? false : null;
    },
  },
  silent_for: {
    time: "silent",
    sees: "series",
    requiredMs({ silentForMs }, { medianMs }) {
      if (silentForMs !== "auto") return silentForMs;
      return medianMs === null ? null : MEDIAN_INTERVALS * medianMs;
    },
    holdsSince: (_, { observation }) => (observation.type === "sample" ? false : null),
  },
  above: THRESHOLD,
  below: THRESHOLD,
  not_taken_for: {
    time: "holds",
    sees: "device",
    requiredMs: ({ notTakenForMs }) => notTakenForMs,
    holdsSince(_, { observation, now }) {
      if (observation.type === "commanded") return Math.min(observation.since, now);
      return observation.type === "acknowledged" ? false : null;
    },
  },
  differs_for: {
    time: "holds",
    sees: "control",
    requiredMs: ({ differsForMs }) => differsForMs,
    holdsSince: (_, { observation, phase, now }) =>
      observation.type === "compared" ? comparedSince(observation, phase, now) : null,
  },
  increase_above: {
    time: "holds",
    sees: "counter",
    requiredMs: () => 0,
    holdsSince: ({ increaseAbove }, { observation, now }) =>
      observation.type === "increased" ? observation.amount > increaseAbove && now : null,
  },
  events: { time: null, sees: "device", requiredMs: () => null, holdsSince: () => null },
};

export const rulesOf = (when: Condition): Rules => RULES[kindOf(when)];

/** A device that reconnects is not silent. Milliseconds. */
const MIN_SILENCE_MS = 60_000;

/**
 * Until when a value counts as measured: as long after its last sample as a silence of `auto` takes. Without a usual
 * interval for ever: a device that sends changes only is not silent between them.
 */
export function measuredUntil({ lastAt, medianMs }: SeriesActivity): number {
  if (lastAt === null || medianMs === null) return Number.POSITIVE_INFINITY;
  return lastAt + Math.max(MIN_SILENCE_MS, MEDIAN_INTERVALS * medianMs);
}
