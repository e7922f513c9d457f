/** Whether an observation fulfils a watch's condition, and for how long the condition must hold. */

import type { Command } from "../contract/account.ts";
import { isSameValue } from "../contract/control-words.ts";
import type { WantedValues } from "../contract/controls.ts";
import type { Condition, Threshold } from "../contract/watch.ts";
import type { Comparison, Observation, SeriesActivity, WatchState } from "./watch.ts";

type Value = number | boolean | string;

const MEDIAN_INTERVALS = 3;

/** How long the condition must hold. Null for events, and for an automatic silence without a known median interval. */
export function requiredMs(when: Condition, { medianMs }: SeriesActivity): number | null {
  if ("lostForMs" in when) return when.lostForMs;
  if ("notTakenForMs" in when) return when.notTakenForMs;
  if ("differsForMs" in when) return when.differsForMs;
  if ("forMs" in when) return when.forMs;
  if ("events" in when) return null;
  if (when.silentForMs !== "auto") return when.silentForMs;
  return medianMs === null ? null : MEDIAN_INTERVALS * medianMs;
}

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
  if ("differsForMs" in when) return type === "compared" ? differsSince(observation, phase, now) : null;
  if (type !== "sample") return null;
  if ("silentForMs" in when) return false;
  if ("forMs" in when && observation.value !== null) return isBeyond(when, phase, observation.value) && now;
  return null;
}

/** A command that the device has not taken begins the wait again, and is no reason to say that the values agree. */
function differsSince(
  { comparison, since }: Extract<Observation, { type: "compared" }>,
  phase: WatchState["phase"],
  now: number,
): number | false | null {
  if (comparison === "differs") return Math.min(since, now);
  return comparison === "unproven" && phase === "raised" ? null : false;
}

/** The last command of a device and its wanted values, as they are stored. */
export interface CommandRecord {
  command: Command | null;
  pending: boolean;
  wanted: WantedValues;
  /** The first of the commands that the device has not acknowledged; only while `pending`. */
  waitingSince: number;
}

/** Without a wanted or a reported value nothing differs. The wanted value of a watch's command raises no watch. */
export function comparisonOf(record: CommandRecord | null, key: string, reported: Value | null): Comparison {
  if (record?.command == null || reported === null || !Object.hasOwn(record.wanted, key)) return "same";
  const { command, pending, waitingSince } = record;
  const wanted = record.wanted[key];
  if (wanted === undefined || isSameValue(wanted.value, reported)) return "same";
  if (command.actor === "watch" && command.acceptedAt === wanted.at) return "unproven";
  const isTaken = pending ? wanted.at < waitingSince : command.deliveredAt !== null;
  return isTaken ? "differs" : "unproven";
}

/** Hysteresis applies to a raised watch only: a pending one must stay beyond the threshold itself. */
export function isBeyond(when: Threshold, phase: WatchState["phase"], value: number): boolean {
  const isRaised = phase === "raised";
  if ("above" in when) return isRaised ? value > when.clear : value > when.above;
  return isRaised ? value < when.clear : value < when.below;
}
