/**
 * Planned times that have come. Each is one turn: the row that says what became of it, the command, and for when the
 * schedule is planned next stand together, so none is done twice and none is lost without a word.
 */

import type { Schedule } from "../../contract/schedule.ts";
import type { Log } from "../../log.ts";
import { nextPlanned } from "../../schedules/planned.ts";
import type { Planned } from "../../storage/schedules.ts";
import type { Store } from "../../storage/store.ts";
import type { Connection, TurnPlan } from "../sockets/connection.ts";
import type { Turns } from "../turn/turns.ts";
import type { Commands } from "./commands.ts";
import type { Reach } from "./reach.ts";

/** So many at one time; the alarm rings at once for those that are left. */
const MOST_AT_ONCE = 100;
/** Nobody was away for so long: a machine that had much to do. Milliseconds. */
const HARDLY_LATE = 2000;

export interface ScheduleDependencies {
  store: Store;
  turns: Turns<Connection>;
  commands: Commands;
  reach: Reach;
  log: Log;
}

export class Schedules {
  readonly #deps: ScheduleDependencies;

  constructor(deps: ScheduleDependencies) {
    this.#deps = deps;
  }

  /** Those that are due, in the order in which they were planned: some of them. Answers how many. */
  ring(): number {
    const { store, turns } = this.#deps;
    return turns.together(() => {
      const failed = new Set<string>();
      let done = 0;
      while (done < MOST_AT_ONCE) {
        const due = store.schedules.due(turns.now, failed);
        if (due === null) break;
        // one that fails is looked at again soon, and keeps no other from running
        if (this.#catchUp(due)) done++;
        else failed.add(due.schedule.id);
      }
      return done;
    });
  }

  /** Schedules are about to change: what was due before is done by their old words. */
  settle(): void {
    while (this.ring() === MOST_AT_ONCE);
  }

  /** Within a transaction: these are the account's schedules from now on. */
  replace(schedules: readonly Schedule[]): void {
    const { store } = this.#deps;
    store.schedules.replace(schedules, (schedule) => this.#firstOf(schedule));
  }

  /** It is one of many, all of which would fail with it. */
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
    const { store, turns, commands } = this.#deps;
    // of two ends the earlier one counts
    if ((store.switches.nextOff() ?? Infinity) < due.plannedAt) {
      turns.turn((plan) => commands.expire(plan, due.plannedAt));
    }
    return turns.turn((plan) => this.#run(plan, due));
  }

  #run(plan: TurnPlan, { schedule, plannedAt }: Planned): void {
    const { store, commands, reach } = this.#deps;
    const { now } = plan;
    const { id, deviceId, state } = schedule;
    const next = nextPlanned(schedule, plannedAt);
    plan.write(() => store.schedules.plan(id, next));
    plan.write(() => store.runs.prune(now));
    // of an account that is suspended nothing is switched, and nothing is made up for
    const suspended = store.meta.get("suspended") === 1;
    const passed = suspended ? "missed" : passedBy(schedule, plannedAt, next, now);
    if (passed !== null) {
      const run = { scheduleId: id, plannedAt, ranAt: null, outcome: passed, command: null };
      plan.write(() => store.runs.append(run));
      return;
    }
    const outcome = reach.isThere(deviceId) ? "accepted" : "not_connected";
    const command = commands.order(plan, deviceId, state, { actor: "schedule", schedule: id });
    plan.write(() => store.runs.append({ scheduleId: id, plannedAt, ranAt: now, outcome, command }));
  }
}

/** Why a planned time is not run any more; null where it is. */
function passedBy(
  { grace, missed }: Schedule,
  plannedAt: number,
  next: number | null,
  now: number,
): "missed" | "superseded" | null {
  if (now - plannedAt <= Math.max(grace * 1000, HARDLY_LATE)) return null;
  if (missed === "skip") return "missed";
  return next !== null && next <= now ? "superseded" : null;
}
