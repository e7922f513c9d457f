import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { DeviceEventRecord, EventRecord } from "../../../../broker/ports.ts";
import { directoryOver } from "../../../../worker/ports/directory.ts";
import { eventSinkOver } from "../../../../worker/ports/event-sink.ts";
import { type Account, newAccount, rows } from "./client.ts";
import { countingTrips } from "./trips.ts";

const directory = directoryOver(env);
const sink = eventSinkOver(env.DB);
let owner: Account;
let stranger: Account;
let ids: { key: string; keyText: string; channel: string; other: string; credential: string; device: string };

beforeAll(() => applyD1Migrations(env.DB, env.TEST_MIGRATIONS));
beforeEach(async () => {
  [owner, stranger] = await Promise.all([newAccount(), newAccount()]);
  const key = (await owner.call("POST /v0/api-keys/")).body;
  const make = async (line: string, body: unknown) => (await owner.call(line, body)).body.id as string;
  const channel = await make("POST /v0/mqtt/channels/", { name: "A", topic: "a" });
  const other = await make("POST /v0/mqtt/channels/", { name: "B", topic: "b" });
  const credential = await make("POST /v0/mqtt/credentials/", {
    name: "C",
    username: "board",
    password: "s3cret",
    channels: [other, channel],
  });
  const device = await make("POST /v0/devices/on-off/", { name: "Lamp", channels: [channel] });
  ids = { key: key.id, keyText: key.key, channel, other, credential, device };
});

const login = (claim: Parameters<typeof directory.authenticate>[1], userId = owner.id) =>
  directory.authenticate(userId, claim);
const REFUSED = { accepted: false };

describe("the directory says who a client is", () => {
  test("by API key", async () => {
    expect(await login({ kind: "api-key", key: ids.keyText })).toEqual({
      accepted: true,
      principal: { kind: "api-key", keyId: ids.key },
      version: 0,
    });
    expect(await login({ kind: "api-key", key: `${ids.keyText}x` })).toMatchObject(REFUSED);
    expect(await login({ kind: "api-key", key: ids.keyText }, stranger.id)).toMatchObject(REFUSED);
  });

  test("by credential, with its topics in the order chosen", async () => {
    const claim = { kind: "credential", username: "board", password: "s3cret" } as const;
    expect(await login(claim)).toEqual({
      accepted: true,
      principal: {
        kind: "credential",
        credentialId: ids.credential,
        secretVersion: 1,
        topics: [`${owner.id}/b`, `${owner.id}/a`],
      },
      version: 0,
    });
    for (const wrong of ["S3cret", "s3cret ", ""]) {
      expect(await login({ ...claim, password: wrong })).toMatchObject(REFUSED);
    }
    expect(await login({ ...claim, username: "Board" })).toMatchObject(REFUSED);
    expect(await login(claim, stranger.id)).toMatchObject(REFUSED);
  });

  test("by device and credential, with the topics of both", async () => {
    const claim = { kind: "device", deviceId: ids.device, username: "board", password: "s3cret" } as const;
    expect(await login(claim)).toMatchObject({
      accepted: true,
      principal: {
        kind: "device",
        deviceId: ids.device,
        credentialId: ids.credential,
        topics: [`${owner.id}/b`, `${owner.id}/a`],
        deviceTopics: [`${owner.id}/a`],
      },
    });
    expect(await login({ ...claim, deviceId: crypto.randomUUID() })).toMatchObject(REFUSED);
    await stranger.call("POST /v0/api-keys/");
    const { body } = await stranger.call("POST /v0/devices/on-off/", { name: "Foreign" });
    expect(await login({ ...claim, deviceId: body.id })).toMatchObject(REFUSED);
  });

  test("in one round trip each", async () => {
    const { db, trips } = countingTrips(env.DB);
    const counted = directoryOver({ ...env, DB: db });
    await counted.authenticate(owner.id, { kind: "api-key", key: ids.keyText });
    expect(trips()).toBe(1);
    const device = { kind: "device", deviceId: ids.device, username: "board", password: "s3cret" } as const;
    await counted.authenticate(owner.id, device);
    expect(trips()).toBe(2);
    await counted.review(owner.id, [{ kind: "api-key", keyId: ids.key }]);
    expect(trips()).toBe(3);
  });

  test("a database that does not answer is no refusal", async () => {
    const DB = { prepare: () => env.DB.prepare("SELECT * FROM nowhere") } as unknown as D1Database;
    await expect(
      directoryOver({ ...env, DB }).authenticate(owner.id, { kind: "api-key", key: "x" }),
    ).rejects.toThrow();
  });
});

