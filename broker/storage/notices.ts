/** Notices of watches and their deliveries. One row a notice, written in the transaction of its cause. */

import { readable } from "../contract/json.ts";
import { MAX_NOTICES, MAX_RECENT_NOTICES, NOTICE_RETENTION_MS } from "../contract/limits.ts";
import type { NoticeAnswer, NoticeDelivery, StoredNotice } from "../contract/watch.ts";
import { Table } from "./sql.ts";
import { answerColumn, deliveriesColumn, noticeFactsColumn } from "./watch-rows.ts";

const DAY = 86_400_000;
type Row = Record<string, SqlStorageValue>;

const noticeOf = ({ id, state, at, facts, deliveries, answer }: Row): StoredNotice[] => {
  const about = readable(noticeFactsColumn, facts);
  const made = readable(deliveriesColumn, deliveries);
  const given = answer == null ? null : readable(answerColumn, answer);
  return about === null || made === null
    ? []
    : [
        {
          id: String(id),
          state: state as StoredNotice["state"],
          at: Number(at),
          facts: about,
          deliveries: made,
          ...(given !== null && { answer: given }),
        },
      ];
};

const nextOf = (deliveries: readonly NoticeDelivery[]): number | null => {
  const due = deliveries.flatMap(({ nextAt }) => nextAt ?? []);
  return due.length === 0 ? null : Math.min(...due);
};

const deliveriesIn = (notice: StoredNotice | null, is: (each: NoticeDelivery) => boolean) =>
  notice?.deliveries.filter(is).map((delivery) => ({ notice, delivery })) ?? [];

export interface WaitingTarget {
  target: string;
  /** Milliseconds since 1970. */
  dueAt: number;
}

/** `notice` is null when the row cannot be read. */
export interface DueNotice {
  id: string;
  notice: StoredNotice | null;
}

interface Act {
  /** The ids of its watch and notice. */
  watch: string;
  notice: string;
  /** The command's id: when it was accepted. Milliseconds since 1970. */
  command: number;
}

/** Each delivery. The check keeps text that is no JSON from failing the query. */
const EACH = "json_each(iif(json_valid(deliveries), deliveries, '{}'), '$.value')";
/** Each delivery that waits. */
const WAITING = `FROM notices, ${EACH}
  WHERE next_at IS NOT NULL AND value ->> 'nextAt' IS NOT NULL`;

