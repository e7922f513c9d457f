/** What the service needs to run, looked at one by one: secrets, bindings, migrations, cron, mail, clocks. */

import { brokerHealth } from "../account/health.ts";
import type { Check, Examination } from "../contract/operator.ts";
import { VERSION } from "../contract/version.ts";
import { missingMigrations } from "../db/applied-migrations.ts";
import { lastRun } from "../db/job-runs.ts";
import { failedJobsColumn } from "../db/json-columns.ts";
import { serviceFacts } from "../db/service-facts.ts";
import { first, read } from "../db/statement.ts";
import { appUrl, type Env, settings } from "../env.ts";
import { type Found, fail, looked, ok, warn } from "./check.ts";
import { fingerprints, keysOf, LISTS } from "./secrets.ts";

const MINUTE = 60_000;

/** The cron rings every five. */

const JOBS_LATE = 15 * MINUTE;

/** More than clocks of machines that are looked after differ. Milliseconds. */

const SKEW = 2_000;

export async function examine(env: Env, now: number): Promise<Examination> {
  const checks: Promise<Check>[] = [
    ...LISTS.map((name) => looked(name, () => keysOf(name, env))),
    looked("bindings", () => bindings(env)),
    looked("metrics", () => metrics(env)),
    looked("brokers", () => brokers(env, now)),
    looked("migrations", () => migrations(env)),
    looked("cron", () => cron(env, now)),
    looked("addresses", () => addresses(env)),
    looked("mail", () => mail(env)),
    looked("room", () => room(env)),
    looked("clock", () => clock(env)),
  ];
  return {
    version: VERSION,
    at: new Date(now).toISOString(),
    checks: await Promise.all(checks),
    keys: await fingerprints(env),
  };
}

const NEEDED = ["DB", "BROKER", "THROTTLE_LOG", "ASSETS", "MAIL"] as const;

function bindings(env: Env): Found {
  const missing = NEEDED.filter((name) => env[name] === undefined);
  if (missing.length > 0) return fail(`${missing.join(", ")} are not bound: deploy wrangler.toml as it is.`);
  return env.SHIELD === undefined
    ? warn(
        "SHIELD is not bound: a flood of logins reaches the throttle's objects. Deploy wrangler.toml as it is.",
      )
    : ok("All there.");
}

function metrics({ METER_TABLE, METRICS, METRICS_ACCOUNT, METRICS_TOKEN }: Env): Found {
  if (METER_TABLE !== undefined) return ok("Kept on this machine for two days.");
  if (METRICS === undefined) return warn('Nothing is counted: "npm run deploy -- --metrics".');
  return METRICS_ACCOUNT && METRICS_TOKEN
    ? ok("Counted, and can be read.")
    : warn('Counted, and cannot be read: "npx wrangler secret put METRICS_ACCOUNT", and METRICS_TOKEN.');
}

async function brokers(env: Env, now: number): Promise<Found> {
  const health = await brokerHealth(env, now);
  if (health === "ok") return ok("They answer.");
  const says = "do not answer: look for broker_not_asked in the log";
  return health === "down" ? fail(`Accounts' brokers ${says}.`) : warn(`Some accounts' brokers ${says}.`);
}

async function migrations({ DB }: Env): Promise<Found> {
  const missing = await missingMigrations(DB);
  if (missing.length === 0) return ok("None is missing.");
  return fail(`The database has not had ${missing.join(", ")}: npm run deploy.`);
}

async function cron({ DB }: Env, now: number): Promise<Found> {
  const run = await first(lastRun(DB));
  if (run === null) return fail("The jobs never ran: look for [triggers] in wrangler.toml, and deploy.");
  const failed = failedJobsColumn.read(run.failed);
  const since = now - run.at;
  if (since > JOBS_LATE)
    return fail(`The jobs ran last ${Math.round(since / MINUTE)} minutes ago, and are due every five.`);
  if (failed.length > 0) return warn(`${failed.join(", ")} failed: look for job_failed in the log.`);
  return ok("The jobs ran within the last minutes.");
}

function addresses(env: Env): Found {
  const { problems } = settings(env);
  return problems.length === 0 ? ok(appUrl(env) ?? "") : fail(problems.join(" "));
}

const isExample = (address: string | undefined): boolean => !address || address.endsWith(".example");

async function mail(env: Env): Promise<Found> {
  const facts = await first(serviceFacts(env.DB));
  const waiting = facts?.letters_waiting ?? 0;
  const queue = waiting === 0 ? "none waits" : `${waiting} wait`;
  if (settings(env).development) return ok(`Letters are shown where npm start says; ${queue}.`);
  const unsaid = [
    ...(appUrl(env) === null ? ["--url"] : []),
    ...(isExample(env.MAIL_FROM) ? ["--mail-from"] : []),
    ...(isExample(env.SUPPORT_EMAIL) ? ["--support-email"] : []),
  ];
  if (unsaid.length > 0) return fail(`No letter arrives: npm run deploy -- ${unsaid.join(" … ")} …`);
  return waiting > MANY
    ? warn(`${queue}: look for letter_not_sent in the log.`)
    : ok(`From ${env.MAIL_FROM}; ${queue}.`);
}

/** Letters that wait at any moment of a busy day. */

const MANY = 20;

async function room(env: Env): Promise<Found> {
  const { MAX_USERS: most } = settings(env).limits;
  const facts = await first(serviceFacts(env.DB));
  const { accounts = 0, waiting = 0 } = facts ?? {};
  const says = `${accounts} accounts${most === 0 ? "" : ` of ${most}`}, ${waiting} on the waitlist`;
  const isFull = most > 0 && accounts >= most;
  return isFull
    ? warn(`${says}: npm run admin -- waitlist invite 10, or a larger MAX_USERS.`)
    : ok(`${says}.`);
}

async function clock({ DB }: Env): Promise<Found> {
  const before = Date.now();
  const row = await first(
    read<{ now: number }>(DB, "SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS now"),
  );
  const after = Date.now();
  const now = row?.now ?? 0;
  const off = now < before ? now - before : Math.max(0, now - after);
  return Math.abs(off) > SKEW
    ? warn(`D1's clock is ${Math.round(off / 1000)} s off the Worker's: times may be out of order.`)
    : ok("The Worker's and D1's agree.");
}
