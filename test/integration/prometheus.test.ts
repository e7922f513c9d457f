/** Debian's Prometheus and promtool against the metrics of an account. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import mqtt from "mqtt";
import { beforeEach, expect, inject, it, onTestFinished } from "vitest";
import { telemetryTopic } from "../../broker/contract/topics.ts";
import { keyInFile, operatorClient } from "../../worker/cli/admin/operator.ts";
import { start } from "../firmware/process.ts";
import { type Account, type Login, newAccount, newDeviceSetup } from "../support/account.ts";
import { brokerUrl } from "../support/device-process.ts";
import { freePort } from "../support/product-process.ts";
import { skipReason } from "../support/test-packages.ts";
import { until } from "../support/until.ts";

const url = inject("baseUrl");
const without = await skipReason("prometheus");
const isAll = process.env.TEST_ALL !== undefined;

beforeEach((context) => {
  if (without !== null) context.skip(without);
});

async function newToken(account: Account): Promise<string> {
  const body = { name: "prometheus", scopes: ["values:read"] };
  return (await account.call<{ token: string }>("POST", "/v0/tokens/", body)).token;
}

async function publisher(account: Account, { clientId, username, password }: Login) {
  const login = { clientId, ...(username && { username }), ...(password && { password }) };
  const client = await mqtt.connectAsync(brokerUrl(url, account.userId), { protocolVersion: 5, ...login });
  onTestFinished(() => client.endAsync(true));
  return {
    tell: (deviceId: string, values: object) =>
      client.publishAsync(telemetryTopic(account.userId, deviceId), JSON.stringify(values), { qos: 1 }),
    kill: () => client.stream.destroy() && client.endAsync(true),
  };
}

/** A connected lamp with one sample; its name has every character that the format escapes. */
async function smallAccount() {
  const setup = await newDeviceSetup(url);
  const { account, device, login } = setup;
  await account.call("PUT", `/v0/devices/on-off/${device.id}/`, { name: 'La "m" \\ p' });
  const lamp = await publisher(account, login);
  await lamp.tell(device.id, { level: 1 });
  return { account, device, lamp, token: await newToken(account) };
}

const KEYS = Array.from({ length: 32 }, (_, at) => `value_${at}`);

/** More values than a response can hold. */
async function largeAccount() {
  const account = await newAccount(url);
  const { key } = await account.newKey();
  const limits = { devices: 100, series: 2000 };
  const operator = operatorClient({ url, key: keyInFile(".dev.vars") });
  await operator.send("PUT", `accounts/${account.userId}/limits/`, limits);
  const { tell } = await publisher(account, { clientId: "sensors", username: "key", password: key });
  for (let at = 0; at < 35; at++) {
    const { id } = await account.newDevice(`Sensor ${at}`);
    await tell(id, Object.fromEntries(KEYS.map((each, value) => [each, value])));
  }
  return { account, token: await newToken(account) };
}

async function scrape(token: string): Promise<string> {
  const headers = { Authorization: `Bearer ${token}` };
  return (await fetch(`${url}/v0/values/metrics/`, { headers })).text();
}

it.each([
  ["small", smallAccount, 10],
  ["large", largeAccount, 1990],
])("promtool accepts the metrics of a %s account", async (_, make, most) => {
  const { token } = await make();
  const text = await scrape(token);
  expect(text.split("\n").length).toBeGreaterThan(most);
  expect(text.split("\n").length).toBeLessThanOrEqual(2001);
  expect(text.includes("left out")).toBe(most > 100);
  const promtool = start("/usr/bin/promtool", ["check", "metrics"]);
  promtool.close(text);
  expect([await promtool.ended, promtool.said()]).toEqual([0, ""]);
});

/** Scrapes every second; responses may be ten seconds old. */
async function startPrometheus(tokens: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), "switchyard-prometheus-"));
  const jobs = tokens.map((token, at) => {
    writeFileSync(join(folder, `token-${at}`), token);
    return `
  - job_name: account-${at}
    metrics_path: /v0/values/metrics/
    authorization: { credentials_file: ${folder}/token-${at} }
    static_configs: [{ targets: ["${new URL(url).host}"] }]`;
  });
  const config = join(folder, "prometheus.yml");
  writeFileSync(config, `global: { scrape_interval: 1s }\nscrape_configs:${jobs.join("")}\n`);
  const address = `127.0.0.1:${await freePort()}`;
  const options = { "config.file": config, "storage.tsdb.path": join(folder, "data") };
  const prometheus = start("/usr/bin/prometheus", [
    ...Object.entries(options).map(([name, value]) => `--${name}=${value}`),
    `--web.listen-address=${address}`,
  ]);
  onTestFinished(async () => {
    await prometheus.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  await prometheus.untilSaid("Server is ready to receive web requests");
  return async (query: string): Promise<Record<string, string>[]> => {
    const search = new URLSearchParams({ query });
    const answer = await fetch(`http://${address}/api/v1/query?${search}`);
    const { data } = (await answer.json()) as Found;
    return data.result.map(({ metric, value: [, value] }) => ({ ...metric, value }));
  };
}

interface Found {
  data: { result: { metric: Record<string, string>; value: [at: number, value: string] }[] };
}

it("Prometheus scrapes an account with a token from a file, twice at once", async () => {
  const { device, token } = await smallAccount();
  const query = await startPrometheus([token, token, `${token}x`]);
  const jobs = ["account-0", "account-1"];
  const both = async (what: string) => {
    const found = await query(what);
    return found.length === 2 && found.sort((a, b) => ((a.job ?? "") < (b.job ?? "") ? -1 : 1));
  };
  const labels = { device: 'La "m" \\ p', device_id: device.id };
  expect(await until("the value", () => both("switchyard_value"))).toMatchObject(
    jobs.map((job) => ({ job, ...labels, key: "level", value: "1" })),
  );
  expect(await both("switchyard_device_connected == 1")).toMatchObject(
    jobs.map((job) => ({ job, ...labels })),
  );
  const refused = await until("the refusal", async () => {
    const down = await query("up == 0");
    return down.length > 0 && down;
  });
  expect(refused).toMatchObject([{ job: "account-2" }]);
});

it("the series of a killed device ends, and another's continues", { timeout: 120_000 }, async (context) => {
  if (!isAll) context.skip("It waits until a value is overdue: npm run test:all.");
  const { account, device, lamp, token } = await smallAccount();
  const query = await startPrometheus([token]);
  // every five seconds until half a minute ago: overdue half a minute from now
  for (const ago of [45, 40, 35, 30]) await lamp.tell(device.id, { ts: Date.now() - ago * 1000, dying: ago });
  await lamp.kill();
  await account.untilEvent(device.id, "disconnected");
  await until("the dying value", async () => (await query('switchyard_value{key="dying"}')).length === 1);
  await until("its end", async () => (await query('switchyard_value{key="dying"}')).length === 0, 90_000);
  expect(await query("switchyard_device_connected")).toMatchObject([{ device_id: device.id, value: "0" }]);
  expect(await query("switchyard_value")).toMatchObject([{ key: "level" }]);
  expect(await query('count_over_time(switchyard_value{key="dying"}[5m]) > 0')).toHaveLength(1);
});
