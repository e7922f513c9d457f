/** Measured values over REST: access and formats. */

import { SELF } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { createDirectory } from "../../../../worker/ports/directory.ts";
import { type Account, newAccount } from "./client.ts";

let owner: Account;
/** A device without values. */
let quiet: string;

beforeAll(async () => {
  owner = await newAccount();
  await owner.call("POST /v0/api-keys/");
  quiet = await newDevice();
});

const newDevice = async (body: object = {}): Promise<string> =>
  (await owner.call("POST /v0/devices/on-off/", { name: "Bed", ...body })).body.id;
const newChannel = async (topic: string, series: object | null): Promise<string> =>
  (await owner.call("POST /v0/mqtt/channels/", { name: topic, topic, series })).body.id;

const get = (path: string, accept: string) =>
  SELF.fetch(`http://switchyard.test${path}`, {
    headers: { Authorization: `Token ${owner.token}`, Accept: accept },
  });

describe("a measured value", () => {
  test("is visible to its account only [T226]", async () => {
    const stranger = await newAccount();
    for (const path of ["values/", "series/?key=a"]) {
      expect((await stranger.call(`GET /v0/devices/on-off/${quiet}/${path}`)).status).toBe(404);
    }
    const channel = await newChannel("foreign", { path: "", name: "n" });
    for (const path of ["values/", "series/"]) {
      expect((await stranger.call(`GET /v0/mqtt/channels/${channel}/${path}`)).status).toBe(404);
    }
  });
});

describe("a series as CSV", () => {
  test.each([
    ["text/csv", "text/csv"],
    ["text/*", "text/csv"],
    ["text/csv, */*;q=0.1", "text/csv"],
    ["application/json;q=0.5, text/csv", "text/csv"],
    ["application/json, text/csv", "application/json"],
    ["text/csv;q=0.4, application/json;q=0.6", "application/json"],
    ["text/html, */*;q=0.8", "application/json"],
    ["*/*", "application/json"],
    ["", "application/json"],
  ])("is returned when preferred: Accept %s", async (accept, type) => {
    const answer = await get(`/v0/devices/on-off/${quiet}/series/?key=level`, accept);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toContain(type);
  });

  test("exists for this call only; an error is JSON", async () => {
    expect((await get("/v0/devices/on-off/", "text/csv")).status).toBe(406);
    const mistake = await get(`/v0/devices/on-off/${quiet}/series/`, "text/csv");
    expect(mistake.status).toBe(400);
    expect(await mistake.json()).toEqual({ errors: { key: ["This field is required."] } });
    const neither = await get(`/v0/devices/on-off/${quiet}/series/?key=a`, "text/html");
    expect(neither.status).toBe(406);
  });
});

describe("a channel with several series", () => {
  const t = { path: "/t", unit: "°C", name: "Warmth" };
  const h = { path: "/h", unit: null, name: "Humidity" };

  test("is known to the account's object with each of them; a list of one is one series", async () => {
    const id = await newChannel("climate", [t, { path: "/h", name: "Humidity" }]);
    const listed = async () =>
      ((await owner.call("GET /v0/mqtt/channels/")).body as { id: string; series: unknown }[]).find(
        (channel) => channel.id === id,
      )?.series;
    const told = async () =>
      (await createDirectory(env).read(owner.id)).series?.filter(({ channelId }) => channelId === id);
    const topic = `${owner.id}/climate`;
    expect(await listed()).toEqual([t, h]);
    expect(await told()).toEqual([
      { channelId: id, topic, ...t },
      { channelId: id, topic, ...h },
    ]);
    await owner.call(`PUT /v0/mqtt/channels/${id}/`, { name: "C", topic: "climate", series: [h] });
    expect(await listed()).toEqual(h);
    expect(await told()).toEqual([{ channelId: id, topic, ...h }]);
  });

  test("needs the key of one to read or write it", async () => {
    const id = await newChannel("climate-2", [t, h]);
    const several = { errors: { key: ["This channel has several series: name the key of one."] } };
    const path = `/v0/mqtt/channels/${id}/series/`;
    expect((await owner.call(`GET ${path}`)).body).toEqual(several);
    expect((await owner.call(`GET ${path}?key=Warmth`)).body).toMatchObject({ key: "Warmth", unit: "°C" });
    const write = async (query: string) => {
      const answer = await SELF.fetch(`http://switchyard.test${path}?resolution=1h${query}`, {
        method: "PUT",
        headers: { Authorization: `Token ${owner.token}`, "Content-Type": "text/csv" },
        body: "at,value\r\n2026-01-22T13:00:00.000Z,21\r\n",
      });
      return answer.json();
    };
    expect(await write("")).toEqual(several);
    expect(await write("&key=Wind")).toEqual({
      errors: { key: ["This channel has no series of this name."] },
    });
    expect(await write("&key=Humidity")).toMatchObject({ key: "Humidity" });
  });
});

describe("a channel with a series", () => {
  test("is known to the account's object with its rights, while it has the series", async () => {
    const series = { path: "/a~1b", unit: null, name: "Ratio" };
    const id = await newChannel("ratio", series);
    const topic = `${owner.id}/ratio`;
    const told = async () =>
      (await createDirectory(env).read(owner.id)).series?.find(({ channelId }) => channelId === id);
    expect(await told()).toEqual({ channelId: id, topic, ...series });
    await owner.call(`PUT /v0/mqtt/channels/${id}/`, { name: "Ratio", topic: "ratio" });
    expect(await told()).toBeDefined();
    await owner.call(`PUT /v0/mqtt/channels/${id}/`, { name: "Ratio", topic: "ratio", series: null });
    expect(await told()).toBeUndefined();
  });
});
