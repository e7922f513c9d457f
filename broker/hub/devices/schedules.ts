/**
 * Runs planned times that are due. Each is one turn: the row with its outcome, the command, and the next planned time
 * are committed together, so none runs twice and none is lost silently.
 */

import { fittingSet } from "../../contract/controls.ts";
import type { DeviceSchedule } from "../../contract/schedule.ts";
import { controlTopic } from "../../contract/topics.ts";
import { waitAfter } from "../../retries.ts";
import type { PlannedTimes } from "../../schedules/calendar.ts";
import { type NextRun, nextRunAfter, plannedTimes } from "../../schedules/planned.ts";
import { waitsUntil } from "../../schedules/used-up-rows.ts";
import type { NewRun, PlannedSchedule } from "../../storage/schedules.ts";
import { type CommonDependencies, HubModule } from "../module.ts";
import type { TurnPlan } from "../socket/connection.ts";
import type { Watches } from "../watches/watch-steps.ts";
import type { Commands } from "./broker-messages.ts";
import type { DevicePresence } from "./device-presence.ts";
import type { SwitchOffs } from "./switching.ts";

/** Planned times per alarm; the alarm fires at once for the rest. */
const MOST_AT_ONCE = 100;
/** A planned time whose turn failed this often has failed. */
const TRIES = 5;
/** The first five tries take 75 s: a short grace period does not end them. Milliseconds. */
const RETRIED_FOR = 90_000;
/** A shorter delay is a busy machine, not an absence. Milliseconds. */
const HARDLY_LATE = 2000;

export interface ScheduleDependencies extends Pick<CommonDependencies, "store" | "turns" | "log"> {
  refusals: { noteOver(topic: string, now: number): void };
  commands: Commands;
  switchOffs: SwitchOffs;
  devicePresence: DevicePresence;
  watches: Watches;
}

interface Passed extends PlannedTimes {
  outcome: "missed" | "superseded";
}

export class Schedules extends HubModule<ScheduleDependencies> {
  /** Runs a slice of the due schedules, ordered by time. Returns false when a failure could not be recorded. */
  ring(): boolean {
    const { store, turns } = this.deps;
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

  /** In a transaction: replaces the account's schedules. */
  replace(schedules: readonly DeviceSchedule[]): void {
    const { store } = this.deps;
    store.schedules.replace(schedules, (schedule) => this.#firstOf(schedule));
  }

  #firstOf(schedule: DeviceSchedule): NextRun | null {
    if (!schedule.enabled) return null;
    const { store, log } = this.deps;
    try {
      // none runs twice, even if an edit planned it again
      const [last] = store.runs.of(schedule.id, 1);
      return nextRunAfter(schedule, Math.max(schedule.since, last?.plannedAt ?? 0));
    } catch (error) {
      log.error("a schedule cannot be planned", error);
      return null;
    }
  }

  #catchUp(due: PlannedSchedule): boolean {
    const { turns, switchOffs } = this.deps;
    // of two ways to switch off the earlier one counts
    switchOffs.ring(due.plannedAt);
    return turns.turn((plan) => this.#run(plan, due));
  }

  #run(plan: TurnPlan, due: PlannedSchedule): void {
    const { store, commands, devicePresence } = this.deps;
    const { now } = plan;
    const { id, deviceId, state, set = null } = due.schedule;
    const passed = this.#passed(due, now);
    plan.write(() => store.runs.prune(now));
    if (passed !== null) {
      const { outcome, count, last: plannedAt } = passed;
      const next = nextRunAfter(due.schedule, plannedAt);
      // failures are counted in total; each planned time has five tries
      const failures = due.failures - (due.failures % TRIES);
      this.#record(plan, { scheduleId: id, plannedAt, count, ranAt: null, outcome, command: null });
      if (outcome === "missed") this.deps.watches.missed(plan, deviceId, id, plannedAt);
      plan.write(() => store.schedules.plan(id, next, failures));
      return;
    }
    const until = store.rows.isOver(now) ? this.#waitsUntil(plan, due) : null;
    if (until !== null) {
      plan.write(() => store.schedules.retry(id, due.failures, until));
      return;
    }
    const { plannedAt } = due;
    const next = nextRunAfter(due.schedule, plannedAt);
    plan.write(() => store.schedules.plan(id, next));
    // its controls may have changed since
    const controls = set && store.rightsCopy.controlsOf(deviceId);
    const order = { state, set: set && fittingSet(controls ?? [], set) };
    const outcome = devicePresence.isThere(deviceId) ? "accepted" : "not_connected";
    const command = commands.order(plan, deviceId, order, { actor: "schedule", schedule: id });
    this.#record(plan, { scheduleId: id, plannedAt, count: 1, ranAt: now, outcome, command });
  }

  /** On a day whose rows are used up. The first one that waits is in the refusal log, as the first call is. */
  #waitsUntil(plan: TurnPlan, { schedule: { id, deviceId, state } }: PlannedSchedule): number | null {
    const { store, refusals } = this.deps;
    const [run] = store.runs.of(id, 1);
    const last = store.switches.get(deviceId)?.command?.state ?? null;
    const until = waitsUntil({ state, ranAt: run?.ranAt ?? null, last }, plan.now);
    const topic = controlTopic(store.meta.get("userId"), deviceId);
    if (until !== null) plan.fact(() => refusals.noteOver(topic, plan.now));
    return until;
  }

  #record(plan: TurnPlan, run: NewRun): void {
    plan.write(() => this.deps.store.runs.append(run));
  }

  /** Its turn failed: retries later. Five failures end this planned time. */
  #failed(plan: TurnPlan, { schedule, plannedAt, failures: before }: PlannedSchedule): void {
    const { schedules } = this.deps.store;
    const { id } = schedule;
    const failures = before + 1;
    const retryAt = plan.now + waitAfter(failures);
    const isOver = failures % TRIES === 0;
    const write = () =>
      isOver
        ? schedules.plan(id, nextRunAfter(schedule, plannedAt), failures, retryAt)
        : schedules.retry(id, failures, retryAt);
    plan.write(write);
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

  /** The planned times that are skipped, as one run; null when this one runs. */
  #passed({ schedule, plannedAt, failures }: PlannedSchedule, now: number): Passed | null {
    const { grace, missed } = schedule;
    // a suspended account switches nothing and catches up on nothing
    if (this.deps.store.meta.get("suspended") === 1) {
      return { outcome: "missed", ...plannedTimes(schedule, plannedAt, now) };
    }
    const delay = failures % TRIES === 0 ? HARDLY_LATE : RETRIED_FOR;
    const until = now - Math.max(grace * 1000, delay) - 1;
    if (plannedAt > until) return null;
    if (missed === "skip") return { outcome: "missed", ...plannedTimes(schedule, plannedAt, until) };
    // the latest one runs, however late
    const { last } = plannedTimes(schedule, plannedAt, now);
    if (last === plannedAt) return null;
    return { outcome: "superseded", ...plannedTimes(schedule, plannedAt, Math.min(until, last - 1)) };
  }
}
