/** Calls read rows in proportion to their answers, not to everything that the account has stored. */

import { runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { Account } from "./support/account.ts";
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
