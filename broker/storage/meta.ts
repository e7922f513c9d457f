/** Values of the account as a whole: one row, held in memory while the object is awake. */

import type { ProfileName } from "../contract/grants.ts";
import { type Sql, Table } from "./sql.ts";

export interface MetaValues {
  /** The account's id; empty until the first request. */
  userId: string;
  /** Number of sessions with a connection. It differs from the number of sockets only after a crash. */
  live: number;
  /** Time of the last event: event times strictly increase. Milliseconds since 1970. */
  lastEventAt: number;
  rightsVersion: number;
  profile: ProfileName;
  homeAssistant: 0 | 1;
  suspended: 0 | 1;
  /** JSON: limits of this account that differ from the service's. */
  ownLimits: string;
  events: number;
  /** Since when the copy of the rights may be out of date; 0 when it is current. Milliseconds since 1970. */
  rightsStaleAt: number;
  /** Queued messages dropped because a queue was full. */
  dropped: number;
  /** Rows written on `rowsDay`, and the day on which the limit was reported. Days since 1970. */
  rowsDay: number;
  rowsWritten: number;
  /** The part of them that guests caused. */
  guestRows: number;
  /** The part of them that the history of messages wrote. */
  historyRows: number;
  /** Messages of `missedDay` that a limit kept out of the history. Days since 1970. */
  missed: number;
  missedDay: number;
  rowsReported: number;
  /** 1 while buffer rows may exist whose samples are already in blocks: no block may be deleted meanwhile. */
  compacting: 0 | 1;
  /** 1 once the account had a watch: until then nothing asks for watches and notices. */
  watched: 0 | 1;
  /** Switches that watches made in `switchedHour`. Hours since 1970. */
  switchedHour: number;
  switchedByWatches: number;
  /** The last clearing of the account that was followed; 0 for none. Milliseconds since 1970. */
  clearedAt: number;
}

const COLUMNS: Record<keyof MetaValues, string> = {
  userId: "user_id",
  live: "live",
  lastEventAt: "last_event_at",
  rightsVersion: "rights_version",
  profile: "profile",
  homeAssistant: "home_assistant",
  suspended: "suspended",
  ownLimits: "own_limits",
  events: "events",
  rightsStaleAt: "rights_stale_at",
  dropped: "dropped",
  rowsDay: "rows_day",
  rowsWritten: "rows_written",
  guestRows: "guest_rows",
  historyRows: "history_rows",
  missed: "missed",
  missedDay: "missed_day",
  rowsReported: "rows_reported",
  compacting: "compacting",
  watched: "watched",
  switchedHour: "switched_hour",
  switchedByWatches: "switched_by_watches",
  clearedAt: "cleared_at",
};

export class Meta extends Table {
  readonly #values = this.sql.hold(() => this.#read());
  /** Values changed in this transaction; the row is written once at its end. */
  #changed = new Set<keyof MetaValues>();

  constructor(sql: Sql) {
    super(sql);
    sql.atEnd(() => this.#write());
  }

  get changed(): boolean {
    return this.#changed.size > 0;
  }

  get<K extends keyof MetaValues>(name: K): MetaValues[K] {
    return this.#values.get()[name];
  }

  set<K extends keyof MetaValues>(name: K, value: MetaValues[K]): void {
    const values = this.#values.get();
    if (values[name] === value) return;
    values[name] = value;
    this.#changed.add(name);
    if (!this.sql.inTransaction) this.#write();
  }

  #write(): void {
    if (this.#changed.size === 0) return;
    const names = [...this.#changed];
    this.#changed.clear();
    const values = this.#values.get();
    const columns = names.map((name) => `${COLUMNS[name]} = ?`).join(", ");
    try {
      this.sql.exec(`UPDATE meta SET ${columns}`, ...names.map((name) => values[name]));
    } catch (error) {
      this.#values.drop();
      throw error;
    }
  }

  #read(): MetaValues {
    const row = this.sql.exec("SELECT * FROM meta").one();
    return {
      userId: String(row.user_id),
      live: Number(row.live),
      lastEventAt: Number(row.last_event_at),
      rightsVersion: Number(row.rights_version),
      profile: row.profile === "classic" ? "classic" : "full",
      homeAssistant: row.home_assistant === 1 ? 1 : 0,
      suspended: row.suspended === 1 ? 1 : 0,
      ownLimits: String(row.own_limits),
      events: Number(row.events),
      rightsStaleAt: Number(row.rights_stale_at),
      dropped: Number(row.dropped),
      rowsDay: Number(row.rows_day),
      rowsWritten: Number(row.rows_written),
      guestRows: Number(row.guest_rows),
      historyRows: Number(row.history_rows),
      missed: Number(row.missed),
      missedDay: Number(row.missed_day),
      rowsReported: Number(row.rows_reported),
      compacting: row.compacting === 1 ? 1 : 0,
      watched: row.watched === 1 ? 1 : 0,
      switchedHour: Number(row.switched_hour),
      switchedByWatches: Number(row.switched_by_watches),
      clearedAt: Number(row.cleared_at),
    };
  }
}
