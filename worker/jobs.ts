/** What the cron does. Every job is bounded a run and may run twice: what is left over, the next run takes. */

import { logLine } from "../broker/contract/hidden.ts";
import { apiLimits } from "./contract/limits.ts";
import { deliverDue, type OutboxEnv } from "./mail/outbox.ts";
import { reseal } from "./secrets/reseal.ts";

export interface JobsEnv extends OutboxEnv {
  EVENT_RETENTION_DAYS?: unknown;
}

/** The counts of each job that ran; `failed` names those that did not. */
export interface JobReport {
  counts: Record<string, number>;
  failed: string[];
}

const DAY = 86_400_000;
const MAX_LETTERS = 50;
const MAX_RESEALED = 100;
/** Rows of one statement, and statements of one run: D1 ends a statement that takes too long. */
const PRUNE = { rows: 1000, rounds: 5 };

/** Throttle logs are not among them: each shard sweeps its own by alarm. */
export async function runJobs(env: JobsEnv, now: number): Promise<JobReport> {
  const report: JobReport = { counts: {}, failed: [] };
  for (const [name, job] of Object.entries(JOBS)) {
    try {
      Object.assign(report.counts, await job(env, now));
    } catch (error) {
      // One job's trouble is not the others': they run all the same.
      report.failed.push(name);
      console.error(logLine({ level: "error", event: "job_failed", job: name, reason: reasonOf(error) }));
    }
  }
  console.log(logLine({ level: "info", event: "jobs", ...report }));
  return report;
}

type Job = (env: JobsEnv, now: number) => Promise<Record<string, number>>;

const JOBS: Record<string, Job> = {
  sessions: async (env, now) => ({
    sessions: await prune(env.DB, "sessions", "expires_at <= ?", now),
  }),
  passwordResets: async (env, now) => ({
    password_resets: await prune(env.DB, "password_resets", "expires_at <= ?", now),
  }),
  deviceLinks: async (env, now) => ({
    device_links: await prune(env.DB, "device_links", "expires_at <= ?", now),
  }),
  events: async (env, now) => {
    // 0 keeps them for ever.
    const days = apiLimits({ EVENT_RETENTION_DAYS: env.EVENT_RETENTION_DAYS }).EVENT_RETENTION_DAYS;
    return { events: days === 0 ? 0 : await prune(env.DB, "events", "at < ?", now - days * DAY) };
  },
  mail: async (env, now) => {
    const { sent, failed } = await deliverDue(env, now, MAX_LETTERS);
    return { letters_sent: sent, letters_waiting: failed };
  },
  readLetters: async (env, now) => ({
    letters: await prune(env.DB, "mail_outbox", "next_attempt_at IS NULL AND created_at < ?", now - DAY),
  }),
  reseal: async (env) => {
    const { resealed, left } = await reseal(env, MAX_RESEALED);
    return { resealed, reseal_left: left };
  },
};

/** `condition` has one parameter: the moment. */
async function prune(db: D1Database, table: string, condition: string, moment: number): Promise<number> {
  const statement = db
    .prepare(
      `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE ${condition} LIMIT ${PRUNE.rows})`,
    )
    .bind(moment);
  let total = 0;
  for (let round = 0; round < PRUNE.rounds; round++) {
    const { meta } = await statement.run();
    total += meta.changes;
    if (meta.changes < PRUNE.rows) break;
  }
  return total;
}

/** Names only: a message may quote a value. */
const reasonOf = (error: unknown) => (error instanceof Error ? error.name : "unknown");
