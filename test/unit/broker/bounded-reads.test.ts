/** Calls read rows in proportion to their answers, not to everything that the account has stored. */

import { runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { Account, nap } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { prepare } from "./support/prepare.ts";
import { countRows } from "./support/rows.ts";

prepare();

const MANY = 30_000;

/** Events of another device, as they are stored after months. */
const filled = (account: Account, deviceId: string, type = "errored") =>
  runInDurableObject(account.stub as never, (_: unknown, { storage }: DurableObjectState) => {
    storage.sql.exec(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MANY})
         INSERT INTO events (at, id, device_id, type, count, connection)
         SELECT i, 'old ' || i, ?, ?, 1, 'c' || i FROM n`,
      deviceId,
      type,
    );
    storage.sql.exec(`UPDATE meta SET events = events + ${MANY}`);
  });

test("the time of an event is found without a scan, and an unknown one costs little", async () => {
  const account = new Account();
  const device = account.device();
  const lamp = await Client.connect(account, device, 5);
  await lamp.leave();
  const [event] = await account.kept();
  await filled(account, device.deviceId);
  let found: number | null = null;
  const known = await countRows(account, async () => {
    found = await account.stub.eventTime(event?.id ?? "");
  });
  expect(found).toBe(event?.at);
  expect(known.read).toBeLessThan(10);
  const unknown = await countRows(account, async () => {
    expect(await account.stub.eventTime(crypto.randomUUID())).toBeNull();
  });
  expect(unknown.read).toBeLessThan(3000);
});

test("an event of release 0.1.0, whose id holds no time, is found among the last ones", async () => {
  const account = new Account();
  const device = account.device();
  await account.ask((calls) => calls.devices.switchDevice(device.deviceId, "on"));
  await filled(account, device.deviceId);
  expect(await account.stub.eventTime(`old ${MANY}`)).toBe(MANY);
  expect(await account.stub.eventTime("old 1")).toBeNull();
});

test("the connections of a device are read up to the number that is shown", async () => {
  const account = new Account();
  const device = account.device();
  await account.ask((calls) => calls.devices.switchDevice(device.deviceId, "on"));
  await filled(account, device.deviceId, "disconnected");
  const { read } = await countRows(account, async () => {
    await account.ask((calls) => calls.devices.connections(device.deviceId, 0));
  });
  expect(read).toBeLessThan(5000);
});

const KEYS = 5;

/** An account whose devices were all switched and connected, and have measured. */
async function house(devices: number) {
  const account = new Account();
  const ids = Array.from({ length: devices }, () => account.device().deviceId);
  await account.rightsAdded();
  await runInDurableObject(account.stub as never, (_: unknown, { storage }: DurableObjectState) => {
    for (const [n, id] of ids.entries()) {
      storage.sql.exec(
        "INSERT INTO switches (device_id, state, accepted_at, pending, actor) VALUES (?, 'on', 1, 1, 'api')",
        id,
      );
      storage.sql.exec(
        "INSERT INTO events (at, id, device_id, type, count) VALUES (?1, ?2, ?2, 'connected', 1)",
        n + 1,
        id,
      );
      for (let key = 0; key < KEYS; key++)
        storage.sql.exec(
          "INSERT INTO series (source, key, last, last_at) VALUES (?, ?, '1', 1)",
          `device:${id}`,
          `k${key}`,
        );
    }
  });
  await nap(account);
  return { account, ids };
}

test("the list of devices reads each stored row once, in as many statements for forty devices as for ten", async () => {
  const counted: Awaited<ReturnType<typeof countRows>>[] = [];
  for (const devices of [10, 40]) {
    const { account, ids } = await house(devices);
    let sightings: Record<string, { values: readonly unknown[] }> = {};
    const rows = await countRows(account, async () => {
      sightings = await account.ask((calls) => calls.devices.sightings());
    });
    expect(Object.keys(sightings).sort()).toEqual([...ids].sort());
    expect(Object.values(sightings).map(({ values }) => values.length)).toEqual(ids.map(() => KEYS));
    counted.push(rows);
  }
  const [few, many] = counted;
  expect(many?.statements).toBe(few?.statements);
  // a switch, an event, its values and its rights
  expect((many?.read ?? 0) - (few?.read ?? 0)).toBeLessThanOrEqual(30 * (KEYS + 6));
});

test("the list of devices has no deleted device, of which values and events are stored", async () => {
  const account = new Account();
  const [lamp, gone] = [account.device(), account.device()];
  for (const device of [lamp, gone]) {
    const board = await Client.connect(account, device, 5);
    const topic = account.topic(`devices/${device.deviceId}/telemetry`);
    board.publish(topic, '{"t":1}', { qos: 1, messageId: 1 });
    await board.next("puback");
    await account.ask((calls) => calls.devices.switchDevice(device.deviceId, "on"));
    await board.leave();
  }
  await account.change(() => account.remove(gone));
  const sightings = await account.ask((calls) => calls.devices.sightings());
  expect(Object.keys(sightings)).toEqual([lamp.deviceId]);
  expect(sightings[lamp.deviceId]).toMatchObject({ state: "on", values: [{ key: "t", value: 1 }] });
});
