/** `PUT …/series/`: hours of another service, beside those that the broker measured. */

import { expect, test } from "vitest";
import { MAX_SERIES_BYTES } from "../../../../worker/contract/limits.ts";
import { type Account, apiWith, newAccount } from "./client.ts";
import { connected } from "./connected.ts";

const HOUR = 3_600_000;
/** When the hour began that is this many hours ago. */
const ago = (hours: number): string =>
  new Date(Math.floor(Date.now() / HOUR) * HOUR - hours * HOUR).toISOString();
const csv = (...rows: [at: string, value: number][]) =>
  new Blob([`at,value\r\n${rows.map(([at, value]) => `${at},${value}\r\n`).join("")}`], { type: "text/csv" });

async function newDevice(person: Account): Promise<string> {
  await person.call("POST /v0/api-keys/");
  return (await person.call("POST /v0/devices/on-off/", { name: "Lamp" })).body.id;
}

async function measure(person: Account, id: string, message: object) {
  const [{ key }] = (await person.call("GET /v0/api-keys/")).body;
  const client = await connected(person.id, { clientId: `${key}__sensor` });
  client.publish(`${person.id}/devices/${id}/telemetry`, JSON.stringify(message), { qos: 1, messageId: 1 });
  await client.all();
}

const put = (person: Account, id: string, body: Blob, key = "t") =>
  person.call(`PUT /v0/devices/on-off/${id}/series/?key=${key}&resolution=1h`, body);
async function hoursOf(person: Account, id: string, key = "t") {
  const query = `key=${key}&resolution=1h&from=${ago(20_000)}`;
  return (await person.call(`GET /v0/devices/on-off/${id}/series/?${query}`)).body.points;
}

test("hours are read as they were written, and a second time changes nothing", async () => {
  const person = await newAccount();
  const id = await newDevice(person);
  const body = () => csv([ago(3), -1.5], [ago(2), 2]);
  const written = { key: "t", written: 2, existing: 0, expired: 0 };
  expect((await put(person, id, body())).body).toEqual(written);
  expect(await hoursOf(person, id)).toEqual([
    [ago(3), -1.5],
    [ago(2), 2],
  ]);
  expect((await put(person, id, body())).body).toEqual({ ...written, written: 0, existing: 2 });
  expect((await person.call(`GET /v0/devices/on-off/${id}/values/`)).body).toMatchObject([
    { key: "t", value: 2, at: ago(2), average: true },
  ]);
});

test("an average of written hours is no last value, no report of a control, and no metric", async () => {
  const person = await newAccount();
  const id = await newDevice(person);
  const path = `/v0/devices/on-off/${id}/`;
  const controls = [{ key: "brightness", kind: "number", min: 0, max: 100, unit: "%" }];
  await person.call(`PUT ${path}`, { name: "Lamp", controls, shown_values: ["brightness", "t"] });
  const states = async () => {
    const listed = (await person.call("GET /v0/devices/on-off/")).body[0];
    const one = (await person.call(`GET ${path}`)).body;
    const values = (await person.call(`GET ${path}values/`)).body;
    const last = ({ key, value, average = false }: Record<string, unknown>) => [key, value, average];
    expect([one.controls, one.values]).toEqual([listed.controls, listed.values]);
    return { reported: one.controls[0].reported, shown: one.values.map(last), values: values.map(last) };
  };
  await put(person, id, csv([ago(3), 50]), "brightness");
  await put(person, id, csv([ago(3), 21]));
  expect(await states()).toEqual({
    reported: null,
    shown: [],
    values: [
      ["brightness", 50, true],
      ["t", 21, true],
    ],
  });
  const metrics = await person.call("GET /v0/values/metrics/");
  expect([metrics.status, metrics.body]).toEqual([200, expect.not.stringMatching(/brightness|key="t"/)]);
  // older than the newest hour that is written after it
  await measure(person, id, { ts: Date.parse(ago(5)) + 60_000, brightness: 82, t: 26.4 });
  await put(person, id, csv([ago(2), 50]), "brightness");
  await put(person, id, csv([ago(2), 21]));
  const expected = [
    ["brightness", 82, false],
    ["t", 26.4, false],
  ];
  expect(await states()).toEqual({ reported: 82, shown: expected, values: expected });
});

test("an hour with samples keeps them, and the newest value stays the last one", async () => {
  const person = await newAccount();
  const id = await newDevice(person);
  const at = Date.parse(ago(2)) + 60_000;
  await measure(person, id, { ts: at, t: 40 });
  const answer = await put(person, id, csv([ago(3), 1], [ago(2), 2]));
  expect(answer.body).toEqual({ key: "t", written: 1, existing: 1, expired: 0 });
  expect(await hoursOf(person, id)).toEqual([
    [ago(3), 1],
    [ago(2), 40],
  ]);
  expect((await person.call(`GET /v0/devices/on-off/${id}/values/`)).body).toMatchObject([{ value: 40 }]);
});

