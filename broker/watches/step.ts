/** One step of a watch: state, observation and time give the next state and its notices. */

import type { ConditionOf, Threshold } from "../contract/condition.ts";
import type { WatchRules } from "../contract/watch.ts";
import { isBeyond, measuredUntil, rulesOf } from "./condition.ts";
import type { Observation, Present, SeriesActivity, WatchNotice, WatchState } from "./watch-state.ts";

type StateOf<Phase> = Extract<WatchState, { phase: Phase }>;

export interface Outcome {
  state: WatchState;
  notices: readonly WatchNotice[];
}

export interface Moment {
  now: number;
  series: SeriesActivity;
}

/** The time from clear to the next pending. Less than the 5 s that a notice may be late. Milliseconds. */
const SETTLE_MS = 4000;

/** A silence that is due for longer shows that the broker was down and could not receive samples. Milliseconds. */
const OUTAGE_MS = 10_000;
/** Time for devices to connect and send again after that. Milliseconds. */
const AFTER_OUTAGE_MS = 60_000;

const withoutNotice = (state: WatchState): Outcome => ({ state, notices: [] });

/** When the watch must be stepped without an observation; null when it need not be. */
export function deadline({ when }: WatchRules, state: WatchState, series: SeriesActivity): number | null {
  if (state.phase === "raised") return state.nextNoticeAt;
  const kind = rulesOf(when);
  const required = kind.requiredMs(when, series);
  if (required === null) return null;
  if (state.phase === "pending") {
    const dueAt = state.since + required;
    return kind.time === "measured" && dueAt > measuredUntil(series) ? null : dueAt;
  }
  if (kind.time === "silent") return Math.max((series.lastAt ?? state.since) + required, state.settlesAt);
  return state.heldSince === null ? null : state.settlesAt;
}

export function step(
  rules: WatchRules,
  before: WatchState,
  observation: Observation,
  moment: Moment,
): Outcome {
  const { when } = rules;
  if ("events" in when) return { state: before, notices: ofEvent(when, before, observation, moment) };
  // an alarm may be late: what was due before the observation comes first
  const known = observation.type === "sample" ? withoutSilence(rules, before, moment) : before;
  const due = pass(rules, afterOutage(rules, known, moment), moment);
  const observed = observe(rules, due.state, observation, moment);
  return due.notices.length === 0
    ? observed
    : { state: observed.state, notices: [...due.notices, ...observed.notices] };
}

/** Whether a number leaves the state of a threshold as it is. Allocates nothing: most samples are such. */
export function keepsThreshold(when: Threshold, state: WatchState, value: number, now: number): boolean {
  switch (state.phase) {
    case "clear":
      return state.heldSince === null && !isBeyond(when, "clear", value);
    case "pending":
      return state.since <= now && now < state.since + when.forMs && isBeyond(when, "pending", value);
    case "raised":
      return (state.nextNoticeAt ?? Infinity) > now && isBeyond(when, "raised", value);
  }
}

/** False when the states differ in memory only. */
export const differsInRow = (before: WatchState, after: WatchState): boolean =>
  before !== after &&
  (before.phase !== "clear" ||
    after.phase !== "clear" ||
    before.raises !== after.raises ||
    before.settlesAt !== after.settlesAt);

/** Holds back notices that the watch is raised; the end of the snooze sends one if it still is. */
export function snooze({ repeatMs }: WatchRules, state: WatchState, until: number, now: number): WatchState {
  const snoozedUntil = until > now ? until : null;
  if (state.phase !== "raised") return { ...state, snoozedUntil };
  if (snoozedUntil !== null) return { ...state, snoozedUntil, nextNoticeAt: until };
  if (state.snoozedUntil === null) return state;
  const again = repeatMs === null ? null : now + repeatMs;
  return { ...state, snoozedUntil, nextNoticeAt: state.notices === 0 ? now : again };
}

/**
 * A clear state as it is read from its row: since when the condition holds follows from the present, because memory
 * was lost. `at`: when the present state was observed.
 */
export function recalled({ when }: WatchRules, state: WatchState, current: Present | null): WatchState {
  if (state.phase !== "clear") return state;
  const observed = current && { observation: current.observation, phase: state.phase, now: current.at };
  const since = observed && rulesOf(when).holdsSince(when, observed);
  if (since === null || since === false) return { ...state, heldSince: null };
  const hasCleared = state.settlesAt > state.since;
  // events that were summed make the present look older than the last clear
  return { ...state, heldSince: hasCleared ? Math.max(since, state.since) : since };
}

