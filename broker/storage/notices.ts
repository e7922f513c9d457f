/** Notices of watches and their deliveries. One row a notice, written in the transaction of its cause. */

import { readable } from "../contract/json.ts";
import { MAX_NOTICES, NOTICE_RETENTION_MS } from "../contract/retention.ts";
import type { NoticeDelivery, StoredNotice } from "../contract/watch.ts";
import { Table } from "./sql.ts";
import { deliveriesColumn, noticeFactsColumn } from "./watch-shapes.ts";

const DAY = 86_400_000;
const RECENT = 50;

type Row = Record<string, SqlStorageValue>;

const noticeOf = ({ id, state, at, facts, deliveries }: Row): StoredNotice[] => {
  const about = readable(noticeFactsColumn, facts);
  const made = readable(deliveriesColumn, deliveries);
  return about === null || made === null
    ? []
    : [
        {
          id: String(id),
          state: state as StoredNotice["state"],
          at: Number(at),
          facts: about,
          deliveries: made,
        },
      ];
};

const nextOf = (deliveries: readonly NoticeDelivery[]): number | null => {
  const due = deliveries.flatMap(({ nextAt }) => nextAt ?? []);
  return due.length === 0 ? null : Math.min(...due);
};

export class Notices extends Table {
  /** The notices of a day (UTC); their count decides about the next one. */
  readonly #today = this.sql.hold(() => ({ day: -1, count: 0 }));

  /** How many notices this day (UTC) has. */
  countOn(now: number): number {
    const day = Math.floor(now / DAY);
    if (this.#today.get().day !== day) {
      const query = "SELECT count(*) AS n FROM notices WHERE at >= ? AND at < ?";
      const { n } = this.sql.exec(query, day * DAY, (day + 1) * DAY).one();
      this.#today.set({ day, count: Number(n) });
    }
    return this.#today.get().count;
  }

  /** The same notice twice is one row. The oldest go: those over 30 days, and those beyond 1,000. */
  append({ id, state, at, facts, deliveries }: StoredNotice): void {
    const count = this.countOn(at);
    const insert = `INSERT INTO notices (id, watch_id, state, at, facts, deliveries, next_at)
      VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING RETURNING seq`;
    const columns = [noticeFactsColumn.write(facts), deliveriesColumn.write(deliveries), nextOf(deliveries)];
    const [row] = this.sql.exec(insert, id, facts.watch.id, state, at, ...columns);
    if (row === undefined) return;
    this.#today.set({ ...this.#today.get(), count: count + 1 });
    this.sql.exec(
      "DELETE FROM notices WHERE seq <= ? OR at < ?",
      Number(row.seq) - MAX_NOTICES,
      at - NOTICE_RETENTION_MS,
    );
  }

  /** Newest first. */
  of(watchId: string, now: number): StoredNotice[] {
    const query = "SELECT * FROM notices WHERE watch_id = ? AND at >= ? ORDER BY seq DESC";
    return [...this.sql.exec(query, watchId, now - NOTICE_RETENTION_MS)].flatMap(noticeOf);
  }

  /** Of all watches, newest first, at most 50. */
  recent(now: number): StoredNotice[] {
    const query = "SELECT * FROM notices WHERE at >= ? AND watch_id <> '' ORDER BY seq DESC LIMIT ?";
    return [...this.sql.exec(query, now - NOTICE_RETENTION_MS, RECENT)].flatMap(noticeOf);
  }

  get(id: string): StoredNotice | null {
    return [...this.sql.exec("SELECT * FROM notices WHERE id = ?", id)].flatMap(noticeOf)[0] ?? null;
  }

  /** Notices with a delivery that is due, the longest due first. */
  due(now: number, limit: number): StoredNotice[] {
    const query = "SELECT * FROM notices WHERE next_at <= ? ORDER BY next_at LIMIT ?";
    return [...this.sql.exec(query, now, limit)].flatMap(noticeOf);
  }

  /** When the next delivery is due, without some notices; null when none is. Milliseconds since 1970. */
  nextAt(without: readonly string[] = []): number | null {
    const query = `SELECT min(next_at) AS at FROM notices
      WHERE next_at IS NOT NULL AND id NOT IN (${without.map(() => "?").join(", ")})`;
    return this.sql.exec(query, ...without).one().at as number | null;
  }

  setDelivery(id: string, delivery: NoticeDelivery): void {
    const notice = this.get(id);
    if (notice === null) return;
    const others = notice.deliveries.filter(({ target }) => target !== delivery.target);
    const deliveries = [...others, delivery];
    this.sql.exec(
      "UPDATE notices SET deliveries = ?, next_at = ? WHERE id = ?",
      ...[deliveriesColumn.write(deliveries), nextOf(deliveries), id],
    );
  }

  /** An empty row of each stays, so that a new watch does not get another day's worth of notices. */
  removeOf(watchId: string): void {
    const empty = "watch_id = '', facts = '', deliveries = '', next_at = NULL";
    this.sql.exec(`UPDATE notices SET ${empty} WHERE watch_id = ?`, watchId);
  }
}
