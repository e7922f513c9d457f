/**
 * The calls of the Worker to an account's object, declared once. The object's name is the account, so no call carries
 * the id.
 */

import { DurableObject } from "cloudflare:workers";
import type {
  BusiestDevices,
  DeviceSighting,
  EventFilters,
  ListedClient,
  PastConnection,
  Presence,
  RefusalNote,
  StoredEvent,
  StoredRefusal,
  SwitchRefused,
  SwitchResult,
  Usage,
} from "./contract/account.ts";
import type { Activity } from "./contract/activity.ts";
import { type Bearer, CALLER_CALLS, type CallerResult, type Needs, sessionIdOf } from "./contract/bearer.ts";
import type { SwitchState } from "./contract/control.ts";
import type { Actor } from "./contract/device-events.ts";
import type { DiscoveredListItem } from "./contract/discovered.ts";
import type {
  MessageAnswer,
  MessageFilters,
  MessagePage,
  Published,
  Publishing,
  RetainedRecord,
} from "./contract/messages.ts";
import { rowsIn } from "./contract/read-rate.ts";
import type { Run, ScheduleWithRun } from "./contract/schedule.ts";
import type {
  AccountMetrics,
  LatestValue,
  SeriesAnswer,
  SeriesQuery,
  SeriesSource,
} from "./contract/telemetry.ts";
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
import { activityOf } from "./hub/activity.ts";
import { connectionsOf, liveClients, presenceOf, sightings } from "./hub/devices/presence.ts";
import { allows, callerOf, overLimit, rowsRetryAfter } from "./hub/rights/bearer.ts";
import { lastValues, seriesOf } from "./hub/series/queries.ts";
import type { WatchCalls } from "./hub/watches/watch-calls.ts";
import type { Hub } from "./hub.ts";
import type { StoredTokenUse } from "./storage/uses.ts";

export abstract class AccountCalls<E extends Cloudflare.Env> extends DurableObject<E> {
  protected abstract get hub(): Hub;

  /** The account. */
  protected abstract get userId(): string;

  /** Whether the object has tables: that of a made-up account has none, and gets none. */
  protected abstract get isKept(): boolean;

  /**
   * Called before rights change in the database. Afterwards the object has stored that its rights may be old. Without
   * `applyRights` within 2 s it reads them again; after a restart it serves nothing until it has. So neither the
   * response of `applyRights` nor its loss leaves old rights in force.
   */
  async announceChange(): Promise<void> {
    this.hub.announceChange(this.userId);
  }

  /**
   * Called after the commit: reads the rights again; ends, narrows or widens every connection and stored session; then
   * returns.
   */
  async applyRights(): Promise<void> {
    await this.hub.applyRights(this.userId);
  }

  /**
   * Calls a method for a session or token, checked in the turn in which the call acts. When the copy of the rights does
   * not know the caller nothing is done: the worker asks the database, which knows the reason.
   */
  async callAs(bearer: Bearer, needs: Needs, name: string, ...args: unknown[]): Promise<CallerResult> {
    const method = CALLER_CALLS.find((each) => each === name);
    if (method === undefined) throw new Error(`${name} is no call that is checked here.`);
    const caller = this.isKept ? callerOf(bearer, this.hub.modules, Date.now()) : null;
    if (caller === null) return { isAllowed: false, isKnown: false };
    const { modules } = this.hub;
    if (!allows(caller, needs, modules)) return { isAllowed: false, isKnown: true };
    const over = overLimit(method, needs, modules, Date.now());
    if (over !== null) return { isAllowed: false, isKnown: true, over };
    const { rightsCopy } = modules.store;
    const details = needs.details ? rightsCopy.details(needs.row?.id ?? null) : [];
    const answer: unknown = await Reflect.apply(this[method], this, args);
    if (modules.store.unreadable.isMet) modules.changes.mend();
    const rows = () => Math.max(details.length, rowsIn(answer));
    if (needs.isRead) modules.reads.charge(modules.limits.READ_RATE, rows());
    return { isAllowed: true, answer, details, tokenId: caller.kind === "token" ? caller.id : null };
  }

