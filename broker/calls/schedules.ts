/** Calls about schedules and their runs. */

import type { CallerResult } from "../contract/bearer.ts";
import type { Run, ScheduleWithRun } from "../contract/schedule.ts";
import { Calls } from "./caller.ts";

export class ScheduleCalls extends Calls {
  /** The schedules of all devices. */
  schedules(): Promise<CallerResult<ScheduleWithRun[]>> {
    return this.act(({ modules: { store } }) =>
      store.schedules
        .all()
        .map((schedule) => ({ schedule, lastRun: store.runs.of(schedule.id, 1)[0] ?? null })),
    );
  }

  /** What became of planned times: the last 500 of a schedule, newest first. */
  runs(scheduleId: string): Promise<CallerResult<Run[]>> {
    return this.act(({ modules }) => modules.store.runs.of(scheduleId));
  }
}
