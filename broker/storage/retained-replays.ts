/** How far each new subscription has come with what is retained: the rest is read again when there is room for it. */

import type { Sql } from "./sql.ts";

export interface ReplayRow {
  session: number;
  filter: string;
  /** In the order of last writes, up to and with this one all is done; 0 at the beginning. */
  seq: number;
  until: number;
  /** Topics before it that are done: a message overtook the tour there. */
  passed: Set<string>;
  /** Topics that were written since it began, and whose message was not given to its reader. */
  missed: Set<string>;
}

export class ReplayRows {
  #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  all(): ReplayRow[] {
    return [...this.#sql.exec("SELECT session, filter, seq, until FROM tours")].map((row) => {
      const [session, filter] = [Number(row.session), String(row.filter)];
      const topics = this.#topics(session, filter);
      return { session, filter, seq: Number(row.seq), until: Number(row.until), ...topics };
    });
  }

  #topics(session: number, filter: string): Pick<ReplayRow, "passed" | "missed"> {
    const topics = { passed: new Set<string>(), missed: new Set<string>() };
    const query = "SELECT topic, missed FROM toured WHERE session = ? AND filter = ?";
    for (const { topic, missed } of this.#sql.exec(query, session, filter)) {
      topics[missed === 1 ? "missed" : "passed"].add(String(topic));
    }
    return topics;
  }

  put({ session, filter, seq, until }: ReplayRow): void {
    const insert = "INSERT OR REPLACE INTO tours (session, filter, seq, until) VALUES (?, ?, ?, ?)";
    this.#sql.exec(insert, session, filter, seq, until);
  }

  pass(tour: ReplayRow, topic: string): void {
    this.#mark(tour, topic, 0);
  }

  miss(tour: ReplayRow, topic: string): void {
    this.#mark(tour, topic, 1);
  }

  #mark({ session, filter }: ReplayRow, topic: string, missed: 0 | 1): void {
    const insert = "INSERT OR REPLACE INTO toured (session, filter, topic, missed) VALUES (?, ?, ?, ?)";
    this.#sql.exec(insert, session, filter, topic, missed);
  }

  unmark({ session, filter }: ReplayRow, topic: string): void {
    const remove = "DELETE FROM toured WHERE session = ? AND filter = ? AND topic = ?";
    this.#sql.exec(remove, session, filter, topic);
  }

  remove({ session, filter }: ReplayRow): void {
    this.#sql.exec("DELETE FROM tours WHERE session = ? AND filter = ?", session, filter);
    this.#sql.exec("DELETE FROM toured WHERE session = ? AND filter = ?", session, filter);
  }
}
