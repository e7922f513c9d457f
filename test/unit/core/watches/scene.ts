import type { Condition } from "../../../../broker/contract/condition.ts";
import type { WatchRules } from "../../../../broker/contract/watch.ts";
import { deadline, differsInRow, type Outcome, snooze, step } from "../../../../broker/watches/step.ts";
import {
  newState,
  type Observation,
  type SeriesActivity,
  type WatchNotice,
  type WatchState,
} from "../../../../broker/watches/watch-state.ts";

export const watchOf = (when: Condition, repeatMs: number | null = null): WatchRules => ({ when, repeatMs });
export const DUE: Observation = { type: "due" };

/** A watch with its state and its series, as the object keeps them. */
export class Scene {
  readonly rules: WatchRules;
  readonly notices: WatchNotice[] = [];
  state: WatchState;
  /** Rows that the steps would have written. */
  rows = 0;
  series: SeriesActivity;

  constructor(rules: WatchRules, medianMs: number | null = null, now = 0) {
    this.rules = rules;
    this.state = newState(now);
    this.series = { lastAt: null, medianMs };
  }

  get deadline(): number | null {
    return deadline(this.rules, this.state, this.series);
  }

  observe(now: number, observation: Observation = DUE): Outcome {
    const outcome = step(this.rules, this.state, observation, { now, series: this.series });
    if (differsInRow(this.state, outcome.state)) this.rows++;
    this.state = outcome.state;
    this.notices.push(...outcome.notices);
    if (observation.type === "sample") this.series = { ...this.series, lastAt: now };
    return outcome;
  }

  snooze(now: number, until: number): void {
    this.state = snooze(this.rules, this.state, until, now);
  }

  /** The alarm at each deadline up to `now`. */
  passTo(now: number): void {
    for (let at = this.deadline; at !== null && at <= now; at = this.deadline) this.observe(at);
  }

  get log(): string[] {
    return this.notices.map(({ state, at }) => `${state} ${at}`);
  }
}

export const sample = (value: number | null): Observation => ({ type: "sample", value });
