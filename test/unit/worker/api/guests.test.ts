/** Guests: what their tokens may do, how their pages follow a change, and what the owner sees of them. */

import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { CALLS, type CallName } from "../../../../worker/contract/api.ts";
import type { Endpoint } from "../../../../worker/contract/endpoint.ts";
import { type Account, api, apiWith, newAccount, rows } from "./client.ts";
import { connected, upgrade } from "./connected.ts";
import { NAMES, newWorld, requestOf, type World } from "./every-call.ts";
import { openStream } from "./stream-reader.ts";
import { countRoundTrips } from "./trips.ts";

const TOPICS = "?filter=devices/%2B/status&filter=devices/%2B/telemetry";
const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

interface Furnished {
  owner: Account;
  /** Three devices. */
  ids: string[];
  guest: (body?: object) => Promise<{ id: string; token: string }>;
}

async function furnished(): Promise<Furnished> {
  const owner = await newAccount();
  await owner.call("POST /v0/api-keys/");
  const ids: string[] = [];
  for (const name of ["Lamp", "Fan", "Door"]) {
    ids.push((await owner.call("POST /v0/devices/on-off/", { name })).body.id);
  }
  const guest = async (body: object = {}) => {
    const made = await owner.call("POST /v0/guests/", {
      name: "Anna",
      devices: ids.slice(0, 2),
      may: "switch",
      ...body,
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body as { id: string; token: string };
  };
  return { owner, ids, guest };
}

const named = (body: { name: string }[]) => body.map(({ name }) => name);

describe("every call of the table with a guest's token", () => {
  let world: World;
  let token: string;
  const counter = countRoundTrips(env.DB);
  const call = apiWith({ DB: counter.db });

  beforeAll(async () => {
    world = await newWorld();
    const devices = [world.ids.readDevice];
    token = (await world.person.call("POST /v0/guests/", { name: "Anna", devices, may: "switch" })).body
      .token;
    await call("GET /v0/scopes/", undefined, { token });
  });

  /** The calls that a guest may make. */
  const ALLOWED: CallName[] = [
    "readScopes",
    "listDevices",
    "readDevice",
    "switchDevice",
    "listDeviceValues",
    "readDeviceSeries",
    "readStream",
    "createTicket",
    "listApprovals",
  ];
  const QUERIES: Partial<Record<CallName, string>> = { readStream: TOPICS };

  for (const name of NAMES) {
    const row: Endpoint = CALLS[name];
    if (row.access === "public") continue;
    const isAllowed = ALLOWED.includes(name);
    test(`${name}: ${isAllowed ? "allowed" : "refused"}, without the database [T400]`, async () => {
      const { line, body } = requestOf(name, world);
      const [path = ""] = line.split("?");
      const before = counter.trips();
      const answer = await call(QUERIES[name] ? path + QUERIES[name] : line, body, { token });
      expect(counter.trips()).toBe(before);
      if (isAllowed) {
        expect(answer.status, JSON.stringify(answer.body)).toBe(row.status);
        return;
      }
      expect([answer.status, answer.body.detail]).toEqual([
        403,
        row.access === "token"
          ? "A guest may only read and switch the devices of its link."
          : "This needs a login session.",
      ]);
    });
  }

  test("of another device: refused as one that does not exist, also for its values and switch", async () => {
    const other = world.ids.updateDevice;
    const missing = crypto.randomUUID();
    for (const id of [other, missing]) {
      const lines = [`GET /v0/devices/on-off/${id}/`, `GET /v0/devices/on-off/${id}/values/`];
      for (const line of lines) expect((await call(line, undefined, { token })).status).toBe(403);
      const switched = await call(`POST /v0/devices/on-off/${id}/switch/`, { state: true }, { token });
      expect(switched.status).toBe(403);
    }
  });

  test("as MQTT password, at /mcp, and on a control topic: refused", async () => {
    const client = await upgrade(world.person.id, { username: "x", password: token });
    expect((await client.next("connack")).reasonCode).toBe(0x86);
    const log = (await world.person.call("GET /v0/mqtt/log/")).body;
    expect(JSON.stringify(log)).toContain("works on the guest's page only");
    const message = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    expect((await call("POST /mcp", message, { token })).status).toBe(403);
    const topic = `devices/${world.ids.readDevice}/control`;
    expect((await call(`POST /v0/messages/${topic}`, { state: "on" }, { token })).status).toBe(403);
  });
});

test("a guest that may only see switches nothing, and lists show its devices only", async () => {
  const { ids, guest } = await furnished();
  const { token } = await guest({ may: "see", devices: [ids[2], ids[0]] });
  const list = await api("GET /v0/devices/on-off/", undefined, { token });
  expect(named(list.body)).toEqual(["Lamp", "Door"]);
  const switched = await api(`POST /v0/devices/on-off/${ids[0]}/switch/`, { state: true }, { token });
  expect(switched.status).toBe(403);
});

test("an ordinary token for one device lists that one, before and after the object knows it", async () => {
  const { owner, ids } = await furnished();
  const scopes = [`devices:read:${ids[1]}`];
  const { token } = (await owner.call("POST /v0/tokens/", { name: "t", scopes })).body;
  for (let n = 0; n < 2; n++) {
    expect(named((await api("GET /v0/devices/on-off/", undefined, { token })).body)).toEqual(["Fan"]);
  }
  expect((await api("GET /v0/mqtt/clients/", undefined, { token })).status).toBe(403);
  expect((await api(`GET /v0/devices/on-off/${ids[0]}/`, undefined, { token })).status).toBe(403);
});

test("a switch of a guest has its name in events and on the device, and no further row", async () => {
  const { owner, ids, guest } = await furnished();
  const { token } = await guest({ name: "Anna 🧪 <b>" });
  const [lamp] = ids;
  const line = `POST /v0/devices/on-off/${lamp}/switch/`;
  expect((await api(line, { state: true }, { token })).status).toBe(200);
  const { body } = await owner.call("GET /v0/events/devices/on-off/");
  expect(body[0]).toMatchObject({ event_type: "turned_on", actor: "guest", guest: "Anna 🧪 <b>" });
  const { command } = (await owner.call(`GET /v0/devices/on-off/${lamp}/`)).body;
  expect(command).toMatchObject({ actor: "guest", guest: "Anna 🧪 <b>" });
});

describe("the page of a guest", () => {
  const open = (token: string) => openStream(TOPICS, { Authorization: `Token ${token}` });

  test("hears its devices only, also by a filter for everything", async () => {
    const { owner, ids, guest } = await furnished();
    const { token } = await guest({ devices: [ids[0]] });
    const page = await openStream("?filter=%23", { Authorization: `Token ${token}` });
    for (const id of [ids[1], ids[0]]) {
      await owner.call(`POST /v0/devices/on-off/${id}/switch/`, { state: true });
    }
    expect((await page.next()).data.topic).toBe(`devices/${ids[0]}/status`);
    page.close();
    expect((await openStream("?events=true", { Authorization: `Token ${token}` })).status).toBe(403);
  });

  test("ends with PUT /v0/guests/{id}/ and before the answer to its DELETE, and shows what is left", async () => {
    const { owner, ids, guest } = await furnished();
    const { id, token } = await guest();
    const page = await open(token);
    const body = { name: "Anna", devices: [ids[1]], may: "see" };
    expect((await owner.call(`PUT /v0/guests/${id}/`, body)).body).toMatchObject(body);
    expect(await page.nextOrEnd()).toBeNull();
    expect(named((await api("GET /v0/devices/on-off/", undefined, { token })).body)).toEqual(["Fan"]);
    const again = await open(token);
    expect(again.status).toBe(200);
    expect((await owner.call(`DELETE /v0/guests/${id}/`)).status).toBe(204);
    expect(await again.nextOrEnd()).toBeNull();
    expect((await open(token)).status).toBe(401);
  });

  test("stays open when only the name changes, and is a live client that the owner can end", async () => {
    const { owner, ids, guest } = await furnished();
    const { id, token } = await guest();
    const page = await open(token);
    await owner.call(`PUT /v0/guests/${id}/`, { name: "Bert", devices: ids.slice(0, 2), may: "switch" });
    const [live] = (await owner.call("GET /v0/mqtt/clients/")).body;
    expect(live).toMatchObject({ kind: "guest", id, name: "Bert" });
    expect((await owner.call(`DELETE /v0/mqtt/clients/${live.connection_id}/`)).status).toBe(204);
    expect(await page.nextOrEnd()).toBeNull();
  });

  test("opened a sixth time ends the first, and no stream of the owner", async () => {
    const { owner, guest } = await furnished();
    const { token } = await guest();
    const own = await openStream("?events=true", { Authorization: `Token ${owner.token}` });
    const first = await open(token);
    const others = [];
    for (let n = 0; n < 5; n++) others.push(await open(token));
    expect((await first.nextOrEnd())?.event).toBe("gap");
    expect(await first.nextOrEnd()).toBeNull();
    expect((await owner.call("GET /v0/mqtt/clients/")).body).toHaveLength(5);
    for (const stream of [own, ...others]) stream.close();
  });
});

test("a link works from its start to its end", async () => {
  const { owner, ids, guest } = await furnished();
  const later = await guest({ starts_at: inHours(1), ends_at: inHours(2) });
  const read = async (token: string) => (await api("GET /v0/devices/on-off/", undefined, { token })).status;
  expect(await read(later.token)).toBe(401);
  expect((await openStream(TOPICS, { Authorization: `Token ${later.token}` })).status).toBe(401);
  const body = { name: "Anna", devices: ids, may: "see" };
  await owner.call(`PUT /v0/guests/${later.id}/`, { ...body, starts_at: null });
  expect(await read(later.token)).toBe(200);
  const page = await openStream(TOPICS, { Authorization: `Token ${later.token}` });
  await owner.call(`PUT /v0/guests/${later.id}/`, { ...body, starts_at: inHours(1) });
  expect(await page.nextOrEnd()).toBeNull();
  expect(await read(later.token)).toBe(401);
});

test("the owner's words reach the page, stay after a change without them, and say to whom to turn after the end", async () => {
  const { owner, ids, guest } = await furnished();
  const note = "Ring 12, I am upstairs.\n🧪 <b>";
  const { id, token } = await guest({ note, ends_at: inHours(1) });
  const words = async () => (await api("GET /v0/scopes/", undefined, { token })).body.note;
  expect(await words()).toBe(note);
  const body = { name: "Anna", devices: ids, may: "see" };
  expect((await owner.call(`PUT /v0/guests/${id}/`, body)).body.note).toBe(note);

  const page = await openStream(TOPICS, { Authorization: `Token ${token}` });
  expect((await owner.call(`PUT /v0/guests/${id}/`, { ...body, note: "Ask at the desk" })).status).toBe(200);
  expect(await page.nextOrEnd()).toBeNull();
  expect(await words()).toBe("Ask at the desk");

  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + HOUR });
  onTestFinished(() => void vi.useRealTimers());
  const ended = await api("GET /v0/scopes/", undefined, { token });
  expect([ended.status, ended.body]).toEqual([
    401,
    { detail: "This link has ended.", note: "Ask at the desk" },
  ]);
  vi.useRealTimers();
  await owner.call(`PUT /v0/guests/${id}/`, { ...body, note: null });
  expect(await words()).toBeNull();
});

