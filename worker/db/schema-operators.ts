/** The tables of the database for those who run the service: what they did, and what the cron did. */

import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id } from "./schema.ts";

/** One row a call. It outlives the account that it was about: no foreign key. */
export const operatorActions = sqliteTable(
  "operator_actions",
  {
    id: id(),
    at: integer("at").notNull(),
    /** Whose key it was: the name beside it, or the beginning of its digest. */
    key_name: text("key_name").notNull(),
    call: text("call").notNull(),
    account_id: text("account_id"),
    /** JSON: the body. */
    said: text("said"),
    /** What it was answered; null where nobody wrote down what came of it. */
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
  /** JSON: the names of jobs that failed. */
  failed: text("failed").notNull().default('{"version":1,"value":[]}'),
});
