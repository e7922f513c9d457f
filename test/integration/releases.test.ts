/** A release that is taken back and brought again, on one state directory: what earlier commits made of it is real. */

import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import mqtt, { type MqttClient } from "mqtt";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CALLS } from "../../worker/contract/calls.ts";
import { migrate } from "../../worker/local/migrate.ts";
import { quietEnvironment, server } from "../../worker/local/wrangler.ts";
import { newSecrets } from "../../worker/secrets/new-secrets.ts";
import { type DeviceSetup, newDeviceSetup } from "../support/account.ts";
import { brokerUrl } from "../support/device-process.ts";
import { hasHistory, type Release, releaseAt, TODAY } from "../support/earlier-release.ts";
import { freePort, newStateDirectory } from "../support/product-process.ts";

/** With two and with three of the migrations of the object's tables; and the one that a rollback brings back. */
const EARLIER = ["92fd1271", "e0a3261d", "8e0b199d"];

const state = newStateDirectory();
const secrets = join(state, "secrets");
let earlier: Release[] = [];
let port = 0;

beforeAll(async () => {
  if (!hasHistory()) return;
  earlier = EARLIER.map(releaseAt);
  port = await freePort();
  writeFileSync(
    secrets,
    Object.entries(newSecrets())
      .map(([name, value]) => `${name}=${value}\n`)
      .join(""),
  );
  await migrate(state);
}, 60_000);
afterAll(() => {
  for (const release of earlier) release.remove();
  rmSync(state, { recursive: true, force: true });
});

interface Running {
  url: string;
  stop(): Promise<void>;
}

async function run({ folder }: Release): Promise<Running> {
  const options = { port: String(port), "persist-to": state, config: join(folder, "wrangler.toml") };
  const args = [
    ...Object.entries({ ...options, "env-file": secrets }),
    ["var", "ENVIRONMENT:development"] as const,
    ["var", "THROTTLE:off"] as const,
  ];
  const child: ChildProcess = server(
    args.flatMap(([name, value]) => [`--${name}`, value]),
    quietEnvironment(state),
  );
  const ended = once(child, "exit");
  const said: string[] = [];
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on("line", (line) => {
        said.push(line);
        if (line.startsWith("Ready on")) resolve();
      });
    }
    void ended.then(() => reject(new Error(`It did not start:\n${said.join("\n")}`)));
  });
  await ready;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill("SIGINT");
      await ended;
    },
  };
}

/** The client's next event of this kind. */
const next = (client: MqttClient, event: "connect" | "message" | "close"): Promise<unknown> =>
  new Promise((resolve) => client.once(event, resolve));

interface Lamp {
  client: MqttClient;
  isKept: boolean;
  heard: string[];
}

/** The device's session is kept, so each release finds what the one before left in it. */
async function connectLamp(url: string, { account, login }: DeviceSetup): Promise<Lamp> {
  const client = mqtt.connect(brokerUrl(url, account.userId), {
    protocolVersion: 5,
    ...login,
    clean: false,
    properties: { sessionExpiryInterval: 3600 },
    reconnectPeriod: 0,
  });
  const heard: string[] = [];
  client.on("message", (_, payload) => heard.push(payload.toString()));
  const connack = await Promise.race([next(client, "connect"), next(client, "close")]);
  if (connack === undefined) throw new Error("The broker did not let it in.");
  return { client, isKept: (connack as { sessionPresent: boolean }).sessionPresent, heard };
}

/** Everything that a release writes down of a client that is there, and of one that does what it may not. */
async function live(url: string, setup: DeviceSetup, name: string): Promise<Lamp> {
  const { account, key, control, device } = setup;
  const lamp = await connectLamp(url, setup);
  const topic = `${account.userId}/workshop/lamp`;
  const arrived = next(lamp.client, "message");
  await lamp.client.subscribeAsync(topic, { qos: 1 });
  await lamp.client.publishAsync(topic, name, { qos: 1 });
  await arrived;
  await lamp.client.publishAsync(`${account.userId}/elsewhere`, "no", { qos: 1 }).catch(() => {});
  await account.call("POST", `/v0/devices/on-off/${device.id}/switch/`, { state: true, wait: 5 });
  lamp.client.end(true);
  await next(lamp.client, "close");
  const writer = await mqtt.connectAsync(brokerUrl(url, account.userId), {
    clientId: `${key.key}__writer`,
    protocolVersion: 5,
  });
  await writer.publishAsync(topic, `left by ${name}`, { qos: 1 });
  await writer.publishAsync(control, '{"state":"off"}', { qos: 1 });
  await writer.endAsync();
  return lamp;
}

const LISTS = Object.values(CALLS).filter(
  ({ method, path, access }) => method === "GET" && access === "user" && !path.includes("{"),
);

/** Those that a release does not have yet are no failure. */
async function failing(url: string, { account: { token } }: DeviceSetup): Promise<string[]> {
  const answers = LISTS.map(async ({ path }) => {
    const { status } = await fetch(url + path, { headers: { Authorization: `Token ${token}` } });
    return status < 500 ? [] : [`${path}: ${status}`];
  });
  return (await Promise.all(answers)).flat();
}

it("an account that woke under every release goes on in the next, with what was left for it [F75]", {
  timeout: 240_000,
}, async ({ skip }) => {
  if (!hasHistory()) skip("It runs earlier commits and needs the repository: clone it with git.");
  const [first, second, before] = earlier as [Release, Release, Release];
  let setup: DeviceSetup | null = null;
  let left: string | null = null;
  for (const [at, release] of [first, TODAY, first, TODAY, second, TODAY, before, TODAY].entries()) {
    const product = await run(release);
    try {
      setup ??= await newDeviceSetup(product.url);
      const lamp = await live(product.url, setup, `release ${at}`);
      expect(lamp.isKept, `the session is there in release ${at}`).toBe(left !== null);
      if (left !== null) expect(lamp.heard).toContain(left);
      left = `left by release ${at}`;
      expect(await failing(product.url, setup)).toEqual([]);
      // the schema is today's, and takes what each of them writes
      await newDeviceSetup(product.url);
    } finally {
      await product.stop();
    }
  }
});
