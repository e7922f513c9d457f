/** The position of each retained replay; the remaining messages are read when the client can receive them. */

import { Table } from "./sql.ts";

export interface ReplayRow {
  session: number;
  filter: string;
  /** Messages with a write number up to and including this one are done; 0 at the start. */
  seq: number;
  until: number;
  /** Topics after `seq` that are already done, because a newer message overtook the replay. */
  passed: Set<string>;
  /** Topics written since the replay began whose message was not delivered to this client. */
  missed: Set<string>;
}

export class ReplayRows extends Table {
  all(): ReplayRow[] {
    return [...this.sql.exec("SELECT session, filter, seq, until FROM retained_replays")].map((row) => {
      const [session, filter] = [Number(row.session), String(row.filter)];
      const topics = this.#topics(session, filter);
      return { session, filter, seq: Number(row.seq), until: Number(row.until), ...topics };
    });
  }

  #topics(session: number, filter: string): Pick<ReplayRow, "passed" | "missed"> {
    const topics = { passed: new Set<string>(), missed: new Set<string>() };
    const query = "SELECT topic, missed FROM replayed_topics WHERE session = ? AND filter = ?";
    for (const { topic, missed } of this.sql.exec(query, session, filter)) {
      topics[missed === 1 ? "missed" : "passed"].add(String(topic));
    }
    return topics;
  }

  put({ session, filter, seq, until }: ReplayRow): void {
    const insert =
      "INSERT OR REPLACE INTO retained_replays (session, filter, seq, until) VALUES (?, ?, ?, ?)";
    this.sql.exec(insert, session, filter, seq, until);
  }

  pass(replay: ReplayRow, topic: string): void {
    this.#mark(replay, topic, 0);
  }

  miss(replay: ReplayRow, topic: string): void {
    this.#mark(replay, topic, 1);
  }

  #mark({ session, filter }: ReplayRow, topic: string, missed: 0 | 1): void {
    const insert =
      "INSERT OR REPLACE INTO replayed_topics (session, filter, topic, missed) VALUES (?, ?, ?, ?)";
    this.sql.exec(insert, session, filter, topic, missed);
  }

  unmark({ session, filter }: ReplayRow, topic: string): void {
    const remove = "DELETE FROM replayed_topics WHERE session = ? AND filter = ? AND topic = ?";
    this.sql.exec(remove, session, filter, topic);
  }

  remove({ session, filter }: ReplayRow): void {
    this.sql.exec("DELETE FROM retained_replays WHERE session = ? AND filter = ?", session, filter);
    this.sql.exec("DELETE FROM replayed_topics WHERE session = ? AND filter = ?", session, filter);
  }
}
