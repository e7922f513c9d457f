/** `field=increase` and `integral`, by days, weeks and months of a time zone, and which values are counters. */

import { expect, test } from "vitest";
import { api, newAccount } from "./client.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ZONE = "Europe/Berlin";
const localDay = (at: number | string) =>
  new Intl.DateTimeFormat("en-CA", { timeZone: ZONE, dateStyle: "short" }).format(new Date(at));

async function house() {
  const person = await newAccount();
  await person.call("POST /v0/api-keys/");
  const id: string = (await person.call("POST /v0/devices/on-off/", { name: "Meter" })).body.id;
  const path = `/v0/devices/on-off/${id}`;
  const send = (body: unknown) => person.call(`POST ${path}/telemetry/`, body);
  const read = async (query: Record<string, string>, headers: Record<string, string> = {}) =>
    api(`GET ${path}/series/?${new URLSearchParams({ key: "energy_kwh", ...query })}`, undefined, {
      token: person.token,
      headers,
    });
  return { person, id, path, send, read };
}

test("twenty days of a meter, sent late, are its days in the account's zone, in a given one, and as CSV", async () => {
  const { person, send, read } = await house();
  const profile = { email: person.email, first_name: "A", last_name: "B", time_zone: ZONE };
  expect((await person.call("PUT /v0/users/", profile)).status).toBe(200);
  const now = Date.now();
  const samples = Array.from({ length: 20 * 24 }, (_, n) => ({
    ts: now - 20 * DAY + n * HOUR,
    // restarts each week
    energy_kwh: (n % 168) / 4,
  }));
  for (let n = 0; n < samples.length; n += 100) {
    const { body } = await send(samples.slice(n, n + 100));
    expect(body).toEqual({ kept: ["energy_kwh"], refused: [] });
  }
  const expected = new Map<string, number>();
  for (const [n, { ts, energy_kwh: value }] of samples.entries()) {
    const before = samples[n - 1]?.energy_kwh ?? value;
    expected.set(localDay(ts), (expected.get(localDay(ts)) ?? 0) + (value < before ? value : value - before));
  }
  const query = { field: "increase", resolution: "day" };
  const { body } = await read(query);
  expect(body).toMatchObject({ unit: "kWh", resolution: "day", computed_from: "1h" });
  expect(new Map(body.points.map(([at, value]: [string, number]) => [localDay(at), value]))).toEqual(
    expected,
  );
  expect((await read({ ...query, time_zone: ZONE })).body).toEqual(body);
  const tokyo = (await read({ ...query, time_zone: "Asia/Tokyo" })).body.points;
  expect(tokyo[1][0]).toMatch(/T15:00:00/);
  const sum = (points: [string, number | null][]) => points.reduce((all, [, value]) => all + (value ?? 0), 0);
  const months = (await read({ field: "increase", resolution: "month" })).body.points;
  expect([sum(tokyo), sum(months)]).toEqual([sum(body.points), sum(body.points)]);
  const csv = await read(query, { Accept: "text/csv" });
  expect(csv.body).toBe(
    `at,value\r\n${body.points.map(([at, value]: [string, number]) => `${at},${value}\r\n`).join("")}`,
  );
});

test("without a zone of the account days are those of UTC", async () => {
  const { send, read } = await house();
  await send([{ ts: -1, energy_kwh: 1 }, { energy_kwh: 2 }]);
  const [[at]] = (await read({ resolution: "day", field: "increase" })).body.points;
  expect(Date.parse(at) % DAY).toBe(0);
});

test("the area below a power is in Wh", async () => {
  const { send, read } = await house();
  await send(Array.from({ length: 13 }, (_, n) => ({ ts: -1 - n * 300_000, power_w: 120 })));
  const { body } = await read({ key: "power_w", field: "integral", resolution: "month" });
  expect([
    body.unit,
    body.points.reduce((all: number, [, value]: [string, number]) => all + value, 0),
  ]).toEqual(["Wh", 120]);
});

test.each([
  [{ field: "increases" }, { field: ['"increases" is not a valid choice.'] }],
  [{ resolution: "year" }, { resolution: ['"year" is not a valid choice.'] }],
  [{ resolution: "day", time_zone: "Berlin" }, { time_zone: [expect.stringContaining("Europe/Berlin")] }],
  [{ resolution: "day", time_zone: "+01:00" }, { time_zone: [expect.stringContaining("IANA")] }],
])("%j is refused", async (query, errors) => {
  const { read } = await house();
  const { status, body } = await read(query as Record<string, string>);
  expect([status, body.errors]).toEqual([400, errors]);
});

test("a watch on an increase is given and shown with its time, which is a day without one", async () => {
  const { person, id } = await house();
  const condition = { device: id, key: "energy_kwh", increase_above: 12.5 };
  const make = (when: object) => person.call("POST /v0/watches/", { name: "Much", when, targets: [] });
  expect((await make({ ...condition, in: "PT1H" })).body.when).toEqual({ ...condition, in: "PT1H" });
  expect((await make(condition)).body.when).toEqual({ ...condition, in: "P1D" });
  for (const wrong of [
    { in: "P2D" },
    { above: 1 },
    { for: "PT1M" },
    { increase_above: "much" },
    { key: undefined },
  ]) {
    expect((await make({ ...condition, ...wrong })).status).toBe(400);
  }
  expect((await make({ device: id, key: "a", above: 1, in: "PT1H" })).status).toBe(400);
});

test("a value of a device and a series of a channel are declared counters, and say so", async () => {
  const { person, path, send, read } = await house();
  await send({ energy_kwh: 1, t: 2 });
  const labels = [{ key: "energy_kwh", name: null, unit: null, counter: true }];
  const put = (value_labels: object[]) => person.call(`PUT ${path}/`, { name: "Meter", value_labels });
  expect(
    (await put([...labels, { key: "t", name: "", unit: "", counter: false }])).body.value_labels,
  ).toEqual(labels);
  expect((await person.call(`GET ${path}/values/`)).body).toMatchObject([
    { key: "energy_kwh", counter: true, unit: "kWh" },
    { key: "t" },
  ]);
  expect((await read({})).body.counter).toBe(true);
  expect((await read({ key: "t" })).body).not.toHaveProperty("counter");
  expect((await put([])).body.value_labels).toEqual([]);
  expect((await read({})).body).not.toHaveProperty("counter");
  const series = { path: "", unit: "L", name: "water", counter: true };
  const channel = (await person.call("POST /v0/mqtt/channels/", { name: "Water", topic: "water", series }))
    .body;
  expect(channel.series).toEqual(series);
  expect((await person.call(`GET /v0/mqtt/channels/${channel.id}/series/`)).body).toMatchObject({
    counter: true,
    unit: "L",
  });
});
