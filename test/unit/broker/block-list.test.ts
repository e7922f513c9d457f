import { runInDurableObject } from "cloudflare:test";
import { describe, expect, test, vi } from "vitest";
import { READ_CONNECT_HEADER, type StoredRefusal } from "../../../broker/contract/account.ts";
import { FAILED_LOGINS, type Suspect, WAITING } from "../../../broker/hub/limits/block-list.ts";
import {
  CONNECTIONS_IN_ALL,
  CONNECTIONS_WITHOUT_LOGIN,
} from "../../../broker/hub/limits/vain-connections.ts";
import { NOWHERE } from "../../../broker/hub/socket/attachment.ts";
import type { Hub } from "../../../broker/hub.ts";
import { Account, nap, type Person, useLimits } from "./support/account.ts";
import { Client, eventually } from "./support/client.ts";
import { newHome } from "./support/home.ts";
import { prepare } from "./support/prepare.ts";

const [HERE, THERE] = ["address-1", "address-2"];
/** The close code of a refusal that passes by itself. */
const HELD = 1013;
const START = Date.UTC(2026, 0, 1);

const at = (seconds: number) => vi.setSystemTime(START + seconds * 1000);

prepare({}, START);

const code = async (
  account: Account,
  who: Person | { clientId: string },
  address?: string,
): Promise<number> => Client.answer(account, who, 5, {}, address);

const said = async (account: Account): Promise<string[]> =>
  ((await account.ask((calls) => calls.account.refusals())) as StoredRefusal[])
    .filter(({ kind }) => kind === "limit")
    .map(({ rule }) => rule);

describe("failed logins", () => {
  const setting = () => {
    const account = new Account();
    const person = account.credential("a");
    let guesses = 0;
    const stranger = () => ({ ...person, password: `guessed-${guesses++}` });
    return { account, person, stranger };
  };

  test("of one password hold it back, and neither its name nor its neighbours", async () => {
    const { account, person } = setting();
    const forgotten = { ...person, password: "old" };
    for (let n = 0; n < FAILED_LOGINS; n++) expect(await code(account, forgotten, HERE)).toBe(0x86);
    for (let n = 0; n < 3 * FAILED_LOGINS; n++) {
      expect(await code(account, forgotten, HERE)).toBe(HELD);
      expect(await code(account, person, HERE)).toBe(0);
    }
    await nap(account);
    expect(await code(account, forgotten, HERE)).toBe(HELD);
    expect(await code(account, person, HERE)).toBe(0);
    expect(await said(account)).toContainEqual(
      "10 logins with this name and password failed within a minute. Blocked for 60 seconds at its address.",
    );
  });

  test("of many passwords hold back the name, except for a login that was right there lately", async () => {
    const { account, person, stranger } = setting();
    expect(await code(account, person, HERE)).toBe(0);
    for (let n = 0; n < FAILED_LOGINS; n++) expect(await code(account, stranger(), HERE)).toBe(0x86);
    expect(await code(account, stranger(), HERE)).toBe(HELD);
    expect(await code(account, person, HERE)).toBe(0);
  });

  test("ten with one name from one address block both there, also with the right password, and not elsewhere [T3]", async () => {
    const { account, person, stranger } = setting();
    for (let n = 1; n < FAILED_LOGINS; n++) expect(await code(account, stranger(), HERE)).toBe(0x86);
    expect(await code(account, stranger(), HERE)).toBe(0x86);
    const asked = account.asked;
    expect(await code(account, stranger(), HERE)).toBe(HELD);
    expect(await code(account, person, HERE)).toBe(HELD);
    expect(account.asked).toBe(asked);
    expect(await code(account, person, THERE)).toBe(0);
    expect(await code(account, account.credential("b"), HERE)).toBe(0);
    expect(await said(account)).toContainEqual(
      "10 logins with this name failed within a minute. Blocked for 60 seconds at its address.",
    );
  });

  test("block for a minute, then for two, across naps, and for one again after an hour without failures", async () => {
    const { account, person, stranger } = setting();
    const fail = async () => {
      for (let n = 0; n < FAILED_LOGINS; n++) await code(account, stranger(), HERE);
    };
    await fail();
    await nap(account);
    at(59);
    expect(await code(account, person, HERE)).toBe(HELD);
    at(60);
    expect(await code(account, person, HERE)).toBe(0);
    await fail();
    at(179);
    expect(await code(account, stranger(), HERE)).toBe(HELD);
    at(180);
    expect(await code(account, stranger(), HERE)).toBe(0x86);
    at(180 + 3601);
    await fail();
    expect(await code(account, stranger(), HERE)).toBe(HELD);
    at(180 + 3601 + 60);
    expect(await code(account, stranger(), HERE)).toBe(0x86);
  });

  test("with 4,096 other names in between still block: no name clears the counters of all [T3]", async () => {
    const { account, stranger, person } = setting();
    for (let n = 1; n < FAILED_LOGINS; n++) expect(await code(account, stranger(), HERE)).toBe(0x86);
    await runInDurableObject(account.stub, (object) => {
      const { blockList } = (object as unknown as { hub: Hub }).hub.modules;
      const suspect = { edge: { address: THERE } } as Suspect;
      for (let n = 0; n <= 4096; n++) {
        blockList.failed(suspect, { kind: "credential", username: `name-${n}`, password: "" });
      }
    });
    expect(await code(account, stranger(), HERE)).toBe(0x86);
    expect(await code(account, person, HERE)).toBe(HELD);
  });

  test("one every six seconds never block", async () => {
    const { account, stranger } = setting();
    for (let n = 0; n < 3 * FAILED_LOGINS; n++) {
      at(6 * n);
      expect(await code(account, stranger(), HERE)).toBe(0x86);
    }
  });
});

