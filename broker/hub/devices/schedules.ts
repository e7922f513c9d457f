/**
 * Planned times that have come. Each is one turn: the row that says what became of it, the command, and for when the
 * schedule is planned next stand together, so none is done twice and none is lost without a word.
 */

import type { Schedule } from "../../contract/schedule.ts";
import type { Log } from "../../log.ts";
import { waitAfter } from "../../retries.ts";
import type { PlannedTimes } from "../../schedules/calendar.ts";
import { nextPlanned, plannedTimes } from "../../schedules/planned.ts";
import type { NewRun } from "../../storage/runs.ts";
import type { Planned } from "../../storage/schedules.ts";
import type { Store } from "../../storage/store.ts";
import type { Connection, TurnPlan } from "../socket/connection.ts";
import type { Turns } from "../turn/turns.ts";
import type { Commands } from "./commands.ts";
import type { DevicePresence } from "./device-presence.ts";
import type { SwitchOffs } from "./switch-offs.ts";

/** So many at one time; the alarm rings at once for those that are left. */
const MOST_AT_ONCE = 100;
/** A planned time whose turn fails so often has failed. */
const TRIES = 5;
/** The first five tries take 75 s: a short grace does not end them. Milliseconds. */
const RETRIED_FOR = 90_000;
/** Nobody was away for so long: a machine that had much to do. Milliseconds. */
const HARDLY_LATE = 2000;

export interface ScheduleDependencies {
  store: Store;
  turns: Turns<Connection>;
  commands: Commands;
  switchOffs: SwitchOffs;
  devicePresence: DevicePresence;
  log: Log;
}

interface Passed extends PlannedTimes {
  outcome: "missed" | "superseded";
}

export class Schedules {
  readonly #deps: ScheduleDependencies;

  constructor(deps: ScheduleDependencies) {
    this.#deps = deps;
  }

  /** Runs a slice of those that are due, in the order of their times. False when a failure could not be recorded. */
  ring(): boolean {
    const { store, turns } = this.#deps;
    return turns.together(() => {
      const unrecorded = new Set<string>();
      for (let done = 0; done < MOST_AT_ONCE; done++) {
        const due = store.schedules.due(turns.now, unrecorded);
        if (due === null) break;
        const isRecorded = this.#catchUp(due) || turns.turn((plan) => this.#failed(plan, due));
        if (!isRecorded) unrecorded.add(due.schedule.id);
      }
      return unrecorded.size === 0;
    });
  }

  /** Within a transaction: these are the account's schedules from now on. */
  replace(schedules: readonly Schedule[]): void {
    const { store } = this.#deps;
    store.schedules.replace(schedules, (schedule) => this.#firstOf(schedule));
  }

  #firstOf(schedule: Schedule): number | null {
    if (!schedule.enabled) return null;
    const { store, log } = this.#deps;
    try {
      // none runs twice, also where a change planned it anew
      const [last] = store.runs.of(schedule.id, 1);
      return nextPlanned(schedule, Math.max(schedule.since, last?.plannedAt ?? 0));
    } catch (error) {
      log.error("a schedule cannot be planned", error);
      return null;
    }
  }

  #catchUp(due: Planned): boolean {
    const { turns, switchOffs } = this.#deps;
    // of two ends the earlier one counts
    switchOffs.ring(due.plannedAt);
    return turns.turn((plan) => this.#run(plan, due));
  }

  #run(plan: TurnPlan, due: Planned): void {
    const { store, commands, devicePresence } = this.#deps;
    const { now } = plan;
    const { id, deviceId, state } = due.schedule;
    const passed = this.#passed(due, now);
    plan.write(() => store.runs.prune(now));
    if (passed !== null) {
      const { outcome, count, last: plannedAt } = passed;
      const next = nextPlanned(due.schedule, plannedAt);
      // failures before it go on to count, and the next time has five tries of its own
      const failures = due.failures - (due.failures % TRIES);
      this.#record(plan, { scheduleId: id, plannedAt, count, ranAt: null, outcome, command: null });
      plan.write(() => store.schedules.plan(id, next, failures));
      return;
    }
    const { plannedAt } = due;
    const next = nextPlanned(due.schedule, plannedAt);
    plan.write(() => store.schedules.plan(id, next));
    const outcome = devicePresence.isThere(deviceId) ? "accepted" : "not_connected";
    const command = commands.order(plan, deviceId, state, { actor: "schedule", schedule: id });
    this.#record(plan, { scheduleId: id, plannedAt, count: 1, ranAt: now, outcome, command });
  }

  #record(plan: TurnPlan, run: NewRun): void {
    plan.write(() => this.#deps.store.runs.append(run));
  }

  /** Its turn failed: it is tried again later, and five failures are the end of this planned time. */
  #failed(plan: TurnPlan, { schedule, plannedAt, failures: before }: Planned): void {
    const { schedules } = this.#deps.store;
    const { id } = schedule;
    const failures = before + 1;
    const retryAt = plan.now + waitAfter(failures);
    const isOver = failures % TRIES === 0;
    const next = isOver ? nextPlanned(schedule, plannedAt) : plannedAt;
    plan.write(() => schedules.plan(id, next, failures, retryAt));
    if (!isOver) return;
    this.#record(plan, {
      scheduleId: id,
      plannedAt,
      count: 1,
      ranAt: null,
      outcome: "failed",
      command: null,
    });
  }

  /** The planned times that are not run any more, which are one run; null where this one runs. */
  #passed({ schedule, plannedAt, failures }: Planned, now: number): Passed | null {
    const { grace, missed } = schedule;
    // nothing is switched in a suspended account, and nothing is made up for
    if (this.#deps.store.meta.get("suspended") === 1) {
      return { outcome: "missed", ...plannedTimes(schedule, plannedAt, now) };
    }
    const delay = failures % TRIES === 0 ? HARDLY_LATE : RETRIED_FOR;
    const until = now - Math.max(grace * 1000, delay) - 1;
    if (plannedAt > until) return null;
    if (missed === "skip") return { outcome: "missed", ...plannedTimes(schedule, plannedAt, until) };
    // the latest one runs, however late it is
    const { last } = plannedTimes(schedule, plannedAt, now);
    if (last === plannedAt) return null;
    return { outcome: "superseded", ...plannedTimes(schedule, plannedAt, Math.min(until, last - 1)) };
  }
}
