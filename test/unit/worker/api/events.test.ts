import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import type { DeviceEventType } from "../../../../broker/contract/device-events.ts";
import type { Hub } from "../../../../broker/hub.ts";
import type { NewEvent } from "../../../../broker/storage/events.ts";
import { ask } from "../../broker/support/ask.ts";
import { type Account, newAccount } from "./client.ts";
import { connected } from "./connected.ts";

const PATH = "/v0/events/devices/on-off/";
const T = Date.UTC(2026, 10, 20, 12);
const TYPES: DeviceEventType[] = ["connected", "turned_on", "turned_off", "errored", "disconnected"];
let person: Account;
let devices: { lamp: string; pump: string };

beforeEach(async () => {
  person = await newAccount();
  await person.call("POST /v0/api-keys/");
  const make = async (name: string) =>
    (await person.call("POST /v0/devices/on-off/", { name })).body.id as string;
  devices = { lamp: await make("Kitchen Lamp"), pump: await make("Pümpe") };
  // Ten events, a second apart, alternating between two devices.
  const ten = Array.from({ length: 10 }, (_, n) => ({
    id: crypto.randomUUID(),
    at: T + n * 1000,
    deviceId: n % 2 === 0 ? devices.lamp : devices.pump,
    type: TYPES[n % 5] ?? "errored",
  }));
  await happened(...ten);
});

/** Adds events to the account's object. */
const happened = (...events: NewEvent[]) =>
  runInDurableObject(env.BROKER.getByName(person.id) as never, (object: unknown) => {
    const { store } = (object as { hub: Hub }).hub.modules;
    store.transaction(() => {
      for (const event of events) store.events.append(event);
    }, Date.now());
  });

const get = (query = "") => person.call(`GET ${PATH}${query}`);
const seconds = async (query: string) => {
  const { status, body } = await get(query);
  expect(status).toBe(200);
  return (body as { created_at: string }[]).map((event) => (Date.parse(event.created_at) - T) / 1000);
};

