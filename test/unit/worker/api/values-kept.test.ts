/** Measured values over REST: published by real clients, read as JSON and as CSV. */

import { SELF } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { telemetryTopic } from "../../../../broker/contract/topics.ts";
import { type Account, newAccount } from "./client.ts";
import { connected } from "./connected.ts";

const HOUR = 3_600_000;
let owner: Account;
let key: string;

beforeAll(async () => {
  owner = await newAccount();
  key = (await owner.call("POST /v0/api-keys/")).body.key;
});

const newDevice = async (body: object = {}): Promise<string> =>
  (await owner.call("POST /v0/devices/on-off/", { name: "Bed", ...body })).body.id;
const newChannel = async (topic: string, series: object | null): Promise<string> =>
  (await owner.call("POST /v0/mqtt/channels/", { name: topic, topic, series })).body.id;

/** At QoS 1: each is durable when this resolves. */
async function tell(topic: string, ...payloads: unknown[]): Promise<void> {
  const client = await connected(owner.id, { clientId: `${key}__sensor-${crypto.randomUUID().slice(0, 8)}` });
  for (const [at, payload] of payloads.entries()) {
    client.publish(topic, JSON.stringify(payload), { qos: 1, messageId: at + 1 });
    await client.next("puback");
  }
  client.disconnect();
}

const get = (path: string, accept: string) =>
  SELF.fetch(`http://switchyard.test${path}`, {
    headers: { Authorization: `Token ${owner.token}`, Accept: accept },
  });
const iso = (at: number) => new Date(at).toISOString();

describe("a device", () => {
  test("publishes to its telemetry topic; the last of each key is shown, with unit and time", async () => {
    const id = await newDevice();
    const at = Date.now() - HOUR;
    await tell(telemetryTopic(owner.id, id), {
      ts: at,
      temperature_c: 21.5,
      soil: { moisture: 38 },
      door: "open",
    });
    const { status, body } = await owner.call(`GET /v0/devices/on-off/${id}/values/`);
    expect(status).toBe(200);
    expect(body).toEqual([
      { key: "door", name: null, unit: null, value: "open", at: iso(at), by_http: false },
      { key: "soil.moisture", name: null, unit: null, value: 38, at: iso(at), by_http: false },
      { key: "temperature_c", name: null, unit: "°C", value: 21.5, at: iso(at), by_http: false },
    ]);
    expect((await owner.call("GET /v0/broker/")).body).toMatchObject({
      limits: { series: 100 },
      used: { series: 3 },
    });
  });

  test("shows the first two numbers in lists, or the chosen ones, in that order", async () => {
    const id = await newDevice();
    await tell(telemetryTopic(owner.id, id), { a: "text", b: 2, c: 3, d: 4 });
    const shown = async () => {
      const list = (await owner.call("GET /v0/devices/on-off/")).body as {
        id: string;
        values: { key: string }[];
      }[];
      return list.find((device) => device.id === id)?.values.map(({ key }) => key);
    };
    expect(await shown()).toEqual(["b", "c"]);
    const choose = async (shown_values: string[] | null) =>
      (await owner.call(`PUT /v0/devices/on-off/${id}/`, { name: "Bed", shown_values })).body;
    expect(await choose(["d", "a"])).toMatchObject({
      shown_values: ["d", "a"],
      values: [
        { key: "d", value: 4 },
        { key: "a", value: "text" },
      ],
    });
    expect(await shown()).toEqual(["d", "a"]);
    const renamed = await owner.call(`PUT /v0/devices/on-off/${id}/`, { name: "Other bed" });
    expect(renamed.body).toMatchObject({ name: "Other bed", shown_values: ["d", "a"] });
    expect((await choose(["gone", "gone", "b"].slice(1))).values).toMatchObject([{ key: "b" }]);
    expect((await choose([])).values).toEqual([]);
    expect((await choose(null)).values).toMatchObject([{ key: "b" }, { key: "c" }]);
    const controls = [{ key: "b", kind: "number", min: 0, max: 9 }];
    await owner.call(`PUT /v0/devices/on-off/${id}/`, { name: "Bed", controls });
    // lists show its control
    expect(await shown()).toEqual(["c", "d"]);
  });
});

