/** Tables for operators: the audit log, and the runs of the cron. */

import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id } from "./schema.ts";

/** One row a call. It outlives its account: no foreign key. */
export const operatorActions = sqliteTable(
  "operator_actions",
  {
    id: id(),
    at: integer("at").notNull(),
    /** The name of the key, or the beginning of its digest. */
    key_name: text("key_name").notNull(),
    call: text("call").notNull(),
    account_id: text("account_id"),
    /** JSON: the body. */
    said: text("said"),
    /** The response's status; null when the outcome is unknown. */
    status: integer("status"),
  },
  (t) => [
    index("operator_actions_at").on(t.at, t.id),
    index("operator_actions_account").on(t.account_id, t.at),
  ],
);

/** One row: the last run of the jobs. */
export const jobRuns = sqliteTable("job_runs", {
  name: text("name").primaryKey(),
  at: integer("at").notNull(),
  /** JSON: the names of the jobs that failed. */
  failed: text("failed").notNull().default('{"version":1,"value":[]}'),
});
