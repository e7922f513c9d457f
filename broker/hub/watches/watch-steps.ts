/**
 * Watches of the account. What they observe is a step in the transaction of its cause: the new state and its notices are
 * rows of that commit. A sample that changes no state writes nothing.
 */

import type { WatchedEvent } from "../../contract/condition.ts";
import type { Mistake } from "../../contract/mistake.ts";
import type { DeviceWatch } from "../../contract/watch.ts";
import { stableId } from "../../events/record.ts";
import type { TelemetryValue } from "../../history/readings.ts";
import type { TimedValue } from "../../history/sample-list.ts";
import { rounded } from "../../history/span.ts";
import { deadline, differsInRow, recalled, snooze, step } from "../../watches/step.ts";
import { newState, type Observation } from "../../watches/watch-state.ts";
import { type CommonDependencies, HubModule } from "../module.ts";
import { activityOf } from "../series/newest.ts";
import type { TurnPlan } from "../socket/connection.ts";
import type { WatchActions } from "./actions.ts";
import { type LiveWatch, type LiveWatches, liveWatches, observes, type WatchedKeys } from "./live-watches.ts";
import { appendNotice, publishId } from "./notice.ts";
import { comparedWith, countedOf, currentOf, sampleOf } from "./present.ts";

const NONE: readonly LiveWatch[] = [];
const DUE: Observation = { type: "due" };

export interface WatchDependencies
  extends Pick<CommonDependencies, "store" | "connections" | "clock" | "due"> {
  devicePresence: { isThere(deviceId: string): boolean };
  watchActions: WatchActions;
}

/** Something happened to a device. `id` is the event's. */
export interface WatchedOccurrence {
  id: string;
  deviceId: string;
  type: WatchedEvent;
  at: number;
  mistake?: Mistake | undefined;
}

export class Watches extends HubModule<WatchDependencies> {
  readonly #live = this.deps.store.hold(() => this.#load(null));

