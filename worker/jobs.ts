/**
 * The jobs of the cron. Each may run twice, and works in small steps until nothing is left or its time is over: the
 * next run continues.
 */

import { logLine } from "../broker/contract/json.ts";
import type { Objects } from "./account/account.ts";
import { finishErasures } from "./account/end.ts";
import { AUDIT_RETENTION_MS, EMAIL_RETENTION_MS, SECURITY_RETENTION_MS } from "./contract/limits.ts";
import { noteRun } from "./db/service.ts";
import { deleteOld, forgetEarlier, type OldRows } from "./db/upkeep.ts";
import type { LookupEnv } from "./keys/keys.ts";
import { deliverDue, type OutboxEnv } from "./mail/outbox.ts";
import { type RekeyReport, rekey } from "./rekey.ts";

export interface JobsEnv extends OutboxEnv, Objects, LookupEnv {}

/** The counts of each job that ran; `failed` names the others. */
export interface JobReport {
  counts: Record<string, number>;
  failed: string[];
}

const WEEK = 7 * 86_400_000;
const MAX_LETTERS = 50;
const MAX_ERASED = 100;
/** Values resealed in one batch, and rows of one statement: D1 limits their time. */
const RESEALED = 100;
const ROWS = 1000;
/** Limits of one job's run: milliseconds, and steps, since D1 limits the statements of an invocation. */
const TIME = 20_000;
const STEPS = 60;

/** Throttle logs are not included: each shard deletes its own by alarm. */
export async function runJobs(env: JobsEnv, now: number, clock = Date.now): Promise<JobReport> {
  const report: JobReport = { counts: {}, failed: [] };
  for (const [name, job] of Object.entries(JOBS)) {
    try {
      Object.assign(report.counts, await job(env, now, budget(clock)));
    } catch (error) {
      // A failed job does not stop the others.
      report.failed.push(name);
      console.error(logLine({ level: "error", event: "job_failed", job: name, reason: reasonOf(error) }));
    }
  }
  console.log(logLine({ level: "info", event: "jobs", ...report }));
  await noteRun(env.DB, now, report.failed)
    .run()
    .catch((error) =>
      console.error(logLine({ level: "error", event: "jobs_not_noted", reason: reasonOf(error) })),
    );
  return report;
}

type More = () => boolean;

function budget(clock: () => number): More {
  const end = clock() + TIME;
  let steps = 1;
  return () => steps++ < STEPS && clock() < end;
}

type Job = (env: JobsEnv, now: number, more: More) => Promise<Record<string, number>>;

const JOBS: Record<string, Job> = {
  sessions: pruning("sessions", "sessions"),
  passwordResets: pruning("password_resets", "reset_links"),
  deviceLinks: pruning("device_links", "device_links"),
  // for a week the refusal log can name a client that still uses one
  earlierPasswords: async (env, now, more) => ({
    earlier_passwords: await stepwise(forgetEarlier(env.DB, now - WEEK, ROWS), more),
  }),
  emailLinks: pruning("email_links", "email_links"),
  appTokens: pruning("app_logins", "tokens"),
  apps: pruning("apps", "apps"),
  oauthCodes: pruning("oauth_codes", "oauth_codes"),
  oauthClients: pruning("oauth_clients", "oauth_clients"),
  invitations: pruning("invitations", "invitations"),
  operatorActions: pruning("operator_actions", "operator_actions", AUDIT_RETENTION_MS),
  securityEvents: pruning("security_events", "security_events", SECURITY_RETENTION_MS),
  knownBrowsers: pruning("known_browsers", "known_browsers"),
  mail: async (env, now) => {
    const { sent, failed } = await deliverDue(env, now, MAX_LETTERS);
    return { letters_sent: sent, letters_waiting: failed };
  },
  readLetters: pruning("letters", "mail_outbox", EMAIL_RETENTION_MS),
  reseal: async (env, _, more) => {
    const { done, left } = await renewed(env, "SEAL_KEYS", more);
    return { resealed: done, reseal_left: left };
  },
  redigest: async (env, _, more) => {
    const { done, left } = await renewed(env, "LOOKUP_KEY", more);
    return { redigested: done, redigest_left: left };
  },
  erasures: (env, now) => finishErasures(env, now, MAX_ERASED),
};

async function renewed(env: JobsEnv, name: Parameters<typeof rekey>[1], more: More): Promise<RekeyReport> {
  let total = 0;
  for (;;) {
    const { done, left } = await rekey(env, name, RESEALED);
    total += done;
    if (done === 0 || left === 0 || !more()) return { done: total, left };
  }
}

/** A job that deletes the rows of a table that ended more than `age` milliseconds ago, counted under `name`. */
function pruning(name: string, table: OldRows, age = 0): Job {
  return async (env, now, more) => ({
    [name]: await stepwise(deleteOld(env.DB, table, now - age, ROWS), more),
  });
}

/** Changes a bounded number of rows at a time. */
async function stepwise(statement: D1PreparedStatement, more: More): Promise<number> {
  for (let total = 0; ; ) {
    const { meta } = await statement.run();
    total += meta.changes;
    if (meta.changes < ROWS || !more()) return total;
  }
}

/** Names only: a message may contain values. */
const reasonOf = (error: unknown) => (error instanceof Error ? error.name : "unknown");
