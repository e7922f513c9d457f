/** Applies the migrations that an object does not have yet. */

import { MIGRATIONS, type Migration } from "./migrations.ts";

/** Returns the version of the tables; 0 for an object without storage. Writes nothing. */
export function versionOf({ sql }: DurableObjectStorage): number {
  try {
    return Number(sql.exec("SELECT schema FROM meta").one().schema);
  } catch (error) {
    if (String(error).includes("no such table")) return 0; // a new object has none yet
    throw error;
  }
}

const COLUMNS = "SELECT name FROM pragma_table_info(?)";

function run(sql: SqlStorage, migration: Migration): void {
  for (const step of migration) {
    if (typeof step === "string") {
      sql.exec(step);
      continue;
    }
    const { table, column, type } = step;
    const has = sql
      .exec(COLUMNS, table)
      .toArray()
      .some(({ name }) => name === column);
    if (!has) sql.exec(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`);
  }
}

/** Brings the tables up to date; reads one row when they are current. Tables of newer code stay. */
export function migrate(
  storage: DurableObjectStorage,
  from = versionOf(storage),
  migrations = MIGRATIONS,
): void {
  if (from >= migrations.length) return;
  storage.transactionSync(() => {
    for (const migration of migrations.slice(from)) run(storage.sql, migration);
    storage.sql.exec("UPDATE meta SET schema = ?", migrations.length);
  });
}

// What becomes of each table when the account is cleared: at a reset of an address that was never verified, because a
// stranger may have registered it. `worker/db/account-tables.ts` is the list of the tables in the database.

type AtClearing =
  /** An SQL condition of the rows that are deleted; `kept`: why the other rows stay. */
  | { cleared: string; kept?: string }
  /** Its rows end with the logins, sessions, schedules, devices or settings that the database has no longer. */
  | { follows: "logins" | "sessions" | "schedules" | "devices" | "settings" }
  /** Stays, because; `reset`: assignments that end what waits in it. */
  | { kept: string; reset?: string };

const ALL = "1";
const HISTORY = "what happened, and what devices measured: it grants nothing and sends nothing";

export const ACCOUNT_TABLES: Record<string, AtClearing> = {
  approvals: { cleared: ALL },
  availability: { follows: "devices" },
  block_list: { kept: "it protects the account from guesses, and ends by itself" },
  deliveries: { follows: "sessions" },
  event_sums: { kept: HISTORY },
  events: { kept: HISTORY },
  fragments: { follows: "sessions" },
  history_filters: { follows: "settings" },
  host_requests: { kept: "it bounds the requests to a host, and ends after an hour" },
  message_blocks: { follows: "settings" },
  message_tail: { follows: "settings" },
  meta: { kept: "counts of the account; its settings are a copy of the database's" },
  notices: { cleared: ALL },
  past_devices: { kept: HISTORY },
  past_schedules: { kept: HISTORY },
  principals: { follows: "logins" },
  received: { follows: "sessions" },
  // clients in it are not blocked at their address for an hour
  recent_logins: { cleared: ALL },
  // a refusal may offer to admit the client
  refusals: { cleared: ALL },
  replayed_topics: { follows: "sessions" },
  // a retained message may be a command, or announce a device
  retained: { cleared: "owner <> ''", kept: "written by the broker, which updates or removes them" },
  retained_replays: { follows: "sessions" },
  rights: { follows: "logins" },
  runs: { follows: "schedules" },
  sample_buffer: { kept: HISTORY },
  schedules: { follows: "schedules" },
  series: { kept: HISTORY },
  series_blocks: { kept: HISTORY },
  sessions: { follows: "logins" },
  subscriptions: { follows: "sessions" },
  switches: { kept: "the last state of each device", reset: "pending = 0" },
  targets: { cleared: ALL },
  tickets: { cleared: ALL },
  uses: { follows: "logins" },
  watches: { cleared: ALL },
};

/** The statements that clear the account, for one transaction. */
export const CLEARING: readonly string[] = Object.entries(ACCOUNT_TABLES).flatMap(([table, at]) => {
  if ("cleared" in at) return `DELETE FROM ${table} WHERE ${at.cleared}`;
  return "reset" in at ? `UPDATE ${table} SET ${at.reset}` : [];
});