describe("the directory reviews", () => {
  const review = (userId = owner.id) =>
    directory.review(userId, [
      { kind: "device", deviceId: ids.device, credentialId: ids.credential },
      { kind: "api-key", keyId: crypto.randomUUID() },
      { kind: "credential", credentialId: ids.credential },
      { kind: "api-key", keyId: ids.key },
    ]);

  test("in the order asked, null for what is gone", async () => {
    const { version, principals } = await review();
    expect(version).toBe(0);
    expect(principals.map((principal) => principal?.kind ?? null)).toEqual([
      "device",
      null,
      "credential",
      "api-key",
    ]);
  });

  test("what changed, under a higher version", async () => {
    await owner.call(`DELETE /v0/mqtt/channels/${ids.channel}/`);
    await owner.call(`DELETE /v0/api-keys/${ids.key}/`);
    const { version, principals } = await review();
    expect(version).toBe(2);
    expect(principals).toMatchObject([
      { topics: [`${owner.id}/b`], deviceTopics: [] },
      null,
      { topics: [`${owner.id}/b`] },
      null,
    ]);
  });

  test("a device without its credential is gone, and so is everything of another account", async () => {
    expect((await review(stranger.id)).principals).toEqual([null, null, null, null]);
    await owner.call(`DELETE /v0/mqtt/credentials/${ids.credential}/`);
    expect((await review()).principals.slice(0, 3)).toEqual([null, null, null]);
    expect(await directory.review(crypto.randomUUID(), [])).toEqual({
      version: 0,
      principals: [],
      switching: [],
    });
  });

  test("hundreds at once", async () => {
    const many = Array.from(
      { length: 500 },
      () => ({ kind: "api-key", keyId: crypto.randomUUID() }) as const,
    );
    const { principals } = await directory.review(owner.id, many);
    expect(principals).toHaveLength(500);
  });
});

describe("the event sink", () => {
  const T = Date.UTC(2026, 10, 20);
  const record = (at: number, type: DeviceEventRecord["type"], more: Partial<DeviceEventRecord> = {}) =>
    ({
      kind: "device-event",
      id: crypto.randomUUID(),
      at: T + at,
      deviceId: ids.device,
      type,
      connected: true,
      ...more,
    }) satisfies DeviceEventRecord;
  const device = async () =>
    (await rows("SELECT state, connected FROM devices WHERE id = ?1", ids.device))[0];
  const eventsSeen = async () =>
    (await owner.call("GET /v0/events/devices/on-off/")).body.map(
      (event: { event_type: string }) => event.event_type,
    );

  test("writes each record once, whether it comes twice, again in part, or in another batch [F3] [F10]", async () => {
    const records: EventRecord[] = [
      record(1, "connected"),
      record(2, "turned_on"),
      { kind: "credential-use", id: crypto.randomUUID(), at: T + 1, credentialId: ids.credential },
      record(3, "disconnected", { connected: false }),
    ];
    await sink.write(owner.id, records);
    const everything = async () => [await rows("SELECT * FROM events"), await rows("SELECT * FROM devices")];
    const once = await everything();
    await sink.write(owner.id, records);
    await sink.write(owner.id, records.slice(1));
    await sink.write(owner.id, records.toReversed());
    expect(await everything()).toEqual(once);
    expect(await eventsSeen()).toEqual(["disconnected", "turned_on", "connected"]);
    expect(await device()).toEqual({ state: 1, connected: 0 });
    const [credential] = (await owner.call("GET /v0/mqtt/credentials/")).body;
    expect(credential.last_used).toBe(new Date(T + 1).toISOString());
  });

  test("the newest state wins, in whatever order the records come", async () => {
    await sink.write(owner.id, [record(5, "turned_on")]);
    await sink.write(owner.id, [record(4, "turned_off", { connected: false })]);
    expect(await device()).toEqual({ state: 1, connected: 1 });
    await sink.write(owner.id, [record(7, "turned_off"), record(6, "turned_on")]);
    expect(await device()).toEqual({ state: 0, connected: 1 });
  });

  test("a state that is told ahead of its event is no event, and none of a device that is gone", async () => {
    const { kind: _, ...event } = record(5, "turned_on");
    const state: EventRecord = { ...event, kind: "device-state", id: crypto.randomUUID() };
    await sink.write(owner.id, [state, { ...state, deviceId: crypto.randomUUID() }]);
    expect(await device()).toEqual({ state: 1, connected: 1 });
    expect(await eventsSeen()).toEqual([]);
    await sink.write(owner.id, [{ ...event, kind: "device-event", count: 3 }, record(4, "turned_off")]);
    expect(await device()).toEqual({ state: 1, connected: 1 });
    expect(await eventsSeen()).toEqual(["turned_on", "turned_off"]);
  });

  test("a record of a device that is gone, or of another account, writes nothing", async () => {
    await sink.write(owner.id, [record(1, "connected", { deviceId: crypto.randomUUID() })]);
    await sink.write(stranger.id, [record(1, "turned_on")]);
    expect(await eventsSeen()).toEqual([]);
    expect(await device()).toEqual({ state: 0, connected: 0 });
  });

  test("one round trip for many records, and none for none", async () => {
    const { db, trips } = countingTrips(env.DB);
    const counted = eventSinkOver(db);
    await counted.write(owner.id, []);
    expect(trips()).toBe(0);
    await counted.write(
      owner.id,
      Array.from({ length: 200 }, (_, n) => record(n + 1, "turned_on")),
    );
    expect(trips()).toBe(1);
    expect((await owner.call("GET /v0/events/devices/on-off/?size=100")).body).toHaveLength(100);
  });
});
