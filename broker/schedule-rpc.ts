/** The calls that the Worker makes to an account's object about schedules and their runs. */

import type { Run, ScheduleWithRun } from "./contract/schedule.ts";
import { WatchRpc } from "./watch-rpc.ts";

export abstract class ScheduleRpc<E extends Cloudflare.Env> extends WatchRpc<E> {
  /** The schedules of all devices. */
  async schedules(): Promise<ScheduleWithRun[]> {
    const { schedules, runs } = this.hub.modules.store;
    return schedules.all().map((schedule) => ({ schedule, lastRun: runs.of(schedule.id, 1)[0] ?? null }));
  }

  /** What became of planned times: the last 500 of a schedule, newest first. */
  async runs(scheduleId: string): Promise<Run[]> {
    return this.hub.modules.store.runs.of(scheduleId);
  }

  /** The last run of each schedule. */
  async lastRuns(scheduleIds: readonly string[]): Promise<Record<string, Run>> {
    return this.hub.modules.store.runs.last(scheduleIds);
  }
}
