/** `npm run deploy` against a stand-in of wrangler's command line, recorded from wrangler 4.164. */

import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { main } from "../../../worker/local/deploy.ts";
import { Account } from "../../support/wrangler-account.ts";

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };

let folder = "";
let account = new Account();
let printed = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "switchyard-deploy-"));
  account = new Account();
});
afterEach(() => rmSync(folder, { recursive: true }));

const [keysFile, bridgeFile, operatorFile] = ["keys.env", "bridge.env", "operator.env"].map(
  (name) => () => join(folder, name),
) as [() => string, () => string, () => string];

async function deploy(...args: string[]): Promise<void> {
  printed = "";
  await main(args, {
    wrangler: account.wrangler,
    environment: {},
    buildPage: async () => account.calls.push("(the page is built)"),
    secrets: {
      SEAL_KEYS: account.fresh(),
      LOOKUP_KEY: account.fresh(),
      VAPID_KEYS: account.fresh(),
      BRIDGE_KEYS: account.fresh(),
      OPERATOR_KEYS: account.fresh(),
    },
    secretFiles: {
      SEAL_KEYS: keysFile(),
      LOOKUP_KEY: keysFile(),
      VAPID_KEYS: keysFile(),
      BRIDGE_KEYS: bridgeFile(),
      OPERATOR_KEYS: operatorFile(),
    },
    print: (text) => {
      printed += text;
      if (text.startsWith("1. ")) account.calls.push("(said)");
    },
  });
}

/** Changing commands in order. */
const done = () => account.calls.filter((call) => !/ list|d1 execute|status|versions view/.test(call));

test("deploys to an empty account completely, without edited files", async () => {
  await deploy();
  expect(done()).toEqual([
    "(said)",
    "(the page is built)",
    "d1 create switchyard",
    "d1 migrations apply DB",
    "deploy",
    "deploy",
  ]);
  expect(account.worker).toMatchObject({
    databaseId: account.databases.switchyard,
    variables: {
      ENVIRONMENT: "production",
      APP_URL: "https://switchyard.someone.workers.dev",
      SUPPORT_EMAIL: "support@switchyard.example",
    },
    tag: version,
  });
  expect(Object.keys(account.worker?.secrets ?? {})).toEqual([
    "SEAL_KEYS",
    "LOOKUP_KEY",
    "VAPID_KEYS",
    "BRIDGE_KEYS",
    "OPERATOR_KEYS",
  ]);
  expect(printed).toContain("Open https://switchyard.someone.workers.dev\n");
});

test("keeps each key in a file for its owner only, and prints no secret [T175]", async () => {
  await deploy();
  const { SEAL_KEYS, LOOKUP_KEY, VAPID_KEYS, BRIDGE_KEYS, OPERATOR_KEYS } = account.worker?.secrets ?? {};
  for (const [file, text] of [
    [keysFile(), `SEAL_KEYS=${SEAL_KEYS}\nLOOKUP_KEY=${LOOKUP_KEY}\nVAPID_KEYS=${VAPID_KEYS}\n`],
    [bridgeFile(), `BRIDGE_KEYS=${BRIDGE_KEYS}\n`],
    [operatorFile(), `OPERATOR_KEYS=${OPERATOR_KEYS}\n`],
  ] as const) {
    expect(readFileSync(file, "utf8")).toBe(text);
    expect(statSync(file).mode & 0o077).toBe(0);
  }
  for (const secret of [SEAL_KEYS, LOOKUP_KEY, VAPID_KEYS, BRIDGE_KEYS, OPERATOR_KEYS])
    expect(printed).not.toContain(secret);
  expect(account.files.filter((file) => existsSync(file))).toEqual([]);
});

test("prints its plan first; a dry run prints the same and changes no resource", async () => {
  await deploy("--dry-run", "--url", "https://switchyard.your.host");
  expect(printed).toBe(`1. the database    create "switchyard"
2. its migrations  apply the missing ones, before the code that needs them
3. the secrets     create SEAL_KEYS (stored in keys.env), LOOKUP_KEY (stored in keys.env), VAPID_KEYS (stored in keys.env), BRIDGE_KEYS (stored in bridge.env), OPERATOR_KEYS (stored in operator.env)
4. the Worker      deploy version ${version} with the page
5. its address     https://switchyard.your.host
6. its e-mails     not sent until you set --support-email and --mail-from
Nothing was done.
`);
  expect(done()).toEqual(["(said)"]);
  expect(account).toMatchObject({ databases: {}, worker: null });
  expect(existsSync(bridgeFile())).toBe(false);
});

test("a dry run needs no login; a deployment without one explains it", async () => {
  account.failing = "d1 list";
  await deploy("--dry-run");
  expect(printed).toContain('create "switchyard"');
  await expect(deploy()).rejects.toMatchObject({
    name: "UserError",
    message: expect.stringContaining("npx wrangler login"),
  });
  expect(done()).toEqual(["(said)"]);
});