describe("events", () => {
  test("are listed newest first", async () => {
    expect(await seconds("")).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    expect((await get("?size=1")).body).toEqual([
      {
        id: expect.any(String),
        device_id: devices.pump,
        device_name: "Pümpe",
        event_type: "disconnected",
        actor: null,
        schedule: null,
        guest: null,
        set: null,
        count: 1,
        created_at: new Date(T + 9000).toISOString(),
      },
    ]);
  });

  test("are listed in pages linked by the Link header, each once", async () => {
    const seen: number[] = [];
    const sizes: number[] = [];
    let query: string | null = `?size=4&from=${new Date(T).toISOString()}`;
    while (query !== null) {
      const { body, headers } = await get(query);
      sizes.push(body.length);
      seen.push(...(body as { created_at: string }[]).map((event) => Date.parse(event.created_at) - T));
      const link: string = headers.get("Link") ?? "";
      const [, next] = /^<http:\/\/api\.test(\/.*)>; rel="next"$/.exec(link) ?? [];
      expect(link === "").toBe(next === undefined);
      query = next === undefined ? null : next.slice(PATH.length);
      // New events belong to the first page, not to the next one.
      if (sizes.length === 1) await oneMore();
    }
    expect(sizes).toEqual([4, 4, 2]);
    expect(seen).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map((n) => n * 1000));
  });

  test("a full last page has no next one", async () => {
    expect((await get("?size=10")).headers.get("Link")).toBeNull();
    expect((await get("?size=9")).headers.get("Link")).not.toBeNull();
  });

  test("are filtered by device, type, time and text", async () => {
    expect(await seconds(`?device=${devices.lamp}`)).toEqual([8, 6, 4, 2, 0]);
    expect(await seconds(`?device=${devices.lamp.toUpperCase()}`)).toEqual([8, 6, 4, 2, 0]);
    expect(await seconds("?event_type=errored")).toEqual([8, 3]);
    expect(await seconds("?event_type=switched")).toEqual([7, 6, 2, 1]);
    const [from, to] = [new Date(T + 2000).toISOString(), new Date(T + 5000).toISOString()];
    expect(await seconds(`?from=${from}&to=${to}`)).toEqual([4, 3, 2]);
    expect(await seconds("?search=KITCHEN")).toEqual([8, 6, 4, 2, 0]);
    expect(await seconds("?search=P%C3%BCm")).toEqual([9, 7, 5, 3, 1]);
    expect(await seconds("?search=turned%20on")).toEqual([6, 1]);
    expect(await seconds("?search=Connection%20Lost")).toEqual([9, 4]);
    expect(await seconds("?search=%25")).toEqual([]);
    expect(await seconds(`?search=kitchen&event_type=errored&device=${devices.lamp}`)).toEqual([8]);
  });

  test("show the device's present or last name [T20]", async () => {
    await person.call(`PUT /v0/devices/on-off/${devices.lamp}/`, { name: "Bedroom Lamp" });
    expect(await seconds("?search=bedroom")).toEqual([8, 6, 4, 2, 0]);
    expect(await seconds("?search=kitchen")).toEqual([]);
    await person.call(`DELETE /v0/devices/on-off/${devices.lamp}/`);
    expect(await seconds("?search=bedroom")).toEqual([8, 6, 4, 2, 0]);
    expect((await get(`?device=${devices.lamp}&size=1`)).body[0].device_name).toBe("Bedroom Lamp");
  });

  test("show the number of summed events [T93]", async () => {
    await oneMore({ count: 140 });
    expect((await get("?size=2")).body.map((event: { count: number }) => event.count)).toEqual([140, 1]);
  });

  test("are counted of a hundred devices: those of hundreds of deleted ones are a number, also in the object", async () => {
    const broker = env.BROKER.getByName(person.id);
    await runInDurableObject(broker as never, (_, { storage: { sql } }) => {
      for (let n = 0; n < 300; n++) {
        const id = `gone-${String(n).padStart(3, "0")}`;
        sql.exec("INSERT INTO past_devices (id, name) VALUES (?, ?)", id, id);
        const event = [T + 60_000 + n, crypto.randomUUID(), id, "errored", 6 + n];
        sql.exec("INSERT INTO events (at, id, device_id, type, count) VALUES (?, ?, ?, ?, ?)", ...event);
      }
    });
    const { devices: busiest, total } = await ask(broker, (calls) => calls.account.eventCounts(T, 1, 100));
    expect([busiest.length, total]).toEqual([100, 302]);
    const { body } = await get(`counts/?from=${new Date(T).toISOString()}&hours=1`);
    expect([body.devices.length, body.others]).toEqual([100, 202]);
    expect(body.devices[0]).toEqual({ device_id: "gone-299", device_name: "gone-299", counts: [305] });
  });

  test("of an error have its reason, remedy, key and byte, as the log and the notice have", async () => {
    const { username, password } = (await person.call("POST /v0/mqtt/credentials/", { name: "Board" })).body;
    const watch = { name: "W", when: { device: devices.lamp, events: ["errored"] }, targets: [] };
    const { id } = (await person.call("POST /v0/watches/", watch)).body;
    const board = await connected(person.id, { username: `${devices.lamp}:${username}`, password });
    const topic = `${person.id}/devices/${devices.lamp}/telemetry`;
    board.publish(topic, '{"t":nan}', { qos: 1, messageId: 1 });
    const why = { reason: "`nan` is not JSON.", remedy: "Leave a key out while it has no number." };
    const sent = (await board.next("puback")).properties?.reasonString;
    expect(sent).toBe(`${why.reason} ${why.remedy}`);
    expect((await get("?event_type=errored&size=1")).body).toEqual([
      expect.objectContaining({ event_type: "errored", ...why, key: "t", byte: 6 }),
    ]);
    expect((await person.call("GET /v0/mqtt/log/")).body).toEqual([
      expect.objectContaining({
        kind: "message",
        tried: topic,
        rule: why.reason,
        advice: why.remedy,
        remedy: null,
        key: "t",
        byte: 6,
        count: 1,
      }),
    ]);
    expect((await person.call(`GET /v0/watches/${id}/notices/`)).body).toEqual([
      expect.objectContaining({
        text: `Kitchen Lamp had an error: ${why.reason}`,
        ...why,
        key: "t",
        byte: 6,
      }),
    ]);
    // an error of an earlier release
    await happened({
      id: crypto.randomUUID(),
      at: Date.now() + 1000,
      deviceId: devices.lamp,
      type: "errored",
    });
    const [old] = (await get("?event_type=errored&size=1")).body;
    expect([old.reason, old.remedy, "key" in old]).toEqual([null, null, false]);
  });

  test("are counted by hour and device, the busiest first", async () => {
    await oneMore({ count: 140 });
    const hour = 3_600_000;
    const counted = async (query: string, as = person) => (await as.call(`GET ${PATH}counts/${query}`)).body;
    const from = new Date(T - 2 * hour).toISOString();
    expect(await counted(`?from=${from}&hours=4`)).toEqual({
      from,
      devices: [
        { device_id: devices.lamp, device_name: "Kitchen Lamp", counts: [0, 0, 145, 0] },
        { device_id: devices.pump, device_name: "Pümpe", counts: [0, 0, 5, 0] },
      ],
      others: 0,
    });
    expect(await counted(`?from=${from}&hours=2`)).toEqual({ from, devices: [], others: 0 });
    expect((await counted("?from=yesterday")).errors).toHaveProperty("from");
    expect((await counted(`?from=${from}`, await newAccount())).devices).toEqual([]);
    await person.call(`DELETE /v0/devices/on-off/${devices.pump}/`);
    expect((await counted(`?from=${from}`)).devices[1]).toMatchObject({ device_name: "Pümpe" });
  });

  test("are visible to their account only", async () => {
    const stranger = await newAccount();
    expect((await stranger.call(`GET ${PATH}`)).body).toEqual([]);
    expect((await stranger.call(`GET ${PATH}?device=${devices.lamp}`)).body).toEqual([]);
  });
});

const oneMore = (more: { count?: number } = {}) =>
  happened({
    id: crypto.randomUUID(),
    at: T + 60_000,
    deviceId: devices.lamp,
    type: "turned_on",
    ...more,
  });