  /** `before`: the watches in memory; null when a restart or a failed transaction lost them. */
  #load(before: LiveWatches | null): LiveWatches {
    const now = this.deps.clock();
    const live = liveWatches(this.deps.store, now);
    const known = new Map(before?.all.map((each) => [each.watch.id, each]));
    for (const each of live.all) {
      const same = known.get(each.watch.id);
      if (same !== undefined && observes(same.watch) === observes(each.watch)) each.inherit(same);
      else this.#recall(each, before === null, now);
    }
    return live;
  }

  /** A watch that was created or changed is stepped with the present state by `put`. */
  #recall(live: LiveWatch, isLost: boolean, now: number): void {
    const { key } = live.watch;
    if (live.isTiming && live.source !== null && key !== null)
      live.restore(activityOf(live.source, key, this.deps));
    else if (isLost) live.state = recalled(live.watch, live.state, currentOf(live, this.deps, now));
  }

  /**
   * After a failed turn. Reads the watches at once if its transaction dropped them: inside the transaction of an event
   * the present state is already that after the event.
   */
  recover(): void {
    try {
      this.#live.get();
      this.deps.due.require("scheduleWatches");
    } catch {
      // storage still fails: the alarm after a failed turn reads them
    }
  }

  /** When the next state changes without an observation; null when none does. Milliseconds since 1970. */
  next(): number | null {
    const { store } = this.deps;
    const deadlines = this.#live.get().all.flatMap((live) => live.alarmAt(store) ?? []);
    return deadlines.length === 0 ? null : Math.min(...deadlines);
  }

  /** Steps the watches that are due. After a clock was set back others may change, too. */
  ring(plan: TurnPlan): void {
    for (const live of this.#live.get().all) this.#note(plan, live, DUE);
  }

  /** After a restart: the condition may have begun or ended to hold without an event. */
  recall(plan: TurnPlan): void {
    const clear = this.#live.get().all.filter(({ state }) => state.phase === "clear");
    for (const live of clear) {
      const current = currentOf(live, this.deps, plan.now);
      if (current !== null) this.#note(plan, live, current.observation);
    }
  }

  /** In the transaction of an event. */
  occurred(plan: TurnPlan, { id, deviceId, type, at, mistake }: WatchedOccurrence): void {
    const { byDevice } = this.#live.get();
    const event: Observation = { type: "event", id, event: type, mistake };
    for (const live of byDevice.get("") ?? NONE) this.#step(plan, live, event, deviceId);
    for (const live of byDevice.get(deviceId) ?? NONE) {
      this.#step(plan, live, event, deviceId);
      // one connection of several may have begun or ended
      if (type !== "connected" && type !== "disconnected") continue;
      const isThere = this.deps.devicePresence.isThere(deviceId);
      this.#step(plan, live, isThere ? { type: "connected" } : { type: "disconnected", since: at });
    }
  }

  commanded(plan: TurnPlan, deviceId: string, since: number): void {
    this.#observe(plan, deviceId, { type: "commanded", since });
  }

  /** Compares wanted values with the reported ones, when this turn has stored both. */
  compare(plan: TurnPlan, deviceId: string): void {
    if (this.#comparedOf(deviceId).length === 0) return;
    plan.follow((next) => {
      for (const live of this.#comparedOf(deviceId)) {
        const current = currentOf(live, this.deps, next.now);
        if (current !== null) this.#note(next, live, current.observation);
      }
    });
  }

  #comparedOf(deviceId: string): LiveWatch[] {
    const own = this.#live.get().byDevice.get(deviceId) ?? NONE;
    return own.filter(({ rules }) => rules.sees === "control");
  }

  /** The device acknowledged its last command, or needs no proof that it has it. */
  acknowledged(plan: TurnPlan, deviceId: string): void {
    this.#observe(plan, deviceId, { type: "acknowledged" });
  }

  missed(plan: TurnPlan, deviceId: string, scheduleId: string, at: number): void {
    const id = stableId(this.deps.store.meta.get("userId"), `${scheduleId}:${at}:missed`);
    plan.write(() => this.occurred(plan, { id, deviceId, type: "schedule_missed", at }));
  }

  #observe(plan: TurnPlan, deviceId: string, observation: Observation): void {
    for (const live of this.#live.get().byDevice.get(deviceId) ?? NONE) {
      plan.write(() => this.#step(plan, live, observation));
    }
  }

  /** The watched keys of a source of samples; null when none is watched. */
  keysOf(source: string): WatchedKeys | null {
    return this.#live.get().bySource.get(source) ?? null;
  }

  sampled(plan: TurnPlan, watched: readonly LiveWatch[], value: TelemetryValue): void {
    const { now } = plan;
    const heard: LiveWatch[] = [];
    for (const live of watched) {
      const isKept = live.isKeptBy(value, now, this.deps.store);
      if (isKept || !this.#note(plan, live, this.#sampleOf(plan, live, value))) {
        if (live.isTiming || !isKept) heard.push(live);
      }
    }
    if (heard.length > 0) plan.fact(() => this.#heard(plan, heard));
  }

  /**
   * Values of a list, or of the past, in the order of their times. Of the past only the end of a condition is observed:
   * a watch does not rise for a time that has passed, nor for a value older than another that is stored.
   */
  sampledBefore(plan: TurnPlan, watched: readonly LiveWatch[], values: readonly TimedValue[]): void {
    for (const live of watched) {
      const { source, watch, rules } = live;
      const last = values.at(-1);
      if (last === undefined || source === null || watch.key === null) continue;
      // the device is not silent, whatever times it sends
      if (rules.time === "silent") {
        this.sampled(plan, [live], last.value);
        continue;
      }
      const { lastAt } = activityOf(source, watch.key, this.deps);
      const news = lastAt === null ? values : values.filter(({ at }) => at >= lastAt);
      if (rules.sees === "counter") {
        for (const { value, at } of news) this.#count(live, value, at, plan.now);
        const newest = news.at(-1);
        if (newest !== undefined) this.sampled(plan, [live], newest.value);
        continue;
      }
      const ending = news.find((each) => each.isPast && live.isEndedBy(each.value, plan.now));
      const present = news.findLast(({ isPast }) => !isPast);
      if (ending !== undefined && rules.sees === "series")
        this.#noteEnding(plan, live, ending.value, present?.value);
      else if (present !== undefined) this.sampled(plan, [live], present.value);
    }
  }

  /** `present`: undefined without a younger value of the present. */
  #noteEnding(
    plan: TurnPlan,
    live: LiveWatch,
    ending: TelemetryValue,
    present: TelemetryValue | undefined,
  ): void {
    plan.write(() => {
      this.#step(plan, live, sampleOf(ending));
      if (present !== undefined) this.#step(plan, live, sampleOf(present));
    });
  }

  /** Memory that was lost is read from the history. A text is no value of a counter. */
  #count(live: LiveWatch, value: TelemetryValue, at: number, now: number): Observation {
    const { source, watch } = live;
    const { when, key } = watch;
    if (!("increaseAbove" in when) || source === null || key === null) return sampleOf(value);
    live.counted ??= countedOf({ source, key, inMs: when.inMs }, this.deps, now);
    if (typeof value === "number") live.counted.count(value, at);
    return { type: "increased", amount: live.counted.sum(now) };
  }

  /** A report of a control is compared with its wanted value. */
  #sampleOf(plan: TurnPlan, live: LiveWatch, value: TelemetryValue): Observation {
    const { deviceId, key } = live.watch;
    const { rules } = live;
    if (rules.sees === "counter") return this.#count(live, value, plan.now, plan.now);
    if (rules.sees !== "control" || deviceId === null || key === null) return sampleOf(value);
    const record = this.deps.store.switches.get(deviceId);
    const current = record && { ...record, ...plan.devices.get(deviceId) };
    return comparedWith(current, key, { value, at: plan.now });
  }

  #heard(plan: TurnPlan, heard: readonly LiveWatch[]): void {
    for (const live of heard) {
      const { watch, rules, state } = live;
      const deadlineOf = () => deadline(watch, state, live.series(this.deps.store));
      const before = state.phase === "pending" ? deadlineOf() : null;
      live.sampled(plan.now);
      // a value that is measured again has a deadline
      if (state.phase === "pending" && deadlineOf() !== before) plan.require("scheduleWatches");
      // a shorter interval brings the deadline nearer
      if (rules.time !== "silent") continue;
      const requiredMs = rules.requiredMs(watch.when, live.series(this.deps.store));
      if (requiredMs !== live.requiredMs) plan.require("scheduleWatches");
    }
  }

  /** Plans a step that changes something. Returns whether it writes a row. */
  #note(plan: TurnPlan, live: LiveWatch, observation: Observation): boolean {
    const { now } = plan;
    const { state, notices } = step(live.watch, live.state, observation, this.#momentOf(live, now));
    if (notices.length > 0 || differsInRow(live.state, state)) {
      plan.write(() => this.#step(plan, live, observation));
      return true;
    }
    if (state !== live.state) {
      plan.fact(() => {
        live.state = state;
      });
      // a deadline may have come nearer
      plan.require("scheduleWatches");
    }
    return false;
  }

  #momentOf(live: LiveWatch, now: number) {
    return { now, series: live.series(this.deps.store) };
  }

  /** In a transaction. */
  #step(plan: TurnPlan, live: LiveWatch, observation: Observation, deviceId = live.watch.deviceId): void {
    const { now } = plan;
    const { watch, state: before } = live;
    const { state, notices } = step(watch, before, observation, this.#momentOf(live, now));
    const { event = null, mistake } = observation.type === "event" ? observation : {};
    const value = notices.length > 0 ? this.#valueOf(live, observation, now) : null;
    const subject = { watch, deviceId, event, mistake, value };
    const written = notices.flatMap((notice) => appendNotice(this.deps.store, plan, subject, notice) ?? []);
    const dropped = notices.length - written.length;
    // a raise without a notice is not followed by one that it cleared
    live.state =
      state.phase === "raised" ? { ...state, notices: Math.max(0, state.notices - dropped) } : state;
    if (observation.type === "sample") live.sampled(now);
    if (differsInRow(before, state)) this.deps.store.watches.setState(watch.id, live.state);
    if (state !== before || written.length > 0) plan.require("scheduleWatches");
    for (const notice of written) {
      // a notice that is held back may say the same as before
      if (notice.at === now) publishId(this.deps.store, plan, notice);
      this.deps.watchActions.begin(plan, notice, live.state.snoozedUntil);
    }
  }

  /** Of a threshold: the value that a notice is about, which may have been measured before its time was up. */
  #valueOf(live: LiveWatch, observation: Observation, now: number): number | null {
    const isValue = observation.type === "sample" || observation.type === "increased";
    const seen = isValue ? observation : currentOf(live, this.deps, now)?.observation;
    if (seen?.type === "increased") return rounded(seen.amount);
    return seen?.type === "sample" ? seen.value : null;
  }

  /** In a transaction: creates a watch or replaces it. A condition that changed begins again. */
  put(plan: TurnPlan, watch: DeviceWatch): void {
    const { now } = plan;
    const { store } = this.deps;
    store.meta.set("watched", 1);
    const before = store.watches.get(watch.id);
    const isSame = before !== null && observes(before.watch) === observes(watch);
    const state = before?.state ?? newState(now);
    store.watches.put(watch, isSame ? state : newState(now, state.raises), now);
    this.#changed();
    const live = this.#live.get().all.find((each) => each.watch.id === watch.id);
    const current = live === undefined || isSame ? null : currentOf(live, this.deps, now);
    if (live !== undefined && current !== null) this.#step(plan, live, current.observation);
  }

  /** In a transaction. Returns whether it existed. */
  remove(id: string): boolean {
    const { watches, notices } = this.deps.store;
    notices.removeOf(id);
    const isRemoved = watches.remove(id);
    this.#changed();
    return isRemoved;
  }

  /** In a transaction. */
  snooze(id: string, until: number, now: number): void {
    const { store } = this.deps;
    const stored = store.watches.get(id);
    if (stored === null) return;
    store.watches.setState(id, snooze(stored.watch, stored.state ?? newState(now), until, now));
    this.#changed();
  }

  /** In a transaction: watches of devices that are gone go with them. */
  keepOnly(deviceIds: ReadonlySet<string>): void {
    for (const { watch } of this.deps.store.watches.all()) {
      if (watch.deviceId !== null && !deviceIds.has(watch.deviceId)) this.remove(watch.id);
    }
  }

  #changed(): void {
    this.#live.set(this.#load(this.#live.peek()));
    this.deps.due.require("scheduleWatches");
  }

  /** When the watch is stepped next; null when it is not. Milliseconds since 1970. */
  nextOf(id: string): number | null {
    const live = this.#live.get().all.find(({ watch }) => watch.id === id);
    return live === undefined ? null : deadline(live.watch, live.state, live.series(this.deps.store));
  }
}
