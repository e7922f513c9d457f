/** Attacks with the link of a guest: beyond its devices, beyond its time, as a flood, with names that are markup. */

import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { bearerOf } from "../../../../broker/contract/token.ts";
import type { Hub } from "../../../../broker/hub.ts";
import { newBearer } from "../../../../worker/keys/random.ts";
import { PASSWORD } from "../../../support/golden/world.ts";
import { countRows } from "../../broker/support/rows.ts";
import { type Account, api, apiWith, newAccount } from "./client.ts";
import { upgrade } from "./connected.ts";
import { operator } from "./operator.ts";
import { openSockets, openStream } from "./stream-reader.ts";
import { countRoundTrips } from "./trips.ts";

afterEach(() => void vi.useRealTimers());

const TOPICS = "?filter=devices/%2B/status&filter=devices/%2B/telemetry";
const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

interface Shared {
  owner: Account;
  /** Of the guest's two devices, and of another. */
  ids: [string, string, string];
  /** Of the guest. */
  id: string;
  token: string;
}

async function shared(body: object = {}): Promise<Shared> {
  const owner = await newAccount();
  await owner.call("POST /v0/api-keys/");
  const ids: string[] = [];
  for (const name of ["Lamp", "Fan", "Door"]) {
    ids.push((await owner.call("POST /v0/devices/on-off/", { name })).body.id);
  }
  const guest = { name: "Anna", devices: ids.slice(0, 2), may: "switch", ...body };
  const { id, token } = (await owner.call("POST /v0/guests/", guest)).body;
  return { owner, ids: ids as Shared["ids"], id, token };
}

const read = (token: string, call = api) => call("GET /v0/devices/on-off/", undefined, { token });
const open = (token: string, query = TOPICS) => openStream(query, { Authorization: `Token ${token}` });
const switchLine = (id: string) => `POST /v0/devices/on-off/${id}/switch/`;

describe("a link at what it does not share", () => {
  test("a stream of another device, of events and of messages beside is refused [T400]", async () => {
    const { ids, token } = await shared();
    const foreign = ["status", "telemetry", "control"].map((kind) => `devices/${ids[2]}/${kind}`);
    for (const filter of [...foreign, `devices/${ids[0]}/control`, "lamp/state"]) {
      expect((await open(token, `?filter=${encodeURIComponent(filter)}`)).status, filter).toBe(403);
    }
    expect((await open(token, `${TOPICS}&events=true`)).status).toBe(403);
  });

  test("a message on a control topic, its own too, is refused and switches nothing [T400]", async () => {
    const { owner, ids, token } = await shared();
    for (const id of ids) {
      const line = `POST /v0/messages/devices/${id}/control`;
      expect((await api(line, { state: "on" }, { token })).status).toBe(403);
    }
    const devices = (await owner.call("GET /v0/devices/on-off/")).body as { state: boolean }[];
    expect(devices.map(({ state }) => state)).toEqual([false, false, false]);
  });

  test("shows no topic, no room, no name of another guest, and no client [T404]", async () => {
    const { owner, ids, token } = await shared();
    const channel = (await owner.call("POST /v0/mqtt/channels/", { name: "Secret", topic: "house/secret" }))
      .body;
    const body = { name: "Lamp", room: "Vault", pinned: true, channels: [channel.id] };
    await owner.call(`PUT /v0/devices/on-off/${ids[0]}/`, body);
    const other = { name: "Mallory", devices: [ids[0]], may: "switch" };
    const { token: another } = (await owner.call("POST /v0/guests/", other)).body;
    await api(switchLine(ids[0]), { state: true }, { token: another });
    const answers = [await read(token), await api(`GET /v0/devices/on-off/${ids[0]}/`, undefined, { token })];
    for (const { status, body: answer } of answers) {
      expect(status).toBe(200);
      for (const secret of ["secret", "Secret", "Vault", "Mallory"]) {
        expect(JSON.stringify(answer)).not.toContain(secret);
      }
    }
  });
});

