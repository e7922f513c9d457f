/** The last run of the cron's jobs, and the jobs that failed. */

import { failedJobsColumn } from "./json-columns.ts";
import { type Read, read } from "./statement.ts";
import { columns, type RowOf } from "./tables.ts";

const RUN = columns("job_runs", ["at", "failed"]);
export type JobRun = RowOf<typeof RUN>;

const NAME = "cron";

export const noteRun = (db: D1Database, at: number, failed: string[]): D1PreparedStatement =>
  db
    .prepare(
      `INSERT INTO job_runs (name, at, failed) VALUES ('${NAME}', ?1, ?2)
       ON CONFLICT (name) DO UPDATE SET at = excluded.at, failed = excluded.failed`,
    )
    .bind(at, failedJobsColumn.write(failed));

export const lastRun = (db: D1Database): Read<JobRun> =>
  read(db, `SELECT ${RUN} FROM job_runs WHERE name = '${NAME}'`);
