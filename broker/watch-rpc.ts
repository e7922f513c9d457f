/** The calls that the Worker makes to an account's object about watches, notices, targets and schedules. */

import { DurableObject } from "cloudflare:workers";
import type { Run, ScheduleWithRun } from "./contract/schedule.ts";
import type {
  DeviceWatch,
  HostBusy,
  ListedWatch,
  NotStored,
  SentAgain,
  StoredNotice,
  StoredTarget,
  TestedTarget,
} from "./contract/watch.ts";
import type { WatchCalls } from "./hub/watches/watch-calls.ts";
import type { Hub } from "./hub.ts";

export abstract class WatchRpc<E extends Cloudflare.Env> extends DurableObject<E> {
  protected abstract get hub(): Hub;

  /** The account. */
  protected abstract get userId(): string;

  get #calls(): WatchCalls {
    const { store, watchCalls } = this.hub.modules;
    store.meta.set("userId", this.userId);
    return watchCalls;
  }

  /** Oldest first. */
  async listWatches(): Promise<ListedWatch[]> {
    return this.#calls.list();
  }

  /** Creates a watch, of which the account may have `max`; null replaces one. */
  async putWatch(watch: DeviceWatch, max: number | null): Promise<ListedWatch | NotStored> {
    return this.#calls.put(watch, max);
  }

  /** Returns whether it existed. */
  async deleteWatch(id: string): Promise<boolean> {
    return this.#calls.remove(id);
  }

  /** Until a moment in milliseconds since 1970; one that has passed ends the snooze. Null when there is no such watch. */
  async snoozeWatch(id: string, until: number): Promise<ListedWatch | null> {
    return this.#calls.snooze(id, until);
  }

  /** Newest first; null when there is no such watch. */
  async notices(watchId: string): Promise<StoredNotice[] | null> {
    return this.#calls.notices(watchId);
  }

  /** The last notices of all watches, newest first. */
  async recentNotices(): Promise<StoredNotice[]> {
    return this.hub.modules.watchCalls.recentNotices();
  }

  /** Delivers a notice again. Null when there is no such notice. */
  async sendNotice(id: string): Promise<SentAgain | HostBusy | null> {
    return this.#calls.sendAgain(id);
  }

  /** Oldest first. */
  async listTargets(): Promise<StoredTarget[]> {
    return this.hub.modules.store.targets.all();
  }

  async putTarget(target: StoredTarget, max: number): Promise<StoredTarget | NotStored> {
    return this.#calls.putTarget(target, max);
  }

  /** Returns whether it existed. */
  async deleteTarget(id: string): Promise<boolean> {
    return this.#calls.removeTarget(id);
  }

  /** Null when there is no such target. */
  async testTarget(id: string): Promise<TestedTarget | HostBusy | null> {
    return this.#calls.test(id);
  }

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