function pass(rules: WatchRules, state: WatchState, moment: Moment): Outcome {
  const { now, series } = moment;
  // the clock was set back: the wait begins again, so that the jump does not prolong it
  if (state.phase === "pending" && state.since > now) return withoutNotice({ ...state, since: now });
  const dueAt = deadline(rules, state, series);
  if (dueAt === null || (dueAt > now && !isUnsettledByClock(state, now))) return withoutNotice(state);
  if (state.phase === "raised") return announce(rules, state, now);
  if (state.phase === "clear" && state.heldSince !== null)
    return pass(rules, pending(state, Math.min(state.heldSince, now)), moment);
  return announce(rules, raised(state, now), now);
}

/** A sample after a silence: the time in which nothing was measured does not count as time beyond the threshold. */
function withoutSilence({ when }: WatchRules, state: WatchState, { now, series }: Moment): WatchState {
  if (state.phase !== "pending" || rulesOf(when).time !== "measured") return state;
  const silentMs = now - measuredUntil(series);
  return silentMs > 0 ? { ...state, since: state.since + silentMs } : state;
}

/** Devices get time, once a silence, to send again after an outage of the broker. */
function afterOutage({ when }: WatchRules, state: WatchState, { now, series }: Moment): WatchState {
  const kind = rulesOf(when);
  const required = kind.time === "silent" ? kind.requiredMs(when, series) : null;
  if (required === null || state.phase !== "clear") return state;
  // the clock was set back
  if (state.settlesAt > now + AFTER_OUTAGE_MS) return { ...state, settlesAt: now };
  const due = (series.lastAt ?? state.since) + required;
  const isForgiven = state.settlesAt > due;
  if (isForgiven || now - due <= OUTAGE_MS) return state;
  return { ...state, settlesAt: now + Math.min(required, AFTER_OUTAGE_MS) };
}

/** The clock was set back since the watch cleared. */
const isUnsettledByClock = (state: WatchState, now: number): boolean =>
  state.phase === "clear" && state.heldSince !== null && state.settlesAt > now + SETTLE_MS;

const pending = ({ raises, snoozedUntil }: WatchState, since: number): WatchState => ({
  phase: "pending",
  since,
  raises,
  snoozedUntil,
});

const raised = ({ raises, snoozedUntil }: WatchState, now: number): StateOf<"raised"> => ({
  phase: "raised",
  since: now,
  raises: raises + 1,
  snoozedUntil,
  notices: 0,
  nextNoticeAt: Math.max(snoozedUntil ?? now, now),
});

function announce({ repeatMs }: WatchRules, state: StateOf<"raised">, now: number): Outcome {
  if (state.nextNoticeAt === null || state.nextNoticeAt > now) return withoutNotice(state);
  const name = `${state.raises}/raised/${state.notices}`;
  const notice: WatchNotice = { name, state: "raised", at: now, acts: state.notices === 0 };
  const nextNoticeAt = repeatMs === null ? null : now + repeatMs;
  return { state: { ...state, notices: state.notices + 1, nextNoticeAt }, notices: [notice] };
}

function observe(rules: WatchRules, state: WatchState, observation: Observation, moment: Moment): Outcome {
  const { when } = rules;
  const since = rulesOf(when).holdsSince(when, { observation, phase: state.phase, now: moment.now });
  if (since === null) return withoutNotice(state);
  if (state.phase !== "clear") {
    return since === false ? cleared(rules, state, moment.now) : withoutNotice(state);
  }
  if (since === false) return withoutNotice(state.heldSince === null ? state : { ...state, heldSince: null });
  return pass(rules, { ...state, heldSince: state.heldSince ?? since }, moment);
}

/** A snooze does not hold this notice back: the owner was notified of the raise. */
function cleared({ when }: WatchRules, state: StateOf<"pending" | "raised">, now: number): Outcome {
  const { raises, snoozedUntil } = state;
  const isAnnounced = state.phase === "raised" && state.notices > 0;
  const acts = snoozedUntil === null || snoozedUntil <= now;
  return {
    state: {
      phase: "clear",
      since: now,
      raises,
      snoozedUntil,
      settlesAt: rulesOf(when).time === "silent" ? now : now + SETTLE_MS,
      heldSince: null,
    },
    notices: isAnnounced ? [{ name: `${raises}/cleared`, state: "cleared", at: now, acts }] : [],
  };
}

function ofEvent(
  { events }: ConditionOf<"events">,
  { snoozedUntil }: WatchState,
  observation: Observation,
  { now }: Moment,
): WatchNotice[] {
  if (observation.type !== "event" || !events.includes(observation.event)) return [];
  if (snoozedUntil !== null && snoozedUntil > now) return [];
  return [{ name: `event/${observation.id}`, state: "raised", at: now, acts: true }];
}
