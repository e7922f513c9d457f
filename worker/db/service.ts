/** The service as a whole: its migrations, the last run of its jobs, how full it is, and accounts still to be erased. */

import { asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { failedJobsColumn } from "./json-columns.ts";
import { erasures, jobRuns, MIGRATIONS, mailOutbox, users, waitlist } from "./schema.ts";
import { all, build, type Read, read, write } from "./statement.ts";

/** The migrations of this release that the database lacks, in their order. wrangler keeps the table. */
export async function missingMigrations(db: D1Database): Promise<string[]> {
  const rows = await all(read(db, sql<{ name: string }>`select name from d1_migrations`));
  const applied = new Set(rows.map(({ name }) => name));
  return MIGRATIONS.filter((name) => !applied.has(name));
}

/** The database's clock. */
export const databaseTime = (db: D1Database) =>
  read(db, sql<{ now: number }>`select cast(unixepoch('subsec') * 1000 as integer) as now`);

/** Fails when the database cannot be read. */
export const ping = (db: D1Database): D1PreparedStatement => read(db, sql`select 1`);

const CRON = "cron";

/** Notes the run of the cron's jobs, and those that failed. */
export function noteRun(db: D1Database, at: number, failedJobs: string[]): D1PreparedStatement {
  const run = { at, failed: failedJobsColumn.write(failedJobs) };
  return write(
    db,
    build
      .insert(jobRuns)
      .values({ name: CRON, ...run })
      .onConflictDoUpdate({ target: jobRuns.name, set: run }),
  );
}

export type JobRun = Pick<typeof jobRuns.$inferSelect, "at" | "failed">;

export const lastRun = (db: D1Database): Read<JobRun> =>
  read(
    db,
    build.select({ at: jobRuns.at, failed: jobRuns.failed }).from(jobRuns).where(eq(jobRuns.name, CRON)),
  );

export interface ServiceFacts {
  accounts: number;
  /** On the waitlist and not invited. */
  waiting: number;
  letters_waiting: number;
}

export const serviceFacts = (db: D1Database): Read<ServiceFacts> =>
  read(
    db,
    sql<ServiceFacts>`select ${build.$count(users)} as accounts,
      ${build.$count(waitlist, isNull(waitlist.invited_at))} as waiting,
      ${build.$count(mailOutbox, isNotNull(mailOutbox.next_attempt_at))} as letters_waiting`,
  );

/** Inserted with the deletion of the account's row, or not at all. */
export const insertErasure = (db: D1Database, userId: string, now: number): D1PreparedStatement =>
  write(
    db,
    build
      .insert(erasures)
      .values({ user_id: userId, created_at: now })
      .onConflictDoNothing({ target: erasures.user_id }),
  );

export const deleteErasure = (db: D1Database, userId: string): D1PreparedStatement =>
  write(db, build.delete(erasures).where(eq(erasures.user_id, userId)));

/** The oldest first. A failed one is moved behind the others. */
export const listErasures = (db: D1Database, limit: number) =>
  read(
    db,
    build.select({ user_id: erasures.user_id }).from(erasures).orderBy(asc(erasures.created_at)).limit(limit),
  );

export const postponeErasure = (db: D1Database, userId: string, now: number): D1PreparedStatement =>
  write(db, build.update(erasures).set({ created_at: now }).where(eq(erasures.user_id, userId)));
