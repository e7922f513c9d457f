/** What becomes of the product when one of its two processes ends, and of a bundle that is not whole. */

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import mqtt from "mqtt";
import { afterEach, expect, it, onTestFinished } from "vitest";
import type { Credential } from "../../worker/contract/credentials.ts";
import { BUNDLE } from "../../worker/local/runtime/bundle.ts";
import { newAccount, newDeviceSetup } from "../support/account.ts";
import {
  freePort,
  newStateDirectory,
  type RunningProduct,
  startProductProcess,
} from "../support/product-process.ts";
import { until } from "../support/until.ts";

const running = new Set<RunningProduct>();
afterEach(async () => {
  for (const product of running) await product.stop();
  running.clear();
});

async function place() {
  const stateDirectory = newStateDirectory();
  onTestFinished(() => rmSync(stateDirectory, { recursive: true, force: true }));
  return { stateDirectory, port: await freePort(), tcpPort: await freePort() };
}

async function start(where: Awaited<ReturnType<typeof place>>): Promise<RunningProduct> {
  const product = await startProductProcess(where);
  running.add(product);
  return product;
}

const runtimeOf = (stateDirectory: string): number =>
  Number(readFileSync(join(stateDirectory, "runtime.pid"), "utf8"));

const isHealthy = (product: RunningProduct) =>
  fetch(`${product.url}/v0/health/`).then(
    ({ status }) => status === 200,
    () => false,
  );

const has = (product: RunningProduct, text: string) => product.log().split(text).length - 1;

it("a runtime that is killed is started again, says so once a series, and has kept each acknowledged message", async () => {
  const where = await place();
  const product = await start(where);
  const account = await newAccount(product.url);
  const body = { name: "Reader", view: "root" };
  const { username, password } = await account.call<Credential>("POST", "/v0/mqtt/credentials/", body);
  const login = { username, password: password ?? "", reconnectPeriod: 50 };
  const url = `mqtt://127.0.0.1:${where.tcpPort}`;
  const connect = (clientId: string, clean: boolean) => mqtt.connectAsync(url, { ...login, clientId, clean });
  const topic = "kept";
  const reader = await connect("reader", false);
  await reader.subscribeAsync(topic, { qos: 1 });
  await reader.endAsync();
  const writer = await connect("writer", true);
  onTestFinished(() => void writer.end(true));
  for (let n = 0; n < 20; n++) await writer.publishAsync(topic, String(n), { qos: 1 });
  for (const times of [1, 2, 3]) {
    const pid = runtimeOf(where.stateDirectory);
    process.kill(pid, "SIGKILL");
    await until(`start ${times}`, async () => runtimeOf(where.stateDirectory) !== pid && isHealthy(product));
  }
  expect(has(product, "The runtime was ended (SIGKILL), and is started again.")).toBe(1);
  expect(has(product, "The pause before each start grows now.")).toBe(1);
  const received: string[] = [];
  const again = mqtt.connect(url, { ...login, clientId: "reader", clean: false });
  onTestFinished(() => void again.end(true));
  again.on("message", (_topic, payload) => received.push(String(payload)));
  await until("all messages", () => received.length >= 20);
  expect(received).toEqual(Array.from({ length: 20 }, (_, n) => String(n)));
});

it("a runtime whose supervisor was killed ends at the next start, which has its data and its ports", async () => {
  const where = await place();
  const first = await start(where);
  const { account } = await newDeviceSetup(first.url);
  const orphan = runtimeOf(where.stateDirectory);
  process.kill(first.pid, "SIGKILL");
  await until("the end of the supervisor", () => !isRunning(first.pid));
  expect(isRunning(orphan)).toBe(true);
  running.clear();
  const second = await start(where);
  expect(isRunning(orphan)).toBe(false);
  expect(runtimeOf(where.stateDirectory)).not.toBe(orphan);
  const response = await fetch(`${second.url}/v0/devices/on-off/`, {
    headers: { Authorization: `Token ${account.token}` },
  });
  expect(await response.json()).toHaveLength(1);
});

it("a number in the note of the process that is another program's by now leaves that alone", async () => {
  const where = await place();
  writeFileSync(join(where.stateDirectory, "runtime.pid"), `${process.pid}\n`);
  const product = await start(where);
  expect(await isHealthy(product)).toBe(true);
});

it("ends in order when it gets SIGTERM twice", async () => {
  const where = await place();
  const product = await start(where);
  const runtime = runtimeOf(where.stateDirectory);
  process.kill(product.pid, "SIGTERM");
  process.kill(product.pid, "SIGTERM");
  await until("the end", () => !isRunning(product.pid) && !isRunning(runtime));
  expect(product.log()).not.toContain("started again");
  running.clear();
});

it("a bundle that was cut off while it was written is made again", async () => {
  const where = await place();
  const whole = readFileSync(BUNDLE);
  writeFileSync(BUNDLE, whole.subarray(0, whole.length / 2));
  const product = await start(where);
  expect(product.log()).toContain("Built the Worker.");
  expect(readFileSync(BUNDLE).equals(whole)).toBe(true);
});

it("a port of MQTT that is taken is said, and the rest works", async () => {
  const where = await place();
  const squatter = createServer().listen(where.tcpPort, "127.0.0.1");
  onTestFinished(() => void squatter.close());
  const product = await start(where);
  expect(product.log()).toContain(`Port ${where.tcpPort} is in use, so there is no MQTT over TCP this time`);
  expect(await isHealthy(product)).toBe(true);
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // a process that nobody has waited for has no command line
    return readFileSync(`/proc/${pid}/cmdline`, "utf8") !== "";
  } catch {
    return false;
  }
}
