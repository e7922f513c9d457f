/** The wanted value of a control beside the reported one. */

import type { Command } from "../contract/account.ts";
import { isSameValue } from "../contract/control-words.ts";
import type { WantedValues } from "../contract/controls.ts";
import type { Comparison, Observation, WatchState } from "./watch-state.ts";

type Value = number | boolean | string;

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
  const isAcknowledged = pending ? wanted.at < waitingSince : command.deliveredAt !== null;
  return isAcknowledged ? "differs" : "unproven";
}

/**
 * Since when they differ; false when they agree. A command that the device has not taken begins the wait again, and is
 * no reason to say that the values agree.
 */
export function comparedSince(
  { comparison, since }: Extract<Observation, { type: "compared" }>,
  phase: WatchState["phase"],
  now: number,
): number | false | null {
  if (comparison === "differs") return Math.min(since, now);
  return comparison === "unproven" && phase === "raised" ? null : false;
}
