/** `npm start` on an empty folder, and with obstacles. */

import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { expect, inject, it, onTestFinished } from "vitest";
import { databasesIn } from "../../worker/local/local-database.ts";
import { newAccount, newDeviceSetup } from "../support/account.ts";
import { paho } from "../support/device-process.ts";
import { ownProduct } from "../support/own-product.ts";
import { emptyStateDirectory, freePort } from "../support/product-process.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const NPM = ["npm", "start", "--silent", "--"] as const;
/** The script of `npm start`, without npm's own half second. */
const SCRIPT = [process.execPath, "worker/local/run.mjs", "worker/local/start.ts"] as const;

interface FailingStart {
  env?: NodeJS.ProcessEnv;
  args?: readonly string[];
  by?: readonly [command: string, ...string[]];
}

/** A start that is expected to fail. */
async function failingStart(
  state: string,
  { env = {}, args = [], by = SCRIPT }: FailingStart = {},
): Promise<{ code: number | null; said: string }> {
  const [command, ...first] = by;
  const child = spawn(command, [...first, ...args], {
    cwd: root,
    env: { ...process.env, STATE_DIR: state, PORT: String(await freePort()), MQTT_TCP_PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, said })));
}

it("prints in one sentence that its port is in use", async () => {
  const { stateDirectory } = await ownProduct();
  const port = await freePort();
  const squatter = createServer().listen(port, "127.0.0.1");
  const { code, said } = await failingStart(stateDirectory, { env: { PORT: String(port) } });
  squatter.close();
  expect(code).toBe(1);
  expect(said.trim()).toBe(
    `Port ${port} is in use: stop what listens there, or choose another with PORT=${port + 1} npm start.`,
  );
});

it("prints in one sentence that it has no TLS", async () => {
  const { stateDirectory } = await ownProduct();
  const { code, said } = await failingStart(stateDirectory, {
    args: ["--local-protocol", "https"],
    by: NPM,
  });
  expect(code).toBe(1);
  expect(said.trim()).toMatch(/^--local-protocol https is not supported: .*\.$/);
});

it("prints in one sentence that a migration is broken", async () => {
  const { stateDirectory } = await ownProduct();
  const [file = ""] = databasesIn(stateDirectory);
  const database = new DatabaseSync(file);
  database.exec("DELETE FROM d1_migrations");
  database.close();
  const { code, said } = await failingStart(stateDirectory);
  expect(code).toBe(1);
  expect(said.trim()).toMatch(
    /^The migration \d{4}_\w+\.sql could not be applied to the local database: table `\w+` already exists.*$/,
  );
});

it("refuses data whose database was lost, emptied or cut short, with the remedy [F79]", {
  timeout: 90_000,
}, async () => {
  const { start, stateDirectory } = await ownProduct();
  let product = await start();
  const setup = await newDeviceSetup(product.url);
  const lamp = await paho({
    ...setup,
    baseUrl: product.url,
    userId: setup.account.userId,
    version: 4,
    topic: setup.control,
  });
  await setup.account.untilEvent(setup.device.id, "connected");
  await lamp.kill();
  await product.stop();
  const [file = ""] = databasesIn(stateDirectory);
  // merges the write-ahead log
  const database = new DatabaseSync(file);
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
  const whole = readFileSync(file);

  writeFileSync(file, whole.subarray(0, whole.length / 2));
  const damaged = await failingStart(stateDirectory);
  expect(damaged.code).toBe(1);
  expect(damaged.said.trim()).toMatch(/^The database .* is damaged \(.*\): restore a copy, .*\.$/);
  for (const lose of [() => writeFileSync(file, ""), () => rmSync(file)]) {
    lose();
    const lost = await failingStart(stateDirectory);
    expect(lost.code).toBe(1);
    expect(lost.said.trim()).toMatch(
      / has data of accounts, but the database has no account: it was lost or emptied\. .*START_EMPTY=1 npm start/,
    );
    writeFileSync(file, whole);
  }

  product = await start();
  expect(await setupAt(product.url, setup.account.token)).toBe(200);
});

const setupAt = async (url: string, token: string): Promise<number> =>
  (await fetch(new URL("/v0/users/", url), { headers: { authorization: `Token ${token}` } })).status;

it("prepares an empty folder, passes variables on to the Worker, and prints in one sentence that its data is in use", async () => {
  const stateDirectory = emptyStateDirectory();
  onTestFinished(() => rmSync(stateDirectory, { recursive: true, force: true }));
  const { start } = await ownProduct(stateDirectory);
  const product = await start({ variables: ["MAX_USERS:1"] });
  await newAccount(product.url);
  await expect(newAccount(product.url)).rejects.toThrow(/403/);
  expect(await (await fetch(`${inject("baseUrl")}/v0/count/users/`)).json()).toMatchObject({ max: 1000 });

  const { code, said } = await failingStart(stateDirectory);
  expect(code).toBe(1);
  expect(said.trim()).toMatch(/^Switchyard already runs with the data in .*: stop it first, .*\.$/);
});