test("guests are no tokens of the list, have their own limit, and end with the account's tokens", async () => {
  const { owner, ids, guest } = await furnished();
  const { id } = await guest();
  expect((await owner.call("GET /v0/tokens/")).body).toEqual([]);
  expect((await owner.call(`DELETE /v0/tokens/${id}/`)).status).toBe(404);
  const call = apiWith({ MAX_GUESTS: "1", MAX_TOKENS: "1" });
  const body = { name: "B", devices: ids, may: "see" };
  const refused = await call("POST /v0/guests/", body, { token: owner.token });
  expect(refused.body).toEqual({ errors: { non_field_errors: ["You can have 1 guests max."] } });
  const made = await call(
    "POST /v0/tokens/",
    { name: "t", scopes: ["devices:read"] },
    { token: owner.token },
  );
  expect(made.status).toBe(201);
  const [kept] = (await owner.call("GET /v0/guests/")).body;
  expect(kept).toMatchObject({ id, devices: ids.slice(0, 2), last_used_at: null });
  expect(JSON.stringify(await rows("SELECT * FROM security_events WHERE user_id = ?1", owner.id))).toContain(
    "The link of the guest Anna was created",
  );
});

test("a deleted device leaves the list of the guest and the guest's page", async () => {
  const { owner, ids, guest } = await furnished();
  const { token } = await guest();
  await owner.call(`DELETE /v0/devices/on-off/${ids[0]}/`);
  expect((await owner.call("GET /v0/guests/")).body[0].devices).toEqual([ids[1]]);
  expect(named((await api("GET /v0/devices/on-off/", undefined, { token })).body)).toEqual(["Fan"]);
});

test("a guest that floods is slowed down, and the owner is not", async () => {
  const { owner, ids, guest } = await furnished();
  const { token } = await guest();
  const call = apiWith({ THROTTLE: "on", CHANGE_RATE: "1" });
  const line = `POST /v0/devices/on-off/${ids[0]}/switch/`;
  const statuses = [];
  for (let n = 0; n < 12; n++) statuses.push((await call(line, { state: true }, { token })).status);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect((await call(line, { state: true }, { token: owner.token })).status).toBe(200);
});

test("a guest does not learn where the clients of a device are", async () => {
  const { owner, ids, guest } = await furnished();
  const { token } = await guest();
  await owner.call("POST /v0/mqtt/credentials/", { name: "d", username: "d", password: "p" });
  await connected(owner.id, { username: `${ids[0]}:d`, password: "p" });
  const { body } = await api(`GET /v0/devices/on-off/${ids[0]}/`, undefined, { token });
  expect([body.connected, body.clients]).toEqual([true, []]);
});
