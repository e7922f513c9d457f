/** Retention of an account's events, and the data that outlives them. */

import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { beforeEach, expect, test, vi } from "vitest";
import { Account, nap, useLimits } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { prepare } from "./support/prepare.ts";
import { alarmOf } from "./support/schedules.ts";

const DAY = 86_400_000;
const MINUTE = 60_000;
const UNLIMITED = { MQTT_CONNECT_RATE: 0, MQTT_PUBLISH_RATE: 0, EVENT_RATE: 0 };

prepare(UNLIMITED);
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));

const later = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);
const seenAt = async (account: Account, deviceId: string) =>
  (await account.ask((calls) => calls.devices.sightings()))[deviceId]?.seenAt ?? null;

async function visit(account: Account, device: ReturnType<Account["device"]>): Promise<void> {
  const client = await Client.connect(account, device);
  await client.leave();
  await account.ask((calls) => calls.clients.clients());
}

const inObject = (account: Account, sql: string, ...values: unknown[]) =>
  runInDurableObject(account.stub as never, (_: unknown, { storage }: DurableObjectState) =>
    storage.sql.exec(sql, ...values).toArray(),
  );

test("keeps MAX_EVENTS events and deletes the oldest [T121]", async () => {
  useLimits({ ...UNLIMITED, MAX_EVENTS: 20 });
  const account = new Account();
  const { deviceId } = account.device();
  const by = await Client.connect(account, { clientId: account.apiKey().clientId() });
  for (let n = 0; n < 30; n++) by.publish(account.control(deviceId), `{"state":"${n < 25 ? "on" : "off"}"}`);
  await by.all();
  const types = await account.events(deviceId);
  expect(types).toHaveLength(20);
  expect(types.slice(-6)).toEqual(["turned_on", ...Array.from({ length: 5 }, () => "turned_off")]);
  await nap(account);
  by.publish(account.control(deviceId), "{}");
  await by.all();
  expect(await account.events(deviceId)).toHaveLength(20);
});

test("deletes events older than EVENT_RETENTION_DAYS and keeps a device's last-seen time", async () => {
  const account = new Account();
  const device = account.device();
  await visit(account, device);
  const seen = await seenAt(account, device.deviceId);
  later(29 * DAY);
  await runDurableObjectAlarm(account.stub as never);
  expect(await account.events(device.deviceId)).toEqual(["connected", "disconnected"]);
  later(2 * DAY);
  await runDurableObjectAlarm(account.stub as never);
  expect(await account.kept()).toEqual([]);
  await nap(account);
  expect(seen).not.toBeNull();
  expect(await seenAt(account, device.deviceId)).toBe(seen);
});

test("deletes thousands of expired events in slices, one alarm each", async () => {
  const account = new Account();
  const { deviceId } = account.device();
  const by = await Client.connect(account, { clientId: account.apiKey().clientId() });
  for (let n = 0; n < 1200; n++) by.publish(account.control(deviceId), "{}");
  await by.all();
  by.cut();
  await account.ask((calls) => calls.clients.clients());
  later(31 * DAY);
  await runDurableObjectAlarm(account.stub as never);
  expect(await account.kept()).toHaveLength(200);
  await runDurableObjectAlarm(account.stub as never);
  expect(await account.kept()).toEqual([]);
});

test("deletes the events of an hour at one alarm: each alarm wakes the account and costs a row", async () => {
  vi.setSystemTime(Math.ceil(Date.now() / DAY) * DAY + DAY);
  const account = new Account();
  const { deviceId } = account.device();
  const by = await Client.connect(account, { clientId: account.apiKey().clientId() });
  for (let minute = 0; minute < 120; minute++) {
    later(MINUTE);
    by.publish(account.control(deviceId), "{}");
    await by.all();
  }
  await by.leave();
  const left: number[] = [];
  const end = Date.now() + 31 * DAY;
  for (let due = await alarmOf(account); due !== null && due < end; due = await alarmOf(account)) {
    vi.setSystemTime(due);
    await runDurableObjectAlarm(account.stub as never);
    const { length } = await account.kept();
    if (length !== left.at(-1)) left.push(length);
  }
  expect(left).toEqual([120, 60, 0]);
});

test("keeps the name of a deleted device in its events, until the last of them is deleted", async () => {
  const account = new Account();
  const device = account.device();
  await visit(account, device);
  await account.change(() => account.remove(device));
  const names = async () => (await account.kept()).map((each) => each.deviceName);
  expect(await names()).toEqual([`Device ${device.deviceId}`, `Device ${device.deviceId}`]);
  expect(await account.stub.lastUses()).toEqual({});
  later(31 * DAY);
  await runDurableObjectAlarm(account.stub as never);
  expect(await inObject(account, "SELECT * FROM past_devices")).toEqual([]);
});

test("stores an event in one row and one index entry", async () => {
  const account = new Account();
  await account.ask((calls) => calls.clients.clients());
  const indexes = await inObject(
    account,
    "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ?",
    "events",
  );
  expect(indexes.map(({ name }) => name)).toEqual(["events_device"]);
});

test("derives connections from events: open, ended and summed ones", async () => {
  useLimits({ ...UNLIMITED, EVENT_RATE: 1 });
  const account = new Account();
  const device = account.device();
  for (let n = 0; n < 8; n++) await visit(account, device);
  await Client.connect(account, device, 5, { clientId: "lasting" });
  later(10_000);
  await runDurableObjectAlarm(account.stub as never);
  const connections = await account.ask((calls) => calls.devices.connections(device.deviceId, 0));
  // five complete ones, before the rest became two events with a count
  expect(connections.map(({ until }) => until !== null)).toEqual([true, true, true, true, true]);
  for (const { since, until } of connections) expect(until ?? 0).toBeGreaterThanOrEqual(since);
  await visit(account, device);
  const [latest] = await account.ask((calls) => calls.devices.connections(device.deviceId, 0));
  expect(latest).toMatchObject({ clientId: expect.any(String), protocol: 5 });
});