describe("a flood", () => {
  const flood = async (account: Account, who: Person | { clientId: string }, address?: string) => {
    const client = await Client.connect(account, who, 5, {}, address);
    for (let n = 0; n < 10; n++) client.publish(account.topic("a"), "x", { qos: 1, messageId: 1 });
    await client.end();
    return client.received.some((each) => each.cmd === "disconnect" && each.reasonCode === 0x96);
  };

  test("blocks its principal at its address, no other principal and no other address", async () => {
    useLimits({ MQTT_PUBLISH_RATE: 4 });
    const account = new Account();
    const [noisy, quiet] = [account.credential("a"), account.credential("a")];
    expect(await flood(account, noisy, HERE)).toBe(true);
    expect(await code(account, noisy, HERE)).toBe(HELD);
    await nap(account);
    expect(await code(account, noisy, HERE)).toBe(HELD);
    expect(await code(account, quiet, HERE)).toBe(0);
    expect(await code(account, noisy, THERE)).toBe(0);
    expect(await said(account)).toContainEqual(
      "It continued after MQTT_PUBLISH_RATE was reached. Blocked for 60 seconds at its address.",
    );
    at(60);
    expect(await code(account, noisy, HERE)).toBe(0);
  });

  test("one refusal does not block: a client that slows down may continue", async () => {
    useLimits({ MQTT_PUBLISH_RATE: 4 });
    const account = new Account();
    const person = account.credential("a");
    const client = await Client.connect(account, person, 5, {}, HERE);
    for (let n = 0; n < 9; n++) client.publish(account.topic("a"), "x", { qos: 1, messageId: 1 });
    expect((await client.all()).map((each) => each.cmd === "puback" && each.reasonCode)).toContain(0x97);
    client.cut();
    expect(await code(account, person, HERE)).toBe(0);
  });

  test("blocks no client without an address, or without a rate", async () => {
    useLimits({ MQTT_PUBLISH_RATE: 4 });
    const account = new Account();
    const person = account.credential("a");
    expect(await flood(account, person)).toBe(true);
    expect(await code(account, person)).toBe(0);
  });
});

