/** The doctor: checks what the service needs to run. */

import { brokerHealth } from "../account/health.ts";
import type { Check, Examination } from "../contract/operator.ts";
import { VERSION } from "../contract/version.ts";
import { failedJobsColumn } from "../db/json-columns.ts";
import { databaseTime, lastRun, missingMigrations, serviceFacts } from "../db/service.ts";
import { first } from "../db/statement.ts";
import { appUrl, type Env, settings } from "../env.ts";
import { fingerprint } from "../keys/digest.ts";
import { type KeyEntry, type KeyListName, keyRing, parseKeys } from "../keys/keys.ts";
import { KEY_LISTS } from "../keys/rotation.ts";
import { within } from "../patience.ts";

// Runs one check of the doctor. An error or a timeout is a failed check.

type CheckResult = Omit<Check, "what">;

const ok = (says: string): CheckResult => ({ state: "ok", says });
const warn = (says: string): CheckResult => ({ state: "warn", says });
const fail = (says: string): CheckResult => ({ state: "fail", says });

const TIMEOUT_MS = 5_000;

async function runCheck(what: string, check: () => CheckResult | Promise<CheckResult>): Promise<Check> {
  try {
    const result = await within(TIMEOUT_MS, Promise.resolve(check()));
    return { what, ...(result ?? fail(`No answer within ${TIMEOUT_MS / 1000} s.`)) };
  } catch (error) {
    return {
      what,
      ...fail(error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 300) : "Failed."),
    };
  }
}

// Checks the lists of keys: present, random, and without keys that are no longer needed.

/** A key with fewer different bytes was typed by a person. */
const MIN_DIFFERENT_BYTES = 12;

const KEY_NAMES = Object.keys(KEY_LISTS) as KeyListName[];

/** What does not work without a key. The other lists must have one, or have one where an operator asks. */
const WITHOUT: Partial<Record<KeyListName, string>> = {
  VAPID_KEYS: "browsers get no notices",
  BRIDGE_KEYS: "all clients of a bridge count together as one address",
};

function checkKeys(name: KeyListName, env: Env): CheckResult {
  const { option } = KEY_LISTS[name];
  const command = `npm run secrets:rotate${option && ` -- ${option}`}`;
  const isNeeded = name === "SEAL_KEYS" || name === "LOOKUP_KEY";
  const keys = isNeeded ? keyRing(name, env) : parseKeys(name, env[name]);
  if (keys.some(({ bytes }) => new Set(bytes).size < MIN_DIFFERENT_BYTES))
    return fail(`A key of ${name} is not random, it was typed in by hand: ${command}.`);
  if (keys.length === 0 && WITHOUT[name]) return warn(`No key: ${WITHOUT[name]}. ${command}`);
  if (keys.length === 1) return ok("One key.");
  const many = `${keys.length} keys are accepted`;
  // an old key of the bridge could sign any address
  if (name === "BRIDGE_KEYS") return warn(`${many}: when every bridge has the first, ${command} --retire`);
  return ok(`${many}; the newest is used for new values.`);
}

/** Returns the first 8 hex digits of the digest of each key; nothing for a list that cannot be parsed. */
function fingerprints(env: Env): Record<string, string[]> {
  const lists = KEY_NAMES.map(
    (name) => [name, parseOrEmpty(name, env).map(({ key }) => fingerprint(key))] as const,
  );
  return Object.fromEntries(lists.filter(([, each]) => each.length > 0));
}

function parseOrEmpty(name: KeyListName, env: Env): KeyEntry[] {
  try {
    return parseKeys(name, env[name]);
  } catch {
    return [];
  }
}

const MINUTE = 60_000;

/** The cron runs every five minutes. */
const JOBS_LATE_MS = 15 * MINUTE;

/** Clocks that are synchronised differ by less. */

const MAX_SKEW_MS = 2_000;

export async function examine(env: Env, now: number): Promise<Examination> {
  const checks: Promise<Check>[] = [
    ...KEY_NAMES.map((name) => runCheck(name, () => checkKeys(name, env))),
    runCheck("bindings", () => bindings(env)),
    runCheck("metrics", () => metrics(env)),
    runCheck("brokers", () => brokers(env, now)),
    runCheck("migrations", () => migrations(env)),
    runCheck("cron", () => cron(env, now)),
    runCheck("addresses", () => addresses(env)),
    runCheck("mail", () => mail(env)),
    runCheck("room", () => room(env)),
    runCheck("clock", () => clock(env)),
  ];
  return {
    version: VERSION,
    at: new Date(now).toISOString(),
    checks: await Promise.all(checks),
    keys: fingerprints(env),
  };
}

