/** `switchyard admin` against a stand-in of the API; the API itself is tested in `worker/api`. */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keyInFile } from "../../../worker/cli/admin/operator.ts";
import { table } from "../../../worker/cli/admin/table.ts";
import { ADMIN_COMMANDS } from "../../../worker/cli/commands/admin.ts";
import { main } from "../../../worker/cli/main.ts";
import { AccountSummary, Examination, OPERATOR_CALLS } from "../../../worker/contract/operator.ts";
import { newKey } from "../../../worker/keys/keys.ts";
import { inRoot } from "../../../worker/local/paths.ts";

const NOW = Date.UTC(2026, 10, 22, 13);
const KEY = newKey();
const ID = crypto.randomUUID();
const account = AccountSummary.parse({
  id: ID,
  email: "ada@example.com",
  email_verified: true,
  log_name: "04bc858b5f57d9cc",
  created_at: "2026-11-01T10:00:00.000Z",
  suspended: null,
  devices: 3,
  channels: 2,
  credentials: 1,
  api_keys: 1,
  tokens: 0,
  guests: 0,
  sessions: 4,
});

let folder = "";
let file = "";
let asked: { line: string; key: string | null; body: unknown }[] = [];
let answers: Record<string, unknown> = {};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "switchyard-admin-"));
  file = join(folder, ".dev.vars");
  writeFileSync(file, `LOOKUP_KEY=${newKey()}\nOPERATOR_KEYS=anna:${KEY},${newKey()}\n`);
  asked = [];
  answers = { "GET accounts/": [account] };
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

const api = (async (input: URL, init: RequestInit) => {
  const line = `${init.method} ${input.pathname.replace("/v0/operator/", "")}`;
  const key = new Headers(init.headers).get("Authorization");
  asked.push({ line: `${line}${input.search}`, key, body: init.body && JSON.parse(String(init.body)) });
  const answer = answers[line];
  if (answer instanceof Error) throw answer;
  if (answer instanceof Response) return answer;
  return answer === undefined
    ? Response.json({ detail: "Not found." }, { status: 404 })
    : Response.json(answer);
}) as unknown as typeof fetch;

async function admin(line: string, variables: NodeJS.ProcessEnv = {}) {
  let [printed, error] = ["", ""];
  const args = line.match(/"[^"]*"|\S+/g)?.map((each) => each.replaceAll('"', "")) ?? [];
  const environment = { STATE_DIR: folder, XDG_CONFIG_HOME: folder, ...variables };
  const write = (text: unknown) => {
    printed += String(text);
    return true;
  };
  const writeError = (text: unknown) => {
    error += String(text);
    return true;
  };
  const streams = { stdout: { write }, stderr: { write: writeError } };
  const code = await main(["admin", ...args], { environment, fetch: api, ...streams });
  return { code, printed, error };
}

test("finds an account by any of its names, and prints columns or JSON", async () => {
  const { printed } = await admin("accounts find ada@example.com");
  const [heads, row] = printed.split("\n");
  expect(heads?.indexOf("devices")).toBeGreaterThan(0);
  expect(row).toContain(`ada@example.com  ${ID}  04bc858b5f57d9cc`);
  expect(asked).toEqual([
    { line: "GET accounts/?who=ada%40example.com", key: `Bearer ${KEY}`, body: undefined },
  ]);
  expect(JSON.parse((await admin("accounts find x --json")).printed)).toEqual([account]);
});

test("looks an e-mail address up first, but not an id", async () => {
  const suspended = { ...account, suspended: { since: account.created_at, reason: "Spam." } };
  answers[`PUT accounts/${ID}/suspension/`] = suspended;
  const { printed } = await admin('account suspend ada@example.com --reason "Spam."');
  expect(printed).toBe("ada@example.com is suspended: Spam.\n");
  await admin(`account suspend ${ID.toUpperCase()} --reason "Spam."`);
  expect(asked.map(({ line }) => line)).toEqual([
    "GET accounts/?who=ada%40example.com",
    `PUT accounts/${ID}/suspension/`,
    `PUT accounts/${ID}/suspension/`,
  ]);
  expect(asked.at(-1)?.body).toEqual({ reason: "Spam." });
  answers["GET accounts/"] = [];
  expect((await admin("account resume nobody@example.com")).error).toContain(
    "There is no account nobody@example.com",
  );
});

test("reads, sets and resets limits", async () => {
  answers[`PUT accounts/${ID}/limits/`] = { own: { devices: 5 }, in_force: { devices: 5 } };
  answers[`GET accounts/${ID}/limits/`] = { own: { devices: null }, in_force: { devices: 0 } };
  expect((await admin(`account limits ${ID}`)).printed).toMatch(/devices +none +-/);
  expect((await admin(`account limits ${ID} --devices 5 --publish-rate default`)).printed).toMatch(
    /devices +5 +yes/,
  );
  expect(asked.at(-1)?.body).toEqual({ devices: 5, publish_rate: null });
  expect((await admin(`account limits ${ID} --devices many`)).error).toContain(
    "--devices is a whole number, or default",
  );
});

