/**
 * The metrics of an account, as its owner's Prometheus scrapes them: published by real clients, read with a
 * token.
 */

import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { telemetryTopic } from "../../../../broker/contract/topics.ts";
import { parsePrometheus } from "../../../support/prometheus.ts";
import { type Account, api, newAccount } from "./client.ts";
import { connected } from "./connected.ts";

async function scraper(owner: Account) {
  const scopes = ["values:read"];
  const { token } = (await owner.call("POST /v0/tokens/", { name: "prometheus", scopes })).body;
  return async () => {
    const { status, body } = await api("GET /v0/values/metrics/", undefined, { token });
    expect(status, JSON.stringify(body)).toBe(200);
    const samples = [...parsePrometheus(body)].flatMap(([, family]) => family.samples);
    return samples.map(
      ({ name, labels, value }): Record<string, string | number> => ({
        name: name.slice("switchyard_".length),
        ...labels,
        value,
      }),
    );
  };
}

async function furnished() {
  const owner = await newAccount();
  const { key } = (await owner.call("POST /v0/api-keys/")).body;
  const make = async (name: string) =>
    (await owner.call("POST /v0/devices/on-off/", { name })).body.id as string;
  const sensor = await connected(owner.id, { clientId: `${key}__sensor` });
  let messageId = 0;
  const tell = async (topic: string, payload: unknown) => {
    messageId += 1;
    sensor.publish(topic, JSON.stringify(payload), { qos: 1, messageId });
    await sensor.next("puback");
  };
  return { owner, make, tell, scrape: await scraper(owner) };
}

test("contain each device and its numbers, in rows or still in memory", async () => {
  const { owner, make, tell, scrape } = await furnished();
  const lamp = await make("Lamp");
  const series = { path: "/level", unit: "cm", name: "Level" };
  const { id: tank } = (await owner.call("POST /v0/mqtt/channels/", { name: "T", topic: "tank", series }))
    .body;
  await owner.call(`POST /v0/devices/on-off/${lamp}/switch/`, { state: true });
  await tell(telemetryTopic(owner.id, lamp), { temperature_c: 21.5, door: true, words: "open" });
  await tell(`${owner.id}/tank`, { level: 12 });
  const device = { device: "Lamp", device_id: lamp };
  const temperature = { ...device, key: "temperature_c", unit: "°C" };
  const channel = { channel: "tank", channel_id: tank, key: "Level", unit: "cm" };
  const samples = await scrape();
  expect(samples).toEqual([
    { name: "device_connected", ...device, value: 0 },
    { name: "device_on", ...device, value: 1 },
    { name: "value", ...channel, value: 12 },
    { name: "value", ...device, key: "door", unit: "", value: 1 },
    { name: "value", ...temperature, value: 21.5 },
    { name: "value_age_seconds", ...channel, value: expect.any(Number) },
    { name: "value_age_seconds", ...device, key: "door", unit: "", value: expect.any(Number) },
    { name: "value_age_seconds", ...temperature, value: expect.any(Number) },
  ]);
  // within ten seconds a second scraper gets the same response
  await tell(telemetryTopic(owner.id, lamp), { temperature_c: 22 });
  expect(await scrape()).toEqual(samples);
  await evictDurableObject(env.BROKER.getByName(owner.id), { webSockets: "hibernate" });
  expect(await scrape()).toContainEqual({ name: "value", ...temperature, value: 22 });
});

test("leave out a value that is overdue by its own interval, also before it is in a block", async () => {
  const { owner, make, tell, scrape } = await furnished();
  const [dead, live] = [await make("Dead"), await make("Live")];
  // every five seconds: overdue after a minute
  for (const ago of [85, 80, 75, 70, 65]) {
    const ts = Date.now() - ago * 1000;
    await tell(telemetryTopic(owner.id, dead), { ts, level: ago });
    await tell(telemetryTopic(owner.id, live), { ts: ts + 60_000, level: ago });
  }
  // old, and once: no interval
  await tell(telemetryTopic(owner.id, dead), { ts: Date.now() - 3_600_000, once: 1 });
  const values = (await scrape()).filter(({ name }) => name === "value");
  expect(values.map(({ device, key }) => [device, key]).sort()).toEqual([
    ["Dead", "once"],
    ["Live", "level"],
  ]);
});

test("contain the account's own only, and a token needs values:read", async () => {
  const { owner, make, tell } = await furnished();
  await tell(telemetryTopic(owner.id, await make("Secret")), { level: 1 });
  const stranger = await newAccount();
  expect(await (await scraper(stranger))()).toEqual([]);
  const made = await owner.call("POST /v0/tokens/", { name: "t", scopes: ["devices:read"] });
  const { status } = await api("GET /v0/values/metrics/", undefined, { token: made.body.token });
  expect(status).toBe(403);
});

test("have an ETag: 304 while they are the same, by token; another token or account has its own", async () => {
  const { owner, make, tell } = await furnished();
  const lamp = await make("Lamp");
  await tell(telemetryTopic(owner.id, lamp), { level: 1 });
  const tokenOf = async (account: Account, scope = "values:read") =>
    (await account.call("POST /v0/tokens/", { name: "t", scopes: [scope] })).body.token as string;
  const line = "GET /v0/values/metrics/";
  const [first, second] = [await tokenOf(owner), await tokenOf(owner)];
  const one = await api(line, undefined, { token: first });
  const tag = one.headers.get("ETag") ?? "";
  const headers = { "If-None-Match": tag };
  const again = await api(line, undefined, { token: first, headers });
  expect([again.status, again.body, again.headers.get("ETag")]).toEqual([304, undefined, tag]);
  expect((await api(line, undefined, { token: second })).body).toBe(one.body);
  const accept = { Accept: "application/openmetrics-text; version=1.0.0" };
  const open = await api(line, undefined, { token: first, headers: { ...headers, ...accept } });
  expect([open.status, open.body.endsWith("# EOF\n")]).toEqual([200, true]);
  const stranger = await newAccount();
  const foreign = await api(line, undefined, { token: await tokenOf(stranger), headers });
  expect([foreign.status, foreign.body.includes(lamp)]).toEqual([200, false]);
  const narrow = await tokenOf(owner, "devices:read");
  expect((await api(line, undefined, { token: narrow, headers })).status).toBe(403);
  await evictDurableObject(env.BROKER.getByName(owner.id), { webSockets: "hibernate" });
  await tell(telemetryTopic(owner.id, lamp), { level: 2 });
  expect((await api(line, undefined, { token: first, headers })).status).toBe(200);
});
