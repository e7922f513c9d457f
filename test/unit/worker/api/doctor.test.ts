/** Findings of the doctor, and the remedy for each. */

import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { Check } from "../../../../worker/contract/operator.ts";
import { examine } from "../../../../worker/doctor/examine.ts";
import type { Env } from "../../../../worker/env.ts";
import { runJobs } from "../../../../worker/jobs.ts";
import { newSecrets } from "../../../../worker/keys/rotation.ts";
import { run } from "./client.ts";
import { withKeys } from "./operator.ts";

const NOW = Date.now();
const WELL: Env = {
  ...env,
  ...newSecrets(),
  ENVIRONMENT: "production",
  THROTTLE: "on",
  APP_URL: "https://switchyard.your.host",
  MAIL_FROM: "hello@your.host",
  SUPPORT_EMAIL: "help@your.host",
};

const found = async (changes: Record<string, unknown> = {}, now = NOW) => {
  const { checks } = await examine({ ...WELL, ...changes } as Env, now);
  return Object.fromEntries(checks.map(({ what, ...rest }) => [what, rest])) as Record<
    string,
    Omit<Check, "what">
  >;
};

beforeEach(async () => {
  await env.DB.exec("DELETE FROM mail_outbox; DELETE FROM job_runs;");
  await runJobs(env, NOW);
});

test("a healthy service has no findings", async () => {
  const trouble = Object.entries(await found()).filter(([, { state }]) => state !== "ok");
  expect(trouble).toEqual([]);
});

test.each<[string, Record<string, unknown>, string, Check["state"], RegExp]>([
  ["no sealing key", { SEAL_KEYS: "" }, "SEAL_KEYS", "fail", /SEAL_KEYS is not set/],
  [
    "a sealing key of two bytes",
    { SEAL_KEYS: "k1:AAA=" },
    "SEAL_KEYS",
    "fail",
    /not "id:base64 of 32 bytes"/,
  ],
  ["a key that was typed in", { LOOKUP_KEY: `k1:${btoa("0".repeat(32))}` }, "LOOKUP_KEY", "fail", /typed in/],
  ["a short key", { LOOKUP_KEY: `k1:${btoa("a secret of mine")}` }, "LOOKUP_KEY", "fail", /32 bytes/],
  ["no bridge's key", { BRIDGE_KEYS: "" }, "BRIDGE_KEYS", "warn", /count together/],
  ["an operator's key that was typed in", withKeys, "OPERATOR_KEYS", "fail", /typed in/],
  ["a binding that is gone", { MAIL: undefined }, "bindings", "fail", /MAIL/],
  ["no shield", { SHIELD: undefined }, "bindings", "warn", /SHIELD/],
  ["nothing counted", { METER_TABLE: undefined }, "metrics", "warn", /--metrics/],
  ["a sender that is an example", { MAIL_FROM: "hello@switchyard.example" }, "mail", "fail", /--mail-from/],
  ["no address", { APP_URL: "" }, "mail", "fail", /--url/],
  ["no host", { APP_URL: "", HOSTS: "" }, "addresses", "fail", /APP_URL/],
  ["an unsafe address", { PRIVACY_URL: "javascript:x" }, "addresses", "fail", /^PRIVACY_URL must be/],
  ["a full beta", { MAX_USERS: "1" }, "room", "warn", /waitlist invite/],
  ["a database that is away", { DB: undefined }, "migrations", "fail", /./],
  ["brokers that are away", { BROKER: { getByName: () => ({}) } }, "brokers", "fail", /broker_not_asked/],
])("%s is found, with the remedy", async (_, changes, what, state, says) => {
  await env.DB.prepare(
    "INSERT OR IGNORE INTO users (id, email, password_hash, created_at) VALUES ('u', 'u@x.example', 'h', 0)",
  ).run();
  expect((await found(changes))[what]).toEqual({ state, says: expect.stringMatching(says) });
});

test("an old key of the bridge that is still accepted is reported", async () => {
  const BRIDGE_KEYS = `${newSecrets().BRIDGE_KEYS},${newSecrets().BRIDGE_KEYS}`;
  expect((await found({ BRIDGE_KEYS })).BRIDGE_KEYS).toEqual({
    state: "warn",
    says: expect.stringMatching(/--retire/),
  });
});

test("jobs that did not run, or failed, are reported [F213]", async () => {
  expect((await found({}, NOW + 10 * 60_000)).cron?.state).toBe("ok");
  expect((await found({}, NOW + 16 * 60_000)).cron).toMatchObject({
    state: "fail",
    says: expect.stringContaining("16 minutes"),
  });
  await runJobs({ ...env, SEAL_KEYS: "" } as Env, NOW);
  const { cron } = await found();
  expect(cron?.state === "warn" ? cron.says : "").toMatch(/job_failed/);
  await env.DB.exec("DELETE FROM job_runs;");
  expect((await found()).cron?.state).toBe("fail");
});

test("a missing migration is named [F214]", async () => {
  const name = env.TEST_MIGRATIONS.at(-1)?.name ?? "";
  await run("DELETE FROM d1_migrations WHERE name = ?", name);
  expect((await found()).migrations).toMatchObject({ state: "fail", says: expect.stringContaining(name) });
  await run("INSERT INTO d1_migrations (name) VALUES (?)", name);
  expect((await found()).migrations?.state).toBe("ok");
});

test("no secret is in a finding, only the beginning of a digest [T209]", async () => {
  const { SEAL_KEYS, LOOKUP_KEY, BRIDGE_KEYS } = newSecrets();
  const told = await examine({ ...WELL, SEAL_KEYS, LOOKUP_KEY, BRIDGE_KEYS } as Env, NOW);
  const text = JSON.stringify(told);
  for (const key of [SEAL_KEYS, LOOKUP_KEY, BRIDGE_KEYS].map((each) => each.slice(each.indexOf(":") + 1))) {
    expect(text).not.toContain(key);
  }
  expect(told.keys.LOOKUP_KEY).toEqual([expect.stringMatching(/^[0-9a-f]{8}$/)]);
});