test("keeps metrics switched on in later deployments", async () => {
  await deploy();
  expect(account.worker?.isMetered).toBe(false);
  await deploy("--metrics");
  expect(printed).toContain("7. its metrics     stored in Analytics Engine\n");
  expect(account.worker?.isMetered).toBe(true);
  await deploy();
  expect(account.worker?.isMetered).toBe(true);
});

test("explains how to continue without Analytics Engine [F215]", async () => {
  account.hasAnalytics = false;
  await expect(deploy("--metrics")).rejects.toMatchObject({
    name: "UserError",
    message: expect.stringMatching(/enabled Analytics Engine.* leave --metrics out/s),
  });
  await deploy();
  expect(account.worker?.isMetered).toBe(false);
});

test("a second run changes the code only, and needs no options", async () => {
  await deploy(
    "--url",
    "https://switchyard.your.host/",
    "--mail-from=hello@your.host",
    "--privacy-url",
    "https://your.host/privacy",
    "--security-contact=https://your.host/security",
    "--var",
    "MAX_USERS:5",
  );
  const before = structuredClone(account.worker);
  account.calls.length = 0;
  await deploy();
  expect(done()).toEqual(["(said)", "(the page is built)", "d1 migrations apply DB", "deploy"]);
  expect(account.worker).toEqual({ ...before, uploads: 2 });
  expect(account.worker?.variables).toMatchObject({
    APP_URL: "https://switchyard.your.host",
    MAIL_FROM: "hello@your.host",
    PRIVACY_URL: "https://your.host/privacy",
    SECURITY_CONTACT: "https://your.host/security",
    MAX_USERS: "5",
  });
  expect(Object.keys(account.databases)).toEqual(["switchyard"]);
});

test.each(["d1 create", "d1 migrations apply", "deploy", "second deploy"])(
  'what failed at "%s" is finished by the next run [F191]',
  async (step) => {
    account.failing = step;
    await expect(deploy()).rejects.toMatchObject({
      name: "UserError",
      message: expect.stringContaining("offline"),
    });
    const kept = { databases: { ...account.databases }, secrets: account.worker?.secrets };
    account.failing = null;
    await deploy();
    expect(account.worker?.variables.APP_URL).toBe("https://switchyard.someone.workers.dev");
    expect(account.databases).toMatchObject(kept.databases);
    if (kept.secrets !== undefined) expect(account.worker?.secrets).toEqual(kept.secrets);
    expect(readFileSync(bridgeFile(), "utf8")).toBe(`BRIDGE_KEYS=${account.worker?.secrets.BRIDGE_KEYS}\n`);
  },
);

test("adds a key that an earlier version did not have, and keeps the others", async () => {
  await deploy();
  const before = { ...account.worker?.secrets };
  delete account.worker?.secrets.BRIDGE_KEYS;
  rmSync(bridgeFile());
  account.people = true;
  await deploy();
  expect(account.worker?.secrets).toEqual({ ...before, BRIDGE_KEYS: expect.any(String) });
  expect(account.worker?.secrets.BRIDGE_KEYS).not.toBe(before.BRIDGE_KEYS);
});

test("makes no key where data needs a lost one [F192]", async () => {
  await deploy();
  account.people = true;
  account.worker = null;
  account.calls.length = 0;
  await expect(deploy()).rejects.toMatchObject({
    name: "UserError",
    message: expect.stringMatching(/^The deployed database has users, and the Worker has no SEAL_KEYS/),
  });
  expect(done()).toEqual([]);
});

test("never moves the product to another database [F192]", async () => {
  await deploy();
  account.databases.switchyard = "another";
  account.calls.length = 0;
  await expect(deploy()).rejects.toMatchObject({
    name: "UserError",
    message: expect.stringContaining(`database_id = "${account.worker?.databaseId}"`),
  });
  expect(done()).toEqual([]);
});

test.each([
  [["--url", "switchyard.your.host"], "--url is where"],
  [["--url=http://switchyard.your.host"], "--url is where"],
  [["--url", "https://your.host/switchyard"], "--url is where"],
  [["--mail-from", "nobody"], "--mail-from is not"],
  [["--terms-url", "javascript:alert(1)"], "--terms-url must be an address"],
  [["--config", "mine.toml"], "--config itself"],
  [["--dry-run=true"], "no option --dry-run=true"],
  [
    ["--security-contact", "http://your.host"],
    "--security-contact must be an e-mail address or an https address",
  ],
  [["--dryrun"], "no option --dryrun"],
  [["https://switchyard.your.host"], 'What is "https://switchyard.your.host"?'],
])("refuses %j in one sentence before any call [F430]", async (args, sentence) => {
  await expect(deploy(...args)).rejects.toMatchObject({
    name: "UserError",
    message: expect.stringContaining(sentence),
  });
  expect(account.calls).toEqual([]);
});