describe("a link beyond its time", () => {
  test("before its start it says when that is, and nothing else; after its end that it has ended [T401]", async () => {
    const starts_at = inHours(1);
    const { token } = await shared({ starts_at, ends_at: inHours(2) });
    const calls = [() => read(token), () => api("GET /v0/scopes/", undefined, { token })];
    for (const call of calls) {
      const { status, body } = await call();
      expect([status, body]).toEqual([401, { detail: `This link works from ${starts_at}.`, starts_at }]);
    }
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 1.5 * HOUR });
    expect((await read(token)).status).toBe(200);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + HOUR });
    expect((await read(token)).body).toEqual({ detail: "This link has ended." });
  });

  test("an open page closes at its end, and switches nothing after it, however late the alarm [T362] [T401]", async () => {
    const { owner, ids, token } = await shared({ ends_at: inHours(1) });
    const page = await open(token);
    await owner.call(switchLine(ids[0]), { state: true });
    expect((await page.next()).data.topic).toBe(`devices/${ids[0]}/status`);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + HOUR + 1 });
    expect((await api(switchLine(ids[0]), { state: true }, { token })).status).toBe(401);
    await vi.waitFor(async () => {
      await runDurableObjectAlarm(env.BROKER.getByName(owner.id));
      expect(await openSockets(owner.id)).toBe(0);
    });
    expect(await page.nextOrEnd()).toBeNull();
  });

  test("of another or deleted account, truncated, or under another account's id is refused [T361]", async () => {
    const { owner, token } = await shared();
    const stranger = await newAccount();
    const gone = await shared();
    const page = await open(gone.token);
    expect((await gone.owner.call("DELETE /v0/users/", { password: PASSWORD })).status).toBe(204);
    expect(await page.nextOrEnd()).toBeNull();
    const crossed = bearerOf("token", stranger.id, token.slice(26, 53));
    const guessed = newBearer("token", owner.id);
    for (const wrong of [crossed, guessed, gone.token, token.slice(0, -1)]) {
      expect((await read(wrong)).status).toBe(401);
      expect((await open(wrong)).status).toBe(401);
      const client = await upgrade(owner.id, { username: "x", password: wrong });
      expect((await client.next("connack")).reasonCode).not.toBe(0);
    }
    expect((await read(token)).status).toBe(200);
  });

  test("of a suspended account does not work and does not say why; its pages close [T401] [T404]", async () => {
    const { owner, ids, token } = await shared();
    const page = await open(token);
    const path = `/v0/operator/accounts/${owner.id}/suspension/`;
    await operator(`PUT ${path}`, { reason: "It sends spam." });
    expect(await page.nextOrEnd()).toBeNull();
    const lines = [
      "GET /v0/devices/on-off/",
      "GET /v0/scopes/",
      `GET /v0/devices/on-off/${ids[0]}/values/`,
      `GET /v0/devices/on-off/${ids[0]}/series/?key=t`,
    ];
    for (const line of lines) {
      const { status, body } = await api(line, undefined, { token });
      expect([status, body]).toEqual([403, { detail: "This link does not work at present." }]);
    }
    expect((await open(token)).status).toBe(403);
    expect((await api(switchLine(ids[0]), { state: true }, { token })).status).toBe(403);
    await operator(`DELETE ${path}`);
    expect((await read(token)).status).toBe(200);
  });
});

test("a link that is open in two browsers works in both, and both close when it ends [T401]", async () => {
  const { owner, ids, id, token } = await shared();
  const pages = [await open(token), await open(token)];
  await api(switchLine(ids[1]), { state: true }, { token });
  for (const page of pages) expect((await page.next()).data.topic).toBe(`devices/${ids[1]}/status`);
  await owner.call(`DELETE /v0/guests/${id}/`);
  for (const page of pages) expect(await page.nextOrEnd()).toBeNull();
});

