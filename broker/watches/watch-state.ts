/**
 * A watch sends notices when its condition holds. Its state moves `clear → pending → raised → clear`:
 *
 * - `clear`: the condition does not hold. Silence is measured here, from the last sample, so a sample changes no state.
 * - `pending`: the condition holds, but not yet for the required time. Of a threshold only time counts in which values
 *   arrive.
 * - `raised`: it held for the required time. `nextNoticeAt` is when the next notice is due.
 *
 * A notice is named by the number of its raise, not by its time: a clock that jumps creates no second one.
 * Watches of events have no state. Durations are milliseconds; moments are milliseconds since 1970.
 */

import type { WatchedEvent } from "../contract/condition.ts";
import type { Mistake } from "../contract/mistake.ts";

interface CommonState {
  since: number;
  /** How often it was raised. */
  raises: number;
  /** Until then no notice is sent that it is raised. */
  snoozedUntil: number | null;
}

export type WatchState = CommonState &
  (
    | {
        phase: "clear";
        /**
         * It becomes pending no earlier, so that a value that swings around a threshold writes few rows. A silence is
         * raised no earlier: devices need time after an outage of the broker.
         */
        settlesAt: number;
        /**
         * Since when the condition holds, before `settlesAt`. In memory only, because a condition that swings would
         * write a row each time; `recalled` in `step.ts` derives it again.
         */
        heldSince: number | null;
      }
    | { phase: "pending" }
    /** `notices`: how many were sent for this raise. `nextNoticeAt` is null when no more are due. */
    | { phase: "raised"; notices: number; nextNoticeAt: number | null }
  );

/** `unproven`: the device reports another value, and has not taken the wanted one. */
export type Comparison = "same" | "differs" | "unproven";

export type Observation =
  | { type: "due" }
  | { type: "connected" }
  /** `since`: when the connection ended. */
  | { type: "disconnected"; since: number }
  /** `value` is null when the sample is not a number. */
  | { type: "sample"; value: number | null }
  /** `since`: when the command was accepted. */
  | { type: "commanded"; since: number }
  /** The device acknowledged its last command. */
  | { type: "acknowledged" }
  /** A control's wanted value and the reported one. `since`: how long both are known. */
  | { type: "compared"; comparison: Comparison; since: number }
  /** What a counter added within the time of the condition. */
  | { type: "increased"; amount: number }
  | { type: "event"; id: string; event: WatchedEvent; mistake?: Mistake | undefined };

/** What a watch observes without a message: the state at the time `at`. */
export interface Present {
  observation: Observation;
  at: number;
}

/** The series of a silence watch, without the sample that is observed. */
export interface SeriesActivity {
  /** When the last sample arrived; null without samples. */
  lastAt: number | null;
  /** The median interval of samples; null when there are too few. */
  medianMs: number | null;
}

export interface WatchNotice {
  /** Unique in the watch, and the same when the step is repeated after a crash. */
  name: string;
  state: "raised" | "cleared";
  at: number;
  /** Its device targets are switched: not by a repeated notice, nor while the watch is snoozed. */
  acts: boolean;
}

/** `raises`: those of an earlier state of the watch, so that its next notice has another name. */
export const newState = (now: number, raises = 0): WatchState => ({
  phase: "clear",
  since: now,
  raises,
  snoozedUntil: null,
  settlesAt: now,
  heldSince: null,
});

/** The state that the API shows. */
export const shownState = (
  { phase, snoozedUntil }: WatchState,
  now: number,
): WatchState["phase"] | "snoozed" => (snoozedUntil !== null && snoozedUntil > now ? "snoozed" : phase);