test("answers a wrong command line with its usage", async () => {
  for (const [line, sentence] of [
    ["account", "Usage: switchyard admin account [options] [command]"],
    ["account suspend", "Missing required argument 'who'"],
    ["account suspend", 'Run "switchyard admin account suspend --help" for usage.'],
    ["account suspend x", "Say why"],
    ["audit --by devices", "Unknown option '--by'"],
    ["waitlist invite some", "Say how many"],
  ] as const) {
    expect(await admin(line), line).toMatchObject({ code: 2, error: expect.stringContaining(sentence) });
  }
  expect(asked).toEqual([]);
});

test("--help lists every command, and each API call has one", async () => {
  const { printed } = await admin("--help");
  for (const name of Object.keys(ADMIN_COMMANDS)) expect(printed).toContain(`\n  ${name}`);
  const commands = Object.keys(ADMIN_COMMANDS).length;
  // two lists of one call, reading and changing limits by one command; the OpenAPI document is for programs
  expect(commands).toBe(Object.keys(OPERATOR_CALLS).length + 1 - 1 - 1);
  expect(asked).toEqual([]);
});

test("sends a key to its own product only, over https [T210]", async () => {
  const other = newKey();
  const keyFile = join(folder, "key");
  writeFileSync(keyFile, `${other}\n`);
  expect((await admin("audit --url https://yard.your.host")).error).toContain("Say with which key");
  expect((await admin(`audit --url http://yard.your.host --key-file ${keyFile}`)).error).toContain(
    "https: only",
  );
  expect(asked).toEqual([]);
  answers["GET log/"] = [];
  await admin(`audit --url https://yard.your.host --key-file ${keyFile}`);
  await admin("audit", { APP_URL: "https://yard.your.host", OPERATOR_KEY: `bert:${other}` });
  await admin("audit", { PORT: "9999" });
  expect(asked.map(({ key }) => key)).toEqual([`Bearer ${other}`, `Bearer ${other}`, `Bearer ${KEY}`]);
  writeFileSync(keyFile, "no key at all");
  expect((await admin(`audit --key-file ${keyFile}`)).error).toContain("no operator's key in");
});

test("prints a refusal of the service with the remedy", async () => {
  const said = async (answer: unknown) => {
    answers["GET log/"] = answer;
    return (await admin("audit")).error;
  };
  expect(await said(new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") }))).toContain(
    "Is it running?",
  );
  expect(await said(Response.json({ detail: "Invalid key." }, { status: 401 }))).toContain(
    "--key-file names another",
  );
  expect(await said(Response.json({ detail: "Not found." }, { status: 404 }))).toContain("OPERATOR_KEYS");
  expect(await said(Response.json({ errors: { size: ["Too many."] } }, { status: 400 }))).toContain(
    "size: Too many.",
  );
  expect(await said(new Response("<html>", { status: 200 }))).toContain("is not Switchyard");
});

test("the doctor's exit code reports failures; it also checks this machine's clock and secrets [T211]", async () => {
  const found = (state: "ok" | "fail", keys = {}, at = NOW) =>
    Examination.parse({
      version: "1.0.0",
      at: new Date(at).toISOString(),
      keys,
      checks: [{ what: "cron", state, says: "…" }],
    });
  answers["GET doctor/"] = found("ok");
  expect(await admin("doctor")).toMatchObject({
    code: 0,
    printed: expect.stringMatching(/ok +cron +…\nok +clock here/),
  });
  answers["GET doctor/"] = found("fail");
  expect(await admin("doctor")).toMatchObject({ code: 1, printed: expect.stringContaining("FAIL  cron") });
  answers["GET doctor/"] = found("ok", {}, NOW - 90_000);
  expect((await admin("doctor")).printed).toContain("clock is 90 s ahead");
  const fingerprint = createHash("sha256").update(KEY).digest("hex").slice(0, 8);
  answers["GET doctor/"] = found("ok", { OPERATOR_KEYS: [fingerprint] });
  expect((await admin("doctor")).code).toBe(0);
  const deployed = { APP_URL: "https://yard.your.host", OPERATOR_KEY: KEY };
  expect(await admin("doctor", deployed)).toMatchObject({
    code: 1,
    printed: expect.stringMatching(/FAIL +secrets here +OPERATOR_KEYS of \.dev\.vars: rotate/),
  });
});

test("removes control characters from printed text [T212]", () => {
  expect(table(["a"], [["\u001b[2Jx\ny"]])).toBe("a\n?[2Jx?y\n");
  expect(
    table(
      ["a", "n"],
      [
        ["x", 1],
        ["yy", 1000],
        [null, 5],
      ],
    ),
  ).toBe("a       n\nx       1\nyy  1,000\n-       5\n");
});

test.each([
  ["one", KEY],
  ["the first of several", `${KEY},${newKey()}`],
  ["one with a name", `anna:${KEY}`],
  ["the first of several with names", `anna-2:${KEY},bert:${newKey()}`],
])("the shell command in OPERATING.md extracts the key alone: %s [F436]", (_, keys) => {
  const page = readFileSync(inRoot("worker/OPERATING.md"), "utf8");
  const line = /^export OPERATOR_KEY=\$\((sed .*) \.operator\.env\)$/m.exec(page)?.[1];
  writeFileSync(file, `OPERATOR_KEYS=${keys}\n`);
  expect(execFileSync("sh", ["-c", `${line} "$0"`, file], { encoding: "utf8" }).trim()).toBe(KEY);
  expect(keyInFile(file)).toBe(KEY);
});
