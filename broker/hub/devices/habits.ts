/**
 * The usual interval of values, for `expire_after` in announcements: of a new series from its buffered samples, of
 * others after compaction.
 */

import { samplesOf } from "../../history/batch.ts";
import { MINUTE } from "../../history/levels.ts";
import { usualInterval } from "../../history/samples.ts";
import { type CommonDependencies, HubModule } from "../module.ts";
import type { Compaction } from "../series/compaction.ts";
import type { TurnPlan } from "../socket/connection.ts";
import type { Announcements } from "./announcements.ts";

export interface HabitDependencies extends Pick<CommonDependencies, "store" | "turns" | "due"> {
  announcements: Announcements;
  compaction: Compaction;
}

export class Habits extends HubModule<HabitDependencies> {
  #lookedAt = 0;
  #compactions = 0;

  /** After turns, when samples were written: at most once a minute. */
  learn(): void {
    const { turns, due, announcements, compaction } = this.deps;
    const { now } = turns;
    if (Math.abs(now - this.#lookedAt) < MINUTE) {
      due.require("learnHabits");
      return;
    }
    this.#lookedAt = now;
    if (!announcements.wanted) return;
    const isCompacted = compaction.count !== this.#compactions;
    this.#compactions = compaction.count;
    turns.turn((plan) => this.#learn(plan, isCompacted));
  }

  #learn(plan: TurnPlan, isCompacted: boolean): void {
    const { history } = this.deps.store;
    const fresh = new Map(
      [...history.all()].filter((row) => row.usualMs === null).map((row) => [row.id, row]),
    );
    const entries = fresh.size === 0 ? [] : history.entries((id) => fresh.has(id));
    for (const [id, own] of Map.groupBy(entries, ({ series }) => series)) {
      const usualMs = usualInterval(samplesOf(own));
      const row = fresh.get(id);
      if (row === undefined || usualMs === null) fresh.delete(id);
      else plan.write(() => history.setUsual(row, usualMs));
    }
    const known = new Set(entries.map(({ series }) => series));
    const sources = [...history.all()].filter(({ id }) => isCompacted || (fresh.has(id) && known.has(id)));
    for (const deviceId of new Set(sources.map(({ source }) => source.replace(/^device:/, "")))) {
      plan.follow((next) => this.deps.announcements.extended(next, deviceId));
    }
  }
}