  /** Publishes the control message of a device. Returns when the device has taken it or `wait` seconds are over. */
  switchDevice(
    deviceId: string,
    state: SwitchState,
    how: { actor: Actor; wait: number } = { actor: "api", wait: 0 },
  ): Promise<SwitchResult | SwitchRefused> {
    return this.hub.switchDevice(this.userId, deviceId, state, how);
  }

  /** Publishes a message. Returns when its readers have acknowledged it or `wait` seconds are over. */
  async publishMessage(bearer: Bearer, publishing: Publishing): Promise<MessageAnswer<Published>> {
    return (await this.hub.messages(this.userId)).publish(bearer, publishing);
  }

  async readMessage(bearer: Bearer, topic: string): Promise<MessageAnswer<RetainedRecord | null>> {
    return (await this.hub.messages(this.userId)).read(bearer, topic);
  }

  /** Lists retained messages by topic. */
  async listMessages(bearer: Bearer, filters: MessageFilters): Promise<MessageAnswer<MessagePage>> {
    return (await this.hub.messages(this.userId)).list(bearer, filters);
  }

  async deleteMessage(bearer: Bearer, topic: string, actor: Actor): Promise<MessageAnswer<null>> {
    return (await this.hub.messages(this.userId)).remove(bearer, topic, actor);
  }

  /** Seconds until a change may write rows again (MAX_ROWS_A_DAY); 0 when it may now. */
  async rowsRetryAfter(): Promise<number> {
    return this.isKept ? rowsRetryAfter(this.hub.modules, Date.now()) : 0;
  }

  async presence(deviceId: string): Promise<Presence> {
    return presenceOf(deviceId, this.hub.modules);
  }

  /** By device; without devices that were never switched or connected. */
  async sightings(): Promise<Record<string, DeviceSighting>> {
    return sightings(this.hub.modules);
  }

  async events(filters: EventFilters): Promise<StoredEvent[]> {
    return this.hub.events(this.userId, filters);
  }

  /** Counts the events of `hours` hours from `from`, of the `limit` busiest devices. */
  async eventCounts(from: number, hours: number, limit: number): Promise<BusiestDevices> {
    return this.hub.modules.store.events.countByHour(from, hours, limit);
  }

  async usage(): Promise<Usage> {
    const { events, history, retained } = this.hub.modules.store;
    return {
      events: events.count,
      retained: retained.count,
      series: history.count,
      storage: this.ctx.storage.sql.databaseSize,
    };
  }

  async activity(): Promise<Activity> {
    return activityOf(this.hub.modules, Date.now());
  }

  /** When each credential last logged in, by id. Milliseconds since 1970. */
  async lastUses(): Promise<Record<string, number>> {
    return this.hub.modules.store.uses.all();
  }

  /**
   * Stores a ticket, which opens one stream for its maker and resumes it. Returns until when it may be opened, in
   * milliseconds since 1970.
   */
  async putTicket(digest: string, bearer: Bearer): Promise<number> {
    const now = Date.now();
    this.hub.modules.streams.reconcile(now);
    return this.hub.modules.store.tickets.put(digest, bearer, now);
  }

  /** Returns the time of the event with this id; null when it is not stored. Milliseconds since 1970. */
  async eventTime(id: string): Promise<number | null> {
    return this.hub.modules.store.events.timeOf(id);
  }

  /** Events after this time, oldest first. */
  async eventsAfter(at: number, limit: number): Promise<StoredEvent[]> {
    return this.hub.modules.store.events.after(at, limit);
  }

  /** Returns the name and scopes of a token; null without a valid one. */
  async scopes(bearer: Bearer): Promise<{ name: string; scopes: readonly string[] } | null> {
    const caller = callerOf(bearer, this.hub.modules, Date.now());
    return caller?.kind === "token" ? { name: caller.label, scopes: caller.scopes } : null;
  }

  /** When and where each of these tokens or login sessions was last used; null for an unused one. */
  async tokenUses(tokenIds: readonly string[]): Promise<(StoredTokenUse | null)[]> {
    return tokenIds.map((id) => this.hub.modules.store.uses.tokenUse(id));
  }

  /** Notes a REST call with this token. The address is sealed by the worker. */
  async noteTokenUse(tokenId: string, address: string | null): Promise<void> {
    // the account may have been deleted meanwhile
    if (this.isKept) this.hub.modules.store.uses.putToken(tokenId, Date.now(), address);
  }

