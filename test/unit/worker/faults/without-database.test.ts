import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { nap } from "../../broker/support/account.ts";
import type { Client } from "../../broker/support/client.ts";
import { at, type FaultyAccount, newFaultyAccount, objectDatabase } from "./faulty-account.ts";

let database: ReturnType<typeof objectDatabase>;

beforeAll(async () => {
  database = objectDatabase();
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  database.away = false;
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => {
  vi.restoreAllMocks();
});

const VISITS = 12;
/** Seconds between two visits. */
const APART = 300;
const WILL_DELAY = 60;

const lastWords = (topic: string) => ({
  properties: { sessionExpiryInterval: 2 * WILL_DELAY },
  will: { topic, payload: "gone", qos: 1, retain: false, properties: { willDelayInterval: WILL_DELAY } },
});
const stateOf = (visit: number) => (visit % 2 === 0 ? "on" : "off");
const textOf = async (client: Client) => String((await client.next("publish")).payload);

/**
 * The lamp connects, is switched, reports to the board, and is lost; the object sleeps, and its alarm
 * publishes the will.
 */
async function visited(home: FaultyAccount, program: Client, visit: number): Promise<void> {
  const { topic, control, connect, dark, ring } = home;
  const begins = APART * (visit + 1);
  at(begins);
  const board = await connect("board");
  expect(board.connack.reasonCode).toBe(0);
  expect(await board.subscribe(topic)).toBe(1);
  const lamp = await connect("lamp", lastWords(topic));
  expect(lamp.connack.reasonCode).toBe(0);
  program.publish(control, JSON.stringify({ state: stateOf(visit) }), { qos: 1, messageId: 1 });
  await program.next("puback");
  const { messageId, payload } = await lamp.next("publish");
  lamp.send({ cmd: "puback", messageId: messageId as number });
  lamp.publish(topic, String(payload), { qos: 1, messageId: 1 });
  expect(await textOf(board)).toBe(JSON.stringify({ state: stateOf(visit) }));
  lamp.cut();
  await dark();
  await nap(home);
  at(begins + WILL_DELAY + 1);
  expect(await ring()).toBe(true);
  expect(await textOf(board)).toBe("gone");
  board.disconnect();
  await board.end();
}

test("for an hour all clients connect, switch and receive, wills are published, and events can be read afterwards [F11]", async () => {
  const home = await newFaultyAccount();
  const { account, deviceId, connect } = home;
  const program = await connect("program");
  database.away = true;
  for (let visit = 0; visit < VISITS; visit++) await visited(home, program, visit);
  expect(await program.all()).toEqual([]);
  database.away = false;
  const events: { device_id: string; event_type: string; created_at: string }[] = (
    await account.call("GET /v0/events/devices/on-off/?size=100")
  ).body.toReversed();
  expect(events.map((event) => event.event_type)).toEqual([
    // the lamp, and the phone that acted as the lamp
    "connected",
    "disconnected",
    "connected",
    "disconnected",
    ...Array.from({ length: VISITS }, (_, n) => ["connected", `turned_${stateOf(n)}`, "disconnected"]).flat(),
  ]);
  const times = events.map((event) => Date.parse(event.created_at));
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
  const [lamp] = (await account.call("GET /v0/devices/on-off/")).body;
  expect(lamp).toMatchObject({
    id: deviceId,
    state: false,
    connected: false,
    last_seen: events.at(-1)?.created_at,
  });
  const [credential] = (await account.call("GET /v0/mqtt/credentials/")).body;
  expect(Date.parse(credential.last_used)).toBeGreaterThan(times.at(-4) ?? Infinity);
});

test("a wrong password is refused, and an unknown client is asked to retry [F11]", async () => {
  const { logins, connect } = await newFaultyAccount();
  at(APART);
  database.away = true;
  logins.board.password = "wrong";
  expect((await connect("board")).connack.reasonCode).toBe(0x86);
  logins.program.clientId = `${crypto.randomUUID().replaceAll("-", "")}__program`;
  await expect(connect("program")).rejects.toThrow("closed 1013");
});