describe("a guest that floods", () => {
  test("with reads waits alone: neither the owner nor another guest [T402]", async () => {
    const { owner, ids, token } = await shared();
    const other = { name: "Bert", devices: [ids[0]], may: "see" };
    const { token: another } = (await owner.call("POST /v0/guests/", other)).body;
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const call = apiWith({ THROTTLE: "on", READ_RATE: "1" });
    await read(token, call);
    await runInDurableObject(env.BROKER.getByName(owner.id), (object) => {
      (object as unknown as { hub: Hub }).hub.modules.limits.READ_RATE = 1;
    });
    const statuses = new Set<number>();
    for (let n = 0; n < 20; n++) statuses.add((await read(token, call)).status);
    expect(statuses).toEqual(new Set([200, 429]));
    expect((await read(another, call)).status).toBe(200);
    expect((await read(owner.token, call)).status).toBe(200);
  });

  test("with malformed calls uses up no read of the owner [T402]", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const call = apiWith({ THROTTLE: "on", READ_RATE: "1" });
    const { owner, token } = await shared();
    const statuses = new Set<number>();
    for (let n = 0; n < 20; n++) {
      statuses.add((await call("GET /v0/stream/?filter=a%23b", undefined, { token })).status);
    }
    expect(statuses).toEqual(new Set([400, 429]));
    expect((await call("GET /v0/mqtt/channels/", undefined, { token: owner.token })).status).toBe(200);
  });

  test("with refused calls costs no query of the database [T402]", async () => {
    const counter = countRoundTrips(env.DB);
    const call = apiWith({ THROTTLE: "on", DB: counter.db });
    const { ids, token } = await shared();
    expect((await read(token, call)).status).toBe(200);
    const before = counter.trips();
    const refused = [
      "GET /v0/users/",
      "GET /v0/guests/",
      "GET /v0/events/devices/on-off/",
      `GET /v0/devices/on-off/${ids[2]}/`,
      `GET /v0/devices/on-off/${crypto.randomUUID()}/values/`,
      `POST /v0/messages/devices/${ids[2]}/control`,
      "POST /mcp",
      "GET /v0/stream/?events=true",
    ];
    for (let n = 0; n < 10; n++) {
      for (const line of refused) {
        expect([line, (await call(line, undefined, { token })).status]).toEqual([line, 403]);
      }
    }
    expect(counter.trips()).toBe(before);
  });
});

test("a deleted device cannot be switched, and without devices the link shows none [T401]", async () => {
  const { owner, ids, token } = await shared();
  await owner.call(switchLine(ids[0]), { state: true });
  const page = await open(token);
  expect((await page.next()).data).toMatchObject({ retain: true });
  await owner.call(`DELETE /v0/devices/on-off/${ids[0]}/`);
  expect((await page.next()).data).toMatchObject({ topic: `devices/${ids[0]}/status`, payload: "" });
  expect((await api(switchLine(ids[0]), { state: true }, { token })).status).toBe(403);
  await owner.call(`DELETE /v0/devices/on-off/${ids[1]}/`);
  expect((await read(token)).body).toEqual([]);
  expect((await api("GET /v0/scopes/", undefined, { token })).status).toBe(200);
});

test.each([
  ["markup", `<img src=x onerror="alert(1)">`],
  ["a hundred emoji", "🧪".repeat(100)],
  ["right-to-left text with its marks", "\u202eآنا\u202c"],
])("a name of %s stays what it is in list, event and live clients", async (_, name) => {
  const { owner, ids, token } = await shared({ name });
  expect((await owner.call("GET /v0/guests/")).body[0].name).toBe(name);
  const page = await open(token);
  await api(switchLine(ids[0]), { state: true }, { token });
  const [event] = (await owner.call("GET /v0/events/devices/on-off/")).body;
  expect(event).toMatchObject({ actor: "guest", guest: name });
  expect((await owner.call("GET /v0/mqtt/clients/")).body[0].name).toBe(name);
  page.close();
});

test("a switch of a guest writes as many rows as one of the owner", async () => {
  const { owner, ids, token } = await shared();
  const stub = env.BROKER.getByName(owner.id);
  // the first calls of the hour note their use
  const states: [string, boolean][] = [
    [owner.token, true],
    [token, false],
  ];
  for (const [by, state] of states) await api(switchLine(ids[0]), { state }, { token: by });
  const written: number[] = [];
  for (const [by, state] of states) {
    const work = async () => void (await api(switchLine(ids[0]), { state }, { token: by }));
    written.push((await countRows({ stub }, work)).written);
  }
  expect(written[1]).toBe(written[0]);
});
