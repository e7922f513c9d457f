/** Watches with their states, and the targets of their notices. One row each. */

import * as z from "zod";
import { type JsonColumn, jsonColumn, readable } from "../contract/json.ts";
import { DeviceWatch, NoticeAnswer, NoticeDelivery, NoticeFacts, StoredTarget } from "../contract/watch.ts";
import type { WatchState } from "../watches/watch-state.ts";
import { Table } from "./sql.ts";

const count = z.number();
const zero = count.default(0);
const maybe = count.nullable().default(null);
const common = { since: zero, raises: zero, snoozedUntil: maybe };
const State: z.ZodType<WatchState> = z.discriminatedUnion("phase", [
  z.object({ ...common, phase: z.literal("clear"), settlesAt: zero, heldSince: maybe }),
  z.object({ ...common, phase: z.literal("pending") }),
  z.object({ ...common, phase: z.literal("raised"), notices: zero, nextNoticeAt: maybe }),
]);

const watchColumn = jsonColumn(DeviceWatch.omit({ id: true }));
const watchStateColumn = jsonColumn(State);
const targetColumn = jsonColumn(StoredTarget.omit({ id: true }));
export const noticeFactsColumn = jsonColumn(NoticeFacts);
export const answerColumn = jsonColumn(NoticeAnswer);
export const deliveriesColumn = jsonColumn(z.array(NoticeDelivery).readonly());

type Row = Record<string, SqlStorageValue>;

const withId = <T>(column: JsonColumn<T>, { id, facts }: Row): (T & { id: string })[] => {
  const value = readable(column, facts);
  return value === null ? [] : [{ ...value, id: String(id) }];
};

export interface StoredWatch {
  watch: DeviceWatch;
  /** Null when it cannot be read: the watch begins again. */
  state: WatchState | null;
}

const storedWatch = (row: Row): StoredWatch[] =>
  withId(watchColumn, row).map((watch) => ({ watch, state: readable(watchStateColumn, row.state) }));

export class WatchRows extends Table {
  /** Oldest first. A row that cannot be read is left out. */
  all(): StoredWatch[] {
    return [...this.sql.exec("SELECT id, facts, state FROM watches ORDER BY created_at, id")].flatMap(
      storedWatch,
    );
  }

  get(id: string): StoredWatch | null {
    const [row] = this.sql.exec("SELECT id, facts, state FROM watches WHERE id = ?", id);
    return (row && storedWatch(row)[0]) ?? null;
  }

  put({ id, ...facts }: DeviceWatch, state: WatchState, now: number): void {
    this.sql.exec(
      `INSERT INTO watches (id, facts, state, created_at) VALUES (?1, ?2, ?3, ?4)
       ON CONFLICT (id) DO UPDATE SET facts = ?2, state = ?3`,
      id,
      watchColumn.write(facts),
      watchStateColumn.write(state),
      now,
    );
  }

  setState(id: string, state: WatchState): void {
    this.sql.exec("UPDATE watches SET state = ? WHERE id = ?", watchStateColumn.write(state), id);
  }

  /** Its name is kept for the events of its commands. Returns whether it existed. */
  remove(id: string): boolean {
    this.sql.exec(
      `INSERT INTO past_schedules (id, name, last)
       SELECT w.id, coalesce(w.facts ->> '$.value.name', ''), e.at FROM watches w, (SELECT max(at) AS at FROM events) e
       WHERE w.id = ? AND e.at IS NOT NULL ON CONFLICT (id) DO NOTHING`,
      id,
    );
    return [...this.sql.exec("DELETE FROM watches WHERE id = ? RETURNING 1", id)].length > 0;
  }
}

export class TargetRows extends Table {
  /** In memory: each notice needs them. */
  readonly #byId = this.sql.hold(() => {
    const targets = [...this.sql.exec("SELECT id, facts FROM targets")]
      .flatMap((row) => withId(targetColumn, row))
      .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
    return new Map(targets.map((target): [string, StoredTarget] => [target.id, target]));
  });

  /** Oldest first. A row that cannot be read is left out. */
  all(): StoredTarget[] {
    return [...this.#byId.get().values()];
  }

  get(id: string): StoredTarget | null {
    return this.#byId.get().get(id) ?? null;
  }

  put({ id, ...facts }: StoredTarget): void {
    this.#byId.drop();
    const put = "INSERT INTO targets (id, facts) VALUES (?1, ?2) ON CONFLICT (id) DO UPDATE SET facts = ?2";
    this.sql.exec(put, id, targetColumn.write(facts));
  }

  /** Returns whether it existed. */
  remove(id: string): boolean {
    this.#byId.drop();
    return [...this.sql.exec("DELETE FROM targets WHERE id = ? RETURNING 1", id)].length > 0;
  }
}
