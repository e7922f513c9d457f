/** MAX_ROWS_A_DAY: writes are refused until the next day; what needs no row continues. */

import { runInDurableObject } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import type { Hub } from "../../../broker/hub.ts";
import { Account, nap, useLimits } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { prepare } from "./support/prepare.ts";

const DAY = 86_400_000;
const MIDNIGHT = Math.ceil(Date.now() / DAY) * DAY;

prepare({ MAX_ROWS_A_DAY: 200, MQTT_PUBLISH_RATE: 0, MQTT_CONNECT_RATE: 0 }, MIDNIGHT - 3_600_000);

const inHub = <T>(account: Account, look: (hub: Hub) => T): Promise<T> =>
  runInDurableObject(account.stub, (object) => look((object as unknown as { hub: Hub }).hub));
const rows = (account: Account) => inHub(account, ({ modules }) => modules.store.rows.today(Date.now()));

type Publishing = { qos?: 0 | 1 | 2; retain?: boolean };
async function code(client: Client, topic: string, { qos = 1, retain = false }: Publishing = {}) {
  client.publish(topic, '{"state":"on"}', { qos, retain, messageId: 1 });
  return (await client.next(qos === 1 ? "puback" : "pubrec")).reasonCode ?? 0;
}

/** An account without rows left, with two QoS 1 readers: one with a kept session, one without. */
async function usedUp() {
  const account = new Account();
  const device = account.device();
  const key = account.apiKey();
  const join = (version: 4 | 5 = 5, options = {}) =>
    Client.connect(account, { clientId: key.clientId() }, version, options);
  const kept = await join(5, { clean: false, properties: { sessionExpiryInterval: 600 } });
  await kept.subscribe(account.topic("kept"));
  const live = await join();
  await live.subscribe(account.topic("live"));
  await live.subscribe(account.control(device.deviceId), 0);
  const writer = await join();
  let count = 0;
  while ((await code(writer, account.topic(`r/${count % 9}`), { retain: true })) === 0) count++;
  return { account, device, join, kept, live, writer, count };
}

test("counts rows and index entries as billed, also across a nap, and starts again at midnight UTC [F481]", async () => {
  const { account, writer, count } = await usedUp();
  expect(count).toBeGreaterThan(40);
  expect(count).toBeLessThan(200);
  const before = await rows(account);
  expect(before).toBeGreaterThanOrEqual(200);
  await nap(account);
  expect(await rows(account)).toBeGreaterThan(before - 32);
  useLimits({ MAX_ROWS_A_DAY: 160 });
  await nap(account);
  expect(await code(writer, account.topic("r/1"), { retain: true })).toBe(0x97);
  vi.setSystemTime(MIDNIGHT + 1000);
  expect(await code(writer, account.topic("r/1"), { retain: true })).toBe(0);
  expect(await rows(account)).toBeLessThan(20);
  // a statement with RETURNING has written when it is counted; the table numbers its rows
  const written = await runInDurableObject(account.stub, (_, { storage }) => {
    const cursor = storage.sql.exec("INSERT INTO refusals (id, refusal) VALUES ('x', '{}') RETURNING id");
    const count = cursor.rowsWritten;
    return [count, cursor.toArray().length, cursor.rowsWritten];
  });
  expect(written).toEqual([2, 1, 2]);
});

test("above it 0x97 for messages that need a row; others reach connected clients [F481]", async () => {
  const { account, device, kept, live, writer } = await usedUp();
  const events = (await account.kept()).length;
  expect(await code(writer, account.topic("kept"))).toBe(0x97);
  expect(await code(writer, account.topic("live"), { qos: 2 })).toBe(0x97);
  expect(await code(writer, account.control(device.deviceId))).toBe(0x97);
  expect(await code(writer, account.topic(`devices/${device.deviceId}/telemetry`))).toBe(0x97);
  expect(await code(writer, account.topic("live"))).toBe(0);
  for (const name of ["kept", "live"]) writer.publish(account.topic(name), "zero", { retain: true });
  writer.publish(account.control(device.deviceId), '{"state":"on"}');
  await writer.all();
  expect(await kept.messages()).toEqual(["zero"]);
  expect(await live.messages()).toEqual(['{"state":"on"}', "zero"]);
  expect(await account.kept()).toHaveLength(events);
});

test("3.1.1 is not acknowledged, and its connection ends [F481]", async () => {
  const { account, join } = await usedUp();
  const older = await join(4);
  older.publish(account.topic("kept"), "x", { qos: 1, messageId: 1 });
  await older.end();
  expect(older.received.filter(({ cmd }) => cmd === "puback")).toEqual([]);
});

test("one log entry a day for the account and one line for operators, also after a nap [F481]", async () => {
  const lines = vi.spyOn(console, "warn").mockImplementation(() => {});
  const { account, device, writer } = await usedUp();
  for (let times = 0; times < 3; times++) {
    vi.setSystemTime(Date.now() + 60_000);
    expect(await code(writer, account.topic("kept"))).toBe(0x97);
    await nap(account);
  }
  const told = { kind: "limit", remedy: { kind: "limit", limit: "MAX_ROWS_A_DAY" } };
  expect(await account.ask((calls) => calls.account.refusals())).toMatchObject([told]);
  expect(lines.mock.calls.filter(([line]) => String(line).includes("over MAX_ROWS_A_DAY"))).toHaveLength(1);
  const outcome = await account.ask((calls) => calls.devices.switchDevice(device.deviceId, "on"));
  expect(outcome).toEqual({ retryAfter: 3600 - 180 });
  expect(await account.ask((calls) => calls.account.refusals())).toHaveLength(1);
});

test("0 means no limit [F481]", async () => {
  useLimits({ MAX_ROWS_A_DAY: 0, MQTT_PUBLISH_RATE: 0 });
  const account = new Account();
  const writer = await Client.connect(account, { clientId: account.apiKey().clientId() });
  for (let n = 0; n < 300; n++)
    expect(await code(writer, account.topic(`r/${n % 9}`), { retain: true })).toBe(0);
  expect(await rows(account)).toBeGreaterThan(300);
});
