/** How far each new subscription has come with what is retained: the rest is read again when there is room for it. */

import type { Sql } from "./sql.ts";

export interface TourRow {
  session: number;
  filter: string;
  /** The topic up to and with which all is done; empty at the beginning. */
  position: string;
  /** Topics behind it that are done: a message overtook the tour there. */
  passed: Set<string>;
}

export class TourRows {
  #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** In the order of their sessions. */
  all(): TourRow[] {
    const tours = [...this.#sql.exec("SELECT session, filter, position FROM tours")].map((row) => ({
      session: Number(row.session),
      filter: String(row.filter),
      position: String(row.position),
      passed: new Set<string>(),
    }));
    for (const tour of tours) {
      const passed = "SELECT topic FROM toured WHERE session = ? AND filter = ?";
      for (const row of this.#sql.exec(passed, tour.session, tour.filter)) tour.passed.add(String(row.topic));
    }
    return tours;
  }

  put({ session, filter, position }: TourRow): void {
    this.#sql.exec(
      "INSERT OR REPLACE INTO tours (session, filter, position) VALUES (?, ?, ?)",
      session,
      filter,
      position,
    );
  }

  /** A message overtook it there. */
  pass({ session, filter }: TourRow, topic: string): void {
    this.#sql.exec(
      "INSERT OR IGNORE INTO toured (session, filter, topic) VALUES (?, ?, ?)",
      session,
      filter,
      topic,
    );
  }

  remove({ session, filter }: TourRow): void {
    this.#sql.exec("DELETE FROM tours WHERE session = ? AND filter = ?", session, filter);
    this.#sql.exec("DELETE FROM toured WHERE session = ? AND filter = ?", session, filter);
  }
}
