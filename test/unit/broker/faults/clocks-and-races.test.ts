/** Faults other than a failing call: clocks, races, repetitions, older data. */

import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { describe, expect, test, vi } from "vitest";
import { MIGRATIONS, type Migration } from "../../../../broker/storage/migrations.ts";
import { migrate } from "../../../../broker/storage/schema.ts";
import { Account } from "../support/account.ts";
import { Client, eventually, SOON } from "../support/client.ts";
import { prepare } from "../support/prepare.ts";

prepare();
const later = (milliseconds: number) =>
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });

describe("clocks and alarms", () => {
  test("a clock that jumps an hour ahead ends no active client [F16]", async () => {
    const account = new Account();
    const client = await Client.connect(account, { clientId: account.apiKey().clientId() }, 5, {
      keepalive: 30,
    });
    later(3_600_000);
    expect(await client.all()).toEqual([]);
    await runDurableObjectAlarm(account.stub as never);
    expect(await client.all()).toEqual([]);
    expect(client.closed).toBeNull();
  });

  test("an alarm that rings twice has no work the second time [F18]", async () => {
    const account = new Account();
    const device = account.device();
    const client = await Client.connect(account, device, 5, { keepalive: 10 });
    for (const milliseconds of [8000, 7500]) {
      later(milliseconds);
      await runDurableObjectAlarm(account.stub as never);
    }
    await client.end();
    const ring = () =>
      runInDurableObject(account.stub as never, (object: unknown) =>
        (object as { alarm(): Promise<void> }).alarm(),
      );
    await ring();
    await ring();
    await expect.poll(() => account.events(device.deviceId), SOON).toContain("disconnected");
    expect((await account.events(device.deviceId)).filter((type) => type === "disconnected")).toHaveLength(1);
  });

  test("an overloaded database is queried again after a pause, never in a tight loop [F13]", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const account = new Account();
    await Client.connect(account, account.credential("a"));
    await account.stub.announceChange();
    account.down = "directory";
    const before = account.asked;
    for (let tries = 1; tries <= 3; tries++) {
      later(2100);
      for (let n = 0; n < 5; n++) await runDurableObjectAlarm(account.stub as never);
      expect(account.asked - before).toBe(tries);
    }
  });
});

describe("clients", () => {
  test("of ten simultaneous CONNECTs with one client id exactly one stays [F22]", async () => {
    const account = new Account();
    const device = account.device();
    const clients = await Promise.all(Array.from({ length: 10 }, () => Client.open(account)));
    for (const client of clients) client.connect(device, { clientId: "same" });
    await expect.poll(() => clients.filter((client) => client.closed === null).length, SOON).toBe(1);
    expect(await account.ask((calls) => calls.clients.clients())).toHaveLength(1);
  });

  test("at most 64 packets wait for CONNACK [F30]", async () => {
    for (const count of [63, 65]) {
      const account = new Account();
      const key = account.apiKey();
      const { promise, resolve: open } = Promise.withResolvers<void>();
      account.gate = promise;
      const client = await Client.open(account);
      client.connect({ clientId: key.clientId() });
      for (let n = 0; n < count; n++) client.send({ cmd: "pingreq" });
      await expect.poll(() => account.asked, SOON).toBe(1);
      if (count <= 64) open();
      const answers = () => client.received.filter((each) => each.cmd === "pingresp").length;
      await client.until(() => client.closed !== null || answers() === count, "no answers");
      open();
      expect(client.closed === null).toBe(count <= 64);
    }
  });

  test("of two people who switch one device at once, all clients and rows see the same order [F42]", async () => {
    const account = new Account();
    const [key, device] = [account.apiKey(), account.device()];
    const topic = account.control(device.deviceId);
    const two = [
      await Client.connect(account, { clientId: key.clientId() }),
      await Client.connect(account, { clientId: key.clientId() }),
    ];
    for (const client of two) await client.subscribe(topic, 1);
    for (let n = 0; n < 20; n++) {
      two.forEach((client, index) => {
        client.publish(topic, `{"state":"${index === 0 ? "on" : "off"}"}`, { qos: 1, messageId: n + 1 });
      });
    }
    const heard = () =>
      two.map((client) =>
        client.received.flatMap((each) => (each.cmd === "publish" ? [String(each.payload)] : [])),
      );
    await eventually(heard, ([a, b]) => a?.length === 32 && b?.length === 32);
    const [a, b] = heard();
    expect(a).toEqual(b);
    await expect.poll(() => account.events(device.deviceId), SOON).toHaveLength(40);
    const told = (await account.events(device.deviceId)).map(
      (type) => `{"state":"${type.slice("turned_".length)}"}`,
    );
    expect(told.slice(0, 32)).toEqual(a);
  });
});

describe("the tables of the object", () => {
  const inObject = async <T>(work: (storage: DurableObjectStorage) => T): Promise<T> => {
    const account = new Account();
    await account.ask((calls) => calls.clients.clients());
    return runInDurableObject(account.stub as never, (_: unknown, state: DurableObjectState) =>
      work(state.storage),
    );
  };
  const wipe = (storage: DurableObjectStorage): void => {
    for (const { name } of storage.sql
      .exec("SELECT name FROM sqlite_master WHERE type = 'table'")
      .toArray()) {
      if (!String(name).startsWith("_cf") && !String(name).startsWith("sqlite"))
        storage.sql.exec(`DROP TABLE ${String(name)}`);
    }
  };
  const shape = (storage: DurableObjectStorage): unknown[] =>
    storage.sql
      .exec("SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE '\\_%' ESCAPE '\\' ORDER BY name")
      .toArray();

  /** A later release: another table, and another column. */
  const NEXT: readonly Migration[] = [
    ...MIGRATIONS,
    ["CREATE TABLE IF NOT EXISTS more (id TEXT PRIMARY KEY) WITHOUT ROWID;"],
    [{ table: "meta", column: "more", type: "INTEGER NOT NULL DEFAULT 7" }],
  ];
  const kept = (storage: DurableObjectStorage) => storage.sql.exec("SELECT * FROM meta").one();

  test("are migrated from each version, with their content [F33]", async () => {
    await inObject((storage) => {
      wipe(storage);
      migrate(storage, 0, NEXT);
      const next = shape(storage);
      for (let version = 1; version < NEXT.length; version++) {
        wipe(storage);
        migrate(storage, 0, NEXT.slice(0, version));
        storage.sql.exec("UPDATE meta SET user_id = 'kept'");
        migrate(storage, version, NEXT);
        expect(shape(storage)).toEqual(next);
        expect(kept(storage)).toMatchObject({ schema: NEXT.length, user_id: "kept", more: 7 });
      }
    });
  });

  test("are unchanged where rolled-back code wrote its own version number [F34] [F75]", async () => {
    await inObject((storage) => {
      migrate(storage, MIGRATIONS.length, NEXT);
      const next = shape(storage);
      for (let version = 0; version < NEXT.length; version++) {
        storage.sql.exec("UPDATE meta SET schema = ?, user_id = 'kept', more = 8", version);
        migrate(storage, version, NEXT);
        expect(shape(storage)).toEqual(next);
        expect(kept(storage)).toMatchObject({ schema: NEXT.length, user_id: "kept", more: 8 });
      }
    });
  });

  test("never lower their version number: that of newer code stays after this code has run [F75]", async () => {
    await inObject((storage) => {
      storage.sql.exec("UPDATE meta SET schema = ?", MIGRATIONS.length + 1);
      migrate(storage);
      expect(storage.sql.exec("SELECT schema FROM meta").one()).toEqual({ schema: MIGRATIONS.length + 1 });
    });
  });
});