  /** The same for a login session; one that has ended, or is not known yet, is not noted. */
  async noteSessionUse(digest: string): Promise<void> {
    if (!this.isKept) return;
    const { rightsCopy, uses } = this.hub.modules.store;
    if (rightsCopy.sessionEnd(digest) !== null) uses.putToken(sessionIdOf(digest), Date.now(), null);
  }

  /** Connections of a device that ended after `from`, newest first. */
  async connections(deviceId: string, from: number): Promise<PastConnection[]> {
    return connectionsOf(deviceId, from, this.hub.modules);
  }

  /** The last value of each key, ordered by key. */
  async lastValues(source: SeriesSource): Promise<LatestValue[]> {
    return lastValues(source, this.hub.modules);
  }

  /** At most ten seconds old. Null while those that were read at `since` are. Milliseconds since 1970. */
  async metrics(since: number | null = null): Promise<AccountMetrics | null> {
    const metrics = this.hub.modules.metrics.read(Date.now());
    return metrics.at === since ? null : metrics;
  }

  /** Null where no key is named and the source is no channel that is a series. */
  async series(query: SeriesQuery): Promise<SeriesAnswer | null> {
    return seriesOf(query, Date.now(), this.hub.modules);
  }

  async clients(): Promise<ListedClient[]> {
    return liveClients(this.hub.modules);
  }

  /** Devices of other makers that announce themselves, and are not adopted. */
  async found(): Promise<DiscoveredListItem[]> {
    return this.hub.modules.discovered.read(Date.now());
  }

  /** The last 200, newest first. */
  async refusals(): Promise<StoredRefusal[]> {
    return this.hub.modules.refusals.all();
  }

  /** Records a refusal by the gateway, which answers before the object sees the client. */
  async noteRefusal(note: RefusalNote): Promise<void> {
    this.hub.noteRefusal(this.userId, note);
  }

  /** Returns false when there is no such connection. */
  async disconnectClient(connectionId: string): Promise<boolean> {
    return this.hub.disconnect(connectionId);
  }

  get #watches(): WatchCalls {
    const { store, watchCalls } = this.hub.modules;
    store.meta.set("userId", this.userId);
    return watchCalls;
  }

  /** Oldest first. */
  async listWatches(): Promise<ListedWatch[]> {
    return this.#watches.list();
  }

  /** Creates a watch, of which the account may have `max`; null replaces one. */
  async putWatch(watch: DeviceWatch, max: number | null): Promise<ListedWatch | NotStored> {
    return this.#watches.put(watch, max);
  }

  /** Returns whether it existed. */
  async deleteWatch(id: string): Promise<boolean> {
    return this.#watches.remove(id);
  }

  /** Until a moment in milliseconds since 1970; one that has passed ends the snooze. Null when there is no such watch. */
  async snoozeWatch(id: string, until: number): Promise<ListedWatch | null> {
    return this.#watches.snooze(id, until);
  }

  /** Newest first; null when there is no such watch. */
  async notices(watchId: string): Promise<StoredNotice[] | null> {
    return this.#watches.notices(watchId);
  }

  /** The last notices of all watches, newest first. */
  async recentNotices(): Promise<StoredNotice[]> {
    return this.hub.modules.watchCalls.recentNotices();
  }

  /** Delivers a notice again. Null when there is no such notice. */
  async sendNotice(id: string): Promise<SentAgain | HostBusy | null> {
    return this.#watches.sendAgain(id);
  }

  /** Oldest first. */
  async listTargets(): Promise<StoredTarget[]> {
    return this.hub.modules.store.targets.all();
  }

  async putTarget(target: StoredTarget, max: number): Promise<StoredTarget | NotStored> {
    return this.#watches.putTarget(target, max);
  }

  /** Returns whether it existed. */
  async deleteTarget(id: string): Promise<boolean> {
    return this.#watches.removeTarget(id);
  }

  /** Null when there is no such target. */
  async testTarget(id: string): Promise<TestedTarget | HostBusy | null> {
    return this.#watches.test(id);
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

  /** Opens its storage, brings it up to date and reads it; rejects where that fails. */
  async probe(): Promise<void> {
    this.hub.modules.store.refusals.all();
  }

  /** The account is gone: closes every socket and forgets everything. */
  abstract erase(): Promise<void>;
}