describe("a series as CSV", () => {
  test("of a day equals the chart's numbers", async () => {
    const id = await newDevice();
    const from = Date.now() - 24 * HOUR;
    const samples = Array.from({ length: 48 }, (_, at) => ({ ts: from + at * 0.4 * HOUR, level: at / 3 }));
    await tell(telemetryTopic(owner.id, id), ...samples);
    const query = new URLSearchParams({ key: "level", from: iso(from), to: iso(from + 24 * HOUR) });
    for (const field of ["avg", "max", "count"]) {
      const path = `/v0/devices/on-off/${id}/series/?${query}&field=${field}`;
      const chart = await (await get(path, "application/json")).json<{ points: [string, number | null][] }>();
      const answer = await get(path, "text/csv");
      expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
      expect(answer.headers.get("cache-control")).toBe("no-store");
      const [header, ...rows] = (await answer.text()).split("\r\n");
      expect(header).toBe("at,value");
      expect(rows.pop()).toBe("");
      const points = rows
        .map((row) => row.split(","))
        .map(([at, value]) => [at, value === "" ? null : Number(value)]);
      expect(points).toEqual(chart.points);
      expect(points.filter(([, value]) => value !== null).length).toBeGreaterThan(10);
      expect(points.length).toBeLessThanOrEqual(2000);
    }
  });

  test("has no formula from a name, and empty gaps [T227]", async () => {
    const id = await newChannel("formula", { path: "", name: "=1+1", unit: "@x" });
    await tell(`${owner.id}/formula`, 1);
    expect((await owner.call(`GET /v0/mqtt/channels/${id}/values/`)).body).toMatchObject([
      { key: "=1+1", value: 1 },
    ]);
    const text = await (await get(`/v0/mqtt/channels/${id}/series/`, "text/csv")).text();
    expect(text).toMatch(/^at,value\r\n\d{4}-[^=@]*,1\r\n$/);
  });
});

describe("a key's name and unit", () => {
  const label = (id: string, ...value_labels: object[]) =>
    owner.call(`PUT /v0/devices/on-off/${id}/`, { name: "Bed", value_labels });
  const soil = { key: "soil", name: "Soil moisture", unit: "%" };

  test("apply to values, lists, series and columns", async () => {
    const id = await newDevice();
    await tell(telemetryTopic(owner.id, id), { soil: 38, power_w: 4 });
    const labelled = await label(
      id,
      soil,
      { key: "power_w", name: "", unit: "kW" },
      { key: "x", name: null },
    );
    const kept = [soil, { key: "power_w", name: null, unit: "kW" }];
    expect(labelled.body).toMatchObject({ value_labels: kept });
    expect((await owner.call(`GET /v0/devices/on-off/${id}/values/`)).body).toMatchObject(kept.toReversed());
    expect((await owner.call(`GET /v0/devices/on-off/${id}/`)).body).toMatchObject({
      value_labels: kept,
      values: kept.toReversed(),
    });
    const series = `/v0/devices/on-off/${id}/series/?key=soil`;
    expect((await owner.call(`GET ${series}`)).body).toMatchObject(soil);
    expect(await (await get(series, "text/csv")).text()).toMatch(/^at,Soil moisture \(%\)\r\n/);
    // a call without them keeps them
    await owner.call(`PUT /v0/devices/on-off/${id}/`, { name: "Other bed" });
    expect((await owner.call(`GET /v0/devices/on-off/${id}/`)).body).toMatchObject({ value_labels: kept });
    expect((await label(id)).body).toMatchObject({ value_labels: [] });
  });

  test("are no formula in a spreadsheet, and bounded", async () => {
    const id = await newDevice();
    await tell(telemetryTopic(owner.id, id), { soil: 38 });
    await label(id, { key: "soil", name: '=1,"2"' });
    const text = await (await get(`/v0/devices/on-off/${id}/series/?key=soil`, "text/csv")).text();
    expect(text).toMatch(/^at,"'=1,""2"""\r\n/);
    for (const wrong of [{ name: "x".repeat(65) }, { unit: "x".repeat(17) }])
      expect((await label(id, { key: "soil", ...wrong })).status).toBe(400);
    expect((await label(id, ...Array.from({ length: 33 }, () => soil))).status).toBe(400);
  });
});

describe("a channel with a series", () => {
  test("is recorded from the response on, at its JSON pointer", async () => {
    const id = await newChannel("tank", { path: "/tank/0/level", unit: "cm", name: "Level" });
    await tell(`${owner.id}/tank`, { tank: [{ level: 12 }] }, { tank: [] });
    const { body } = await owner.call(`GET /v0/mqtt/channels/${id}/values/`);
    expect(body).toMatchObject([{ key: "Level", unit: "cm", value: 12 }]);
    const series = (await owner.call(`GET /v0/mqtt/channels/${id}/series/?resolution=raw`)).body;
    expect(series).toMatchObject({ key: "Level", unit: "cm", resolution: "raw", points: [[body[0].at, 12]] });
  });
});