export class Notices extends Table {
  readonly #waiting = this.sql.hold(() =>
    [
      ...this.sql.exec(
        `SELECT value ->> 'target' AS target, min(value ->> 'nextAt') AS at ${WAITING} GROUP BY 1 ORDER BY 1`,
      ),
    ].map((row): WaitingTarget => ({ target: String(row.target), dueAt: Number(row.at) })),
  );
  /** The notices of a day (UTC); their count decides about the next one. */
  readonly #today = this.sql.hold(() => ({ day: -1, count: 0 }));

  /** The oldest row; null without any. */
  readonly #first = this.sql.hold(() => {
    const [row] = this.sql.exec("SELECT seq, at FROM notices ORDER BY seq LIMIT 1");
    return row === undefined ? null : { seq: Number(row.seq), at: Number(row.at) };
  });

  /** The last notice of each watch: a watch that flaps while it is held back reads no row. */
  readonly #last = this.sql.hold(() => {
    // the other columns are those of the row with the maximum (sqlite.org, "Bare columns in an aggregate query")
    const rows = [...this.sql.exec("SELECT *, max(seq) FROM notices WHERE watch_id <> '' GROUP BY watch_id")];
    return new Map(rows.flatMap(noticeOf).map((notice) => [notice.facts.watch.id, notice]));
  });
  /** The commands that watches made, oldest first. */
  readonly #acts = this.sql.hold(() => {
    const query = `SELECT watch_id AS watch, notices.id AS notice, value ->> 'command' AS command FROM notices, ${EACH}
      WHERE value ->> 'command' IS NOT NULL ORDER BY seq`;
    return [...this.sql.exec(query)].map(
      ({ watch, notice, command }): Act => ({
        watch: String(watch),
        notice: String(notice),
        command: Number(command),
      }),
    );
  });

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

  /** Returns false for a stored notice: the same one twice is one row. The oldest go: those over 30 days, and those beyond 1,000. */
  append({ id, state, at, facts, deliveries }: StoredNotice): boolean {
    const count = this.countOn(at);
    const insert = `INSERT INTO notices (id, watch_id, state, at, facts, deliveries, next_at)
      VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING RETURNING seq`;
    const columns = [noticeFactsColumn.write(facts), deliveriesColumn.write(deliveries), nextOf(deliveries)];
    const [row] = this.sql.exec(insert, id, facts.watch.id, state, at, ...columns);
    if (row === undefined) return false;
    this.#waiting.drop();
    this.#today.set({ ...this.#today.get(), count: count + 1 });
    const last = this.#last.get();
    last.set(facts.watch.id, { id, state, at, facts, deliveries });
    this.#removeOld(Number(row.seq) - MAX_NOTICES, at - NOTICE_RETENTION_MS);
    return true;
  }

  /** Rows up to `seq`, and those before `since`. */
  #removeOld(seq: number, since: number): void {
    const first = this.#first.get();
    if (first === null || (first.seq > seq && first.at >= since)) return;
    this.#first.drop();
    const last = this.#last.get();
    const oldest = "DELETE FROM notices WHERE seq <= ? RETURNING id, watch_id";
    for (const gone of this.sql.exec(oldest, seq)) {
      if (last.get(String(gone.watch_id))?.id === gone.id) last.delete(String(gone.watch_id));
    }
    if (first.at >= since) return;
    this.sql.exec("DELETE FROM notices WHERE at < ?", since);
    this.#last.drop();
  }

  /** The watch's last notice, if it has these targets and waits for all of them beyond `now`. */
  held(watchId: string, targets: readonly string[], now: number): StoredNotice | null {
    const last = this.#last.get().get(watchId);
    if (last === undefined || last.deliveries.length !== targets.length) return null;
    const waits = ({ target, nextAt }: NoticeDelivery) => (nextAt ?? 0) > now && targets.includes(target);
    return last.deliveries.every(waits) ? last : null;
  }

  /** Says what happened now in a notice that is held back: a watch that flaps fills no table. */
  renew(
    held: StoredNotice,
    { state, at, facts }: Pick<StoredNotice, "state" | "at" | "facts">,
  ): StoredNotice {
    const update = "UPDATE notices SET state = ?, at = ?, facts = ? WHERE id = ?";
    this.sql.exec(update, state, at, noticeFactsColumn.write(facts), held.id);
    const renewed = { ...held, state, at, facts };
    this.#last.get().set(facts.watch.id, renewed);
    return renewed;
  }

  /** Newest first. */
  of(watchId: string, now: number): StoredNotice[] {
    const query = "SELECT * FROM notices WHERE watch_id = ? AND at >= ? ORDER BY seq DESC";
    return [...this.sql.exec(query, watchId, now - NOTICE_RETENTION_MS)].flatMap(noticeOf);
  }

  /** Of all watches, newest first, at most 50. */
  recent(now: number): StoredNotice[] {
    const query = "SELECT * FROM notices WHERE at >= ? AND watch_id <> '' ORDER BY seq DESC LIMIT ?";
    return [...this.sql.exec(query, now - NOTICE_RETENTION_MS, MAX_RECENT_NOTICES)].flatMap(noticeOf);
  }

  get(id: string): StoredNotice | null {
    return [...this.sql.exec("SELECT * FROM notices WHERE id = ?", id)].flatMap(noticeOf)[0] ?? null;
  }

  /** When the first delivery of each target is due, for targets with one that waits. */
  waiting(): readonly WaitingTarget[] {
    return this.#waiting.get();
  }

  /** The notices of which a delivery to one of the targets is due, the longest due first. */
  dueFor(targets: readonly string[], now: number, limit: number): DueNotice[] {
    const query = `SELECT notices.* ${WAITING} AND next_at <= ?1 AND value ->> 'nextAt' <= ?1
      AND value ->> 'target' IN (SELECT value FROM json_each(?2))
      GROUP BY notices.id ORDER BY min(value ->> 'nextAt'), seq LIMIT ?3`;
    return [...this.sql.exec(query, now, JSON.stringify(targets), limit)].map((row) => ({
      id: String(row.id),
      notice: noticeOf(row)[0] ?? null,
    }));
  }

  /** When the watch acted for its other notices, newest first. Milliseconds since 1970. */
  actedAt({ id, facts }: StoredNotice): number[] {
    const acts = this.#acts.get().filter(({ watch, notice }) => watch === facts.watch.id && notice !== id);
    // the commands of one notice are one action
    const byNotice = new Map(acts.map(({ notice, command }) => [notice, command]));
    return [...byNotice.values()].sort((a, b) => b - a);
  }

  #addAct(act: Act): void {
    const others = this.#acts.get().filter(({ command }) => command !== act.command);
    this.#acts.set([...others, act].slice(-MAX_NOTICES));
  }

  /** Whether a later notice of the same watch has a delivery to the target. */
  hasLater({ id, facts }: StoredNotice, target: string): boolean {
    const query = `SELECT 1 FROM notices, ${EACH} WHERE watch_id = ?1 AND value ->> 'target' = ?3
      AND seq > (SELECT seq FROM notices WHERE id = ?2) LIMIT 1`;
    return [...this.sql.exec(query, facts.watch.id, id, target)].length > 0;
  }

  /** The deliveries that made this command, and wait for its proof. */
  ofCommand(command: number): { notice: StoredNotice; delivery: NoticeDelivery }[] {
    const isIts = (each: NoticeDelivery) => each.command === command && each.outcome === "waiting";
    const acts = this.#acts.get().filter((act) => act.command === command);
    return acts.flatMap(({ notice }) => deliveriesIn(this.get(notice), isIts));
  }

  /** The deliveries to the target that wait. */
  waitingFor(target: string): { notice: StoredNotice; delivery: NoticeDelivery }[] {
    const rows = this.sql.exec("SELECT * FROM notices WHERE instr(deliveries, ?) > 0", target);
    const isIts = (each: NoticeDelivery) => each.target === target && each.outcome === "waiting";
    return [...rows].flatMap(noticeOf).flatMap((notice) => deliveriesIn(notice, isIts));
  }

  /** Its row cannot be read: nothing of it is due any more. */
  giveUp(id: string): void {
    this.#waiting.drop();
    this.#last.drop();
    this.sql.exec("UPDATE notices SET next_at = NULL WHERE id = ?", id);
  }

  setDelivery(id: string, delivery: NoticeDelivery): void {
    const notice = this.get(id);
    if (notice !== null) this.setDeliveries(notice, [delivery]);
  }

  /** `notice` as it is stored; its other deliveries stay. */
  setDeliveries(notice: StoredNotice, changed: readonly NoticeDelivery[]): void {
    const { id, facts } = notice;
    const others = notice.deliveries.filter(({ target }) => changed.every((each) => each.target !== target));
    const deliveries = [...others, ...changed];
    const last = this.#last.get();
    if (last.get(facts.watch.id)?.id === id) last.set(facts.watch.id, { ...notice, deliveries });
    for (const { command } of changed) {
      if (command !== undefined) this.#addAct({ watch: facts.watch.id, notice: id, command });
    }
    this.#waiting.drop();
    this.sql.exec(
      "UPDATE notices SET deliveries = ?, next_at = ? WHERE id = ?",
      deliveriesColumn.write(deliveries),
      nextOf(deliveries),
      id,
    );
  }

  /** `notice` as it is stored. Returns it with the answer. */
  setAnswer(notice: StoredNotice, answer: NoticeAnswer): StoredNotice {
    const answered = { ...notice, answer };
    const last = this.#last.get();
    if (last.get(notice.facts.watch.id)?.id === notice.id) last.set(notice.facts.watch.id, answered);
    this.sql.exec("UPDATE notices SET answer = ? WHERE id = ?", answerColumn.write(answer), notice.id);
    return answered;
  }

  /** An empty row of each stays, so that a new watch does not get another day's worth of notices. */
  removeOf(watchId: string): void {
    this.#waiting.drop();
    this.#acts.drop();
    this.#last.drop();
    const empty = "watch_id = '', facts = '', deliveries = '', next_at = NULL, answer = NULL";
    this.sql.exec(`UPDATE notices SET ${empty} WHERE watch_id = ?`, watchId);
  }
}