const REQUIRED = ["DB", "BROKER", "THROTTLE_LOG", "ASSETS", "MAIL"] as const;

function bindings(env: Env): CheckResult {
  const missing = REQUIRED.filter((name) => env[name] === undefined);
  if (missing.length > 0)
    return fail(`${missing.join(", ")} are not bound: deploy with the unchanged wrangler.toml.`);
  return env.SHIELD === undefined
    ? warn(
        "SHIELD is not bound: a flood of logins reaches the throttle's objects. Deploy with the unchanged wrangler.toml.",
      )
    : ok("All are bound.");
}

function metrics({ METER_TABLE, METRICS, METRICS_ACCOUNT, METRICS_TOKEN }: Env): CheckResult {
  if (METER_TABLE !== undefined) return ok("Stored on this machine for two days.");
  if (METRICS === undefined) return warn('Metrics are off: "npm run deploy -- --metrics".');
  return METRICS_ACCOUNT && METRICS_TOKEN
    ? ok("Stored, and readable.")
    : warn('Stored, but not readable: "npx wrangler secret put METRICS_ACCOUNT", and METRICS_TOKEN.');
}

async function brokers(env: Env, now: number): Promise<CheckResult> {
  const health = await brokerHealth(env, now);
  if (health === "ok") return ok("They answer.");
  const says = "do not answer: look for broker_not_asked in the log";
  return health === "down" ? fail(`Accounts' brokers ${says}.`) : warn(`Some accounts' brokers ${says}.`);
}

async function migrations({ DB }: Env): Promise<CheckResult> {
  const missing = await missingMigrations(DB);
  if (missing.length === 0) return ok("None is missing.");
  return fail(`The database lacks ${missing.join(", ")}: npm run deploy.`);
}

async function cron({ DB }: Env, now: number): Promise<CheckResult> {
  const run = await first(lastRun(DB));
  if (run === null) return fail("The jobs never ran: check [triggers] in wrangler.toml, and deploy.");
  const failed = failedJobsColumn.read(run.failed);
  const since = now - run.at;
  if (since > JOBS_LATE_MS)
    return fail(
      `The jobs last ran ${Math.round(since / MINUTE)} minutes ago, but are due every five minutes.`,
    );
  if (failed.length > 0) return warn(`${failed.join(", ")} failed: look for job_failed in the log.`);
  return ok("The jobs ran within the last minutes.");
}

function addresses(env: Env): CheckResult {
  const { problems } = settings(env);
  return problems.length === 0 ? ok(appUrl(env) ?? "") : fail(problems.join(" "));
}

const isExample = (address: string | undefined): boolean => !address || address.endsWith(".example");

async function mail(env: Env): Promise<CheckResult> {
  const facts = await first(serviceFacts(env.DB));
  const waiting = facts?.letters_waiting ?? 0;
  const queue = `${waiting} queued`;
  if (settings(env).development)
    return ok(`E-mails are shown at the address that npm start printed; ${queue}.`);
  const missing = [
    ...(appUrl(env) === null ? ["--url"] : []),
    ...(isExample(env.MAIL_FROM) ? ["--mail-from"] : []),
    ...(isExample(env.SUPPORT_EMAIL) ? ["--support-email"] : []),
  ];
  if (missing.length > 0) return fail(`No e-mail is sent: npm run deploy -- ${missing.join(" … ")} …`);
  return waiting > MAX_QUEUED
    ? warn(`${queue}: look for mail_not_sent in the log.`)
    : ok(`From ${env.MAIL_FROM}; ${queue}.`);
}

/** More are not normal on a busy day. */
const MAX_QUEUED = 20;

async function room(env: Env): Promise<CheckResult> {
  const { MAX_USERS: maxUsers } = settings(env).limits;
  const facts = await first(serviceFacts(env.DB));
  const { accounts = 0, waiting = 0 } = facts ?? {};
  const says = `${accounts} accounts${maxUsers === 0 ? "" : ` of ${maxUsers}`}, ${waiting} on the waitlist`;
  const isFull = maxUsers > 0 && accounts >= maxUsers;
  return isFull
    ? warn(`${says}: npx --no switchyard admin waitlist invite 10, or a larger MAX_USERS.`)
    : ok(`${says}.`);
}

async function clock({ DB }: Env): Promise<CheckResult> {
  const before = Date.now();
  const row = await first(databaseTime(DB));
  const after = Date.now();
  const now = row?.now ?? 0;
  const off = now < before ? now - before : Math.max(0, now - after);
  return Math.abs(off) > MAX_SKEW_MS
    ? warn(`D1's clock differs from the Worker's by ${Math.round(off / 1000)} s: times may be out of order.`)
    : ok("The clocks of the Worker and D1 agree.");
}