test("an hour is written as any moment of the API, and only if it exists", async () => {
  const person = await newAccount();
  const id = await newDevice(person);
  const at = ago(3);
  const eastern = new Date(Date.parse(at) + HOUR).toISOString().replace(":00.000Z", "+01:00");
  for (const [n, text] of [at.replace(":00.000Z", "Z"), at.replace(":00.000Z", ""), eastern].entries()) {
    expect((await put(person, id, csv([text, 7]), `k${n}`)).body).toMatchObject({ written: 1 });
    expect(await hoursOf(person, id, `k${n}`)).toEqual([[at, 7]]);
  }
  for (const text of [
    "2026-02-30T10:00:00Z",
    "2026-04-31T10:00Z",
    "2026-01-01T24:30Z",
    "2026-01-01T10:30Z",
  ]) {
    const { status, body } = await put(person, id, csv([text, 7]));
    expect([text, status, body.errors.csv[0]]).toEqual([
      text,
      400,
      expect.stringContaining("Line 2 is no full hour"),
    ]);
  }
});

test("two years of hours fit into one call, and later samples beside them", async () => {
  const person = await newAccount();
  const id = await newDevice(person);
  const rows = Array.from({ length: 17_000 }, (_, n): [string, number] => [ago(17_000 - n), n / 10]);
  expect((await put(person, id, csv(...rows))).body).toMatchObject({ written: 17_000, expired: 0 });
  await measure(person, id, { t: 5 });
  const query = `key=t&resolution=1d&field=count&from=${ago(17_000)}`;
  const { points } = (await person.call(`GET /v0/devices/on-off/${id}/series/?${query}`)).body;
  const count = points.reduce((sum: number, [, value]: [string, number]) => sum + value, 0);
  expect(count).toBe(17_001);
});

test("20,000 hours and 2 MiB are the most of a call", async () => {
  const person = await newAccount();
  const id = await newDevice(person);
  const rows = (count: number) =>
    csv(...Array.from({ length: count }, (_, n): [string, number] => [ago(30_000 - n), 1]));
  expect((await put(person, id, rows(20_000))).status).toBe(200);
  const { status, body } = await put(person, id, rows(20_001));
  expect([status, body]).toEqual([
    400,
    { errors: { csv: ["A call writes 20000 hours max. Send the others in another call."] } },
  ]);
  const large = new Blob(["x".repeat(MAX_SERIES_BYTES + 1)], { type: "text/csv" });
  expect((await put(person, id, large)).status).toBe(413);
});

test("a device has 32 series: the next one is refused, and a known one is not", async () => {
  const person = await newAccount();
  const id = await newDevice(person);
  for (let n = 0; n < 32; n++) expect((await put(person, id, csv([ago(1), n]), `k${n}`)).status).toBe(200);
  const { status, body } = await put(person, id, csv([ago(1), 1]), "more");
  expect([status, body.errors.key[0]]).toEqual([400, expect.stringContaining("no room for another series")]);
  expect((await put(person, id, csv([ago(2), 1]), "k0")).body).toMatchObject({ written: 1 });
});

test("a token may not write hours", async () => {
  const person = await newAccount();
  const id = await newDevice(person);
  const scopes = ["setup:write", "values:read"];
  const { token } = (await person.call("POST /v0/tokens/", { name: "T", scopes })).body;
  const line = `PUT /v0/devices/on-off/${id}/series/?key=t&resolution=1h`;
  expect((await apiWith()(line, csv([ago(1), 1]), { token })).status).toBe(403);
});

test.each([
  ["binary bytes", new Uint8Array([0x50, 0x4b, 3, 4, 0xff, 0xfe, 0]), "no text in UTF-8"],
  ["hours behind binary bytes", new Uint8Array([0x61, 0xff, 0x0a]), "no text in UTF-8"],
  ["nothing", new Uint8Array(), "must be a header, such as at,value"],
  [
    "hours without a header",
    new TextEncoder().encode(`${ago(3)},1\r\n`),
    "must be a header, such as at,value",
  ],
  ["another table", new TextEncoder().encode("a,b\r\n1,2\r\n"), "Line 2 is no full hour"],
])("%s is no table of hours, and writes nothing", async (_, bytes, sentence) => {
  const person = await newAccount();
  const id = await newDevice(person);
  const { status, body } = await put(person, id, new Blob([bytes], { type: "text/csv" }));
  expect([status, body.errors]).toEqual([400, { csv: [expect.stringContaining(sentence)] }]);
});