describe("an address", () => {
  const vain = async (account: Account, address = HERE) => {
    const client = await Client.open(account, 5, address);
    client.bytes(new Uint8Array([0xff]));
    await client.end();
  };

  const upgrade = (account: Account, address: string, isConnectRead = false) => {
    const edge = encodeURIComponent(
      JSON.stringify({ ...NOWHERE, address, ...(isConnectRead && { isConnectRead }) }),
    );
    return account.stub.fetch("http://broker/", {
      headers: { Upgrade: "websocket", "Sec-WebSocket-Protocol": "mqtt", "Switchyard-Edge": edge },
    });
  };

  test("with many connections without a login is refused the upgrade until its CONNECT is read; others are not", async () => {
    const { account, join } = newHome();
    const inside = await join({}, undefined, THERE);
    for (let n = 1; n < CONNECTIONS_WITHOUT_LOGIN; n++) await vain(account);
    expect((await upgrade(account, HERE)).status).toBe(101);
    await vain(account);
    const refused = await upgrade(account, HERE);
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "60"]);
    expect(refused.headers.has(READ_CONNECT_HEADER)).toBe(true);
    await nap(account);
    at(30);
    expect((await upgrade(account, HERE)).headers.get("Retry-After")).toBe("30");
    expect((await upgrade(account, HERE, true)).status).toBe(101);
    expect((await upgrade(account, THERE)).status).toBe(101);
    await inside.publishQos1(account.topic("a"), "x");
    expect((await said(account))[0]).toMatch(/^100 connections from this address did not log in/);
    at(60);
    expect((await upgrade(account, HERE)).status).toBe(101);
  });

  test("admits every right login whose CONNECT was read, at the first time, beside thousands that fail", async () => {
    useLimits({ MQTT_CONNECT_RATE: 0 });
    const account = new Account();
    for (let n = 0; n < CONNECTIONS_WITHOUT_LOGIN; n++) await vain(account);
    for (const person of [account.credential("a"), account.credential("b")]) {
      const { webSocket } = await upgrade(account, HERE, true);
      const client = new Client(webSocket as WebSocket, 5);
      client.connect(person);
      expect((await client.next("connack")).reasonCode).toBe(0);
    }
  });

  test("is refused the upgrade for all after far more than one program makes", async () => {
    const account = new Account();
    expect(await code(account, account.credential("a"), HERE)).toBe(0);
    await runInDurableObject(account.stub, (object) => {
      const { blockList } = (object as unknown as { hub: Hub }).hub.modules;
      for (let n = 0; n < CONNECTIONS_IN_ALL; n++) {
        const suspect = { edge: { address: HERE } } as Suspect;
        blockList.opened(suspect, true);
        blockList.ended(suspect);
      }
    });
    const { webSocket } = await upgrade(account, HERE, true);
    const last = new Client(webSocket as WebSocket, 5);
    last.bytes(new Uint8Array([0xff]));
    await last.end();
    const refused = await upgrade(account, HERE, true);
    expect(refused.status).toBe(429);
    expect(refused.headers.has(READ_CONNECT_HEADER)).toBe(false);
    expect((await upgrade(account, THERE)).status).toBe(101);
  });

  test("is not blocked by right logins that meet a full account or MQTT_CONNECT_RATE", async () => {
    useLimits({ MQTT_CONNECT_RATE: 1, MQTT_MAX_CONNECTIONS: 1 });
    const account = new Account();
    const inside = await Client.connect(account, account.credential("a"), 5, {}, THERE);
    const eager = account.credential("a");
    for (let n = 0; n < CONNECTIONS_WITHOUT_LOGIN + 5; n++) {
      expect(await code(account, { ...eager, clientId: "eager" }, HERE)).toBe(HELD);
      // each with a login of its own, as the devices of a building
      expect(await code(account, account.credential("a"), HERE)).toBe(HELD);
    }
    inside.disconnect();
    await inside.end();
    expect(await code(account, account.credential("a"), HERE)).toBe(0);
  });

  test("with successful logins may connect any number of times", async () => {
    useLimits({ MQTT_CONNECT_RATE: 0 });
    const { join } = newHome();
    for (let n = 0; n < CONNECTIONS_WITHOUT_LOGIN + 20; n++) {
      const client = await join({}, undefined, HERE);
      expect(client.connack.reasonCode).toBe(0);
      client.cut();
    }
  });

  test("is not blamed while the database is down", async () => {
    const account = new Account();
    const key = account.apiKey();
    account.down = "directory";
    vi.spyOn(console, "warn").mockImplementation(() => {});
    for (let n = 0; n < CONNECTIONS_WITHOUT_LOGIN + 5; n++)
      expect(await code(account, { clientId: key.clientId() }, HERE)).toBe(HELD);
    account.down = null;
    expect(await code(account, { clientId: key.clientId() }, HERE)).toBe(0);
  });

  test("has a bounded number of sockets without a CONNECT", async () => {
    const account = new Account();
    const waiting = await Promise.all(Array.from({ length: WAITING }, () => Client.open(account, 5, HERE)));
    const refused = await Client.openSocket(account, HERE);
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "1"]);
    expect((await Client.openSocket(account, THERE)).status).toBe(101);
    waiting[0]?.cut();
    await eventually(
      () => Client.openSocket(account, HERE),
      ({ status }) => status === 101,
    );
  });

  test("is blocked for a frame above the maximum size [T21]", async () => {
    const account = new Account();
    const most = 16 * 65_536;
    const fits = await Client.open(account, 5, HERE);
    fits.bytes(new Uint8Array(most));
    await fits.end();
    expect((await Client.openSocket(account, HERE)).status).toBe(101);
    const over = await Client.open(account, 5, HERE);
    over.bytes(new Uint8Array(most + 1));
    await over.end();
    expect((await Client.openSocket(account, HERE)).headers.get("Retry-After")).toBe("60");
  });

  test("is let in while one of its clients is blocked for such a frame", async () => {
    const account = new Account();
    const person = account.credential("a");
    const client = await Client.connect(account, person, 5, {}, HERE);
    client.bytes(new Uint8Array(4 * 1_048_576 + 1));
    await client.end();
    expect(await code(account, person, HERE)).toBe(HELD);
    expect(await code(account, account.credential("a"), HERE)).toBe(0);
  });
});

test("MQTT_CONNECT_RATE holds across naps: a bounded number a minute, the next when the oldest is a minute old", async () => {
  useLimits({ MQTT_CONNECT_RATE: 3 });
  const account = new Account();
  const who = { clientId: account.apiKey().clientId() };
  for (const second of [0, 10, 20]) {
    at(second);
    expect(await code(account, who)).toBe(0);
    await nap(account);
  }
  // counters below the limit were lost with each nap; a reached limit is stored
  for (const second of [30, 31, 32]) {
    at(second);
    expect(await code(account, who)).toBe(0);
  }
  await nap(account);
  at(89);
  expect(await code(account, who)).toBe(HELD);
  at(90);
  expect(await code(account, who)).toBe(0);
});
