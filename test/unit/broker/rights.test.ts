import { runDurableObjectAlarm } from "cloudflare:test";
import mqtt from "mqtt-packet";
import { describe, expect, test, vi } from "vitest";
import { Account, nap } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { prepare } from "./support/prepare.ts";

prepare();

const KEPT = { clean: false, properties: { sessionExpiryInterval: 60 }, clientId: "c" };

describe.each([4, 5] as const)("rights, level %i", (version) => {
  test("a deleted credential: its clients are disconnected before the response, its kept sessions end [T18]", async () => {
    const account = new Account();
    const person = account.credential("a");
    const client = await Client.connect(account, person, version);
    const away = await Client.connect(account, person, version, KEPT);
    await away.subscribe(account.topic("a"));
    away.cut();
    await account.change(() => account.remove(person));
    expect(await account.ask((calls) => calls.clients.clients())).toEqual([]);
    await client.end();
    if (version === 5) expect(client.received).toMatchObject([{ cmd: "disconnect", reasonCode: 0x87 }]);
    account.logins.push(person.login);
    const again = await Client.connect(account, person, version, KEPT);
    expect(again.connack.sessionPresent).toBe(false);
  });

  test("a new password or user name disconnects clients with the old one [T18]", async () => {
    const account = new Account();
    const person = account.credential("a");
    const client = await Client.connect(account, person, version);
    await account.change(() => Object.assign(person.login.principal, { secretVersion: 2 }));
    await client.end();
  });

  test("narrowed rights keep subscriptions and stop deliveries, queued ones included; widened rights start them [T16]", async () => {
    const account = new Account();
    const person = account.credential("a", "b");
    const client = await Client.connect(account, person, version);
    await client.subscribe(account.topic("+"));
    const away = await Client.connect(account, person, version, KEPT);
    await away.subscribe(account.topic("+"));
    away.cut();
    const writer = await Client.connect(account, { clientId: account.apiKey().clientId() }, version);
    const say = async (name: string): Promise<void> => {
      await writer.publishQos1(account.topic(name), name);
    };
    await say("a");
    await say("b");
    expect(await client.messages()).toEqual(["a", "b"]);
    await account.change(() =>
      Object.assign(person.login.principal, { topics: [account.topic("b"), account.topic("c")] }),
    );
    await nap(account);
    await say("a");
    await say("c");
    expect(await client.messages()).toEqual(["c"]);
    const back = await Client.connect(account, person, version, KEPT);
    expect(await back.messages()).toEqual(["b", "c"]);
    client.publish(account.topic("a"), "no", { qos: 1, messageId: 2 });
    const { reasonCode } = await client.next("puback");
    expect(reasonCode).toBe(version === 5 ? 0x87 : undefined);
  });

  test("a device follows the changes of its channels at once", async () => {
    const account = new Account();
    const device = account.device([], ["orders"]);
    const client = await Client.connect(account, device, version);
    const writer = await Client.connect(account, { clientId: account.apiKey().clientId() }, version);
    const say = async (name: string): Promise<void> => {
      writer.publish(account.topic(name), name);
      await writer.all();
    };
    await say("orders");
    expect(await client.messages()).toEqual(["orders"]);
    await account.change(() =>
      Object.assign(device.login.principal, { deviceTopics: [account.topic("news")] }),
    );
    await say("orders");
    await say("news");
    expect(await client.messages()).toEqual(["news"]);
    // its own filter beside the automatic one: each message once
    await client.subscribe(account.topic("news"), 1);
    await say("news");
    expect(await client.messages()).toEqual(["news"]);
    await account.change(() => account.remove(device));
    await client.end();
    expect((await account.events(device.deviceId)).at(-1)).toBe("disconnected");
  });
});

describe("failing changes", () => {
  const entered = async () => {
    const account = new Account();
    const person = account.credential("a");
    return { account, person, client: await Client.connect(account, person) };
  };

  test("after an announcement without a commit the rights are read again by the alarm after 2 s", async () => {
    const { account, person, client } = await entered();
    await account.stub.announceChange();
    account.remove(person);
    account.version++;
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2100 });
    await runDurableObjectAlarm(account.stub as never);
    await client.end();
  });

  test("after an announcement and a restart no client passes until the rights are read", async () => {
    const account = new Account();
    const person = account.credential("a");
    const reader = await Client.connect(account, { clientId: account.apiKey().clientId() });
    await reader.subscribe(account.topic("#"));
    const client = await Client.connect(account, person);
    await account.stub.announceChange();
    account.remove(person);
    account.version++;
    await nap(account);
    client.publish(account.topic("a"), "too late");
    await client.end();
    expect(await reader.messages()).toEqual([]);
  });

  test("after a restart with a second announcement during the read, new clients are served [F32]", async () => {
    const { account } = await entered();
    await account.stub.announceChange();
    await nap(account);
    const read = account.read.bind(account);
    account.read = async () => {
      account.read = read;
      await account.stub.announceChange();
      return read();
    };
    const other = await Client.connect(account, account.credential("b"));
    expect(await other.all()).toEqual([]);
  });

  test("after a restart with the database down, clients are disconnected instead of served by old rights", async () => {
    const { account, client } = await entered();
    await account.stub.announceChange();
    account.down = "directory";
    await nap(account);
    client.publish(account.topic("a"), "x");
    await client.end();
    expect(client.received).toMatchObject([{ cmd: "disconnect", reasonCode: 0x89 }]);
  });

  test("a CONNECT during a change is authenticated again with the new rights [F32]", async () => {
    const { account, person } = await entered();
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    let judged = 0;
    account.compare = async () => {
      judged++;
      await gate;
    };
    const client = await Client.open(account);
    client.connect(person);
    await client.until(() => judged === 1, "not judged");
    await account.change(() => account.remove(person));
    open();
    expect((await client.next("connack")).reasonCode).toBe(0x86);
  });

  test("a login with the new password disconnects clients of the old one, also without a notice", async () => {
    const { account, person, client: old } = await entered();
    const changed = {
      claim: { ...person.login.claim, password: "new" } as typeof person.login.claim,
      principal: { ...person.login.principal, secretVersion: 2 } as typeof person.login.principal,
    };
    account.remove(person);
    account.logins.push(changed);
    // a client that the copy does not know connects
    await Client.connect(account, account.credential("b"));
    await old.end();
    const fresh = await Client.connect(account, { ...person, password: "new" });
    expect(fresh.connack.reasonCode).toBe(0);
    await account.change(() => {});
    expect(await fresh.all()).toEqual([]);
  });
});

const macrotask = () => new Promise((resolve) => setTimeout(resolve, 0));

/** An account whose object restarted after an announcement; the rights are read when `open` is called. */
async function restarted() {
  const account = new Account();
  const reader = await Client.connect(account, { clientId: account.apiKey().clientId() });
  await reader.subscribe(account.topic("#"), 0);
  const writer = await Client.connect(account, account.credential("a", "will"), 5, {
    will: { topic: account.topic("will"), payload: Buffer.from("will"), qos: 0, retain: false },
  });
  await account.stub.announceChange();
  await nap(account);
  const read = account.read.bind(account);
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  let reads = 0;
  account.read = async () => {
    reads++;
    await gate;
    await macrotask();
    return read();
  };
  return { account, reader, writer, reads: () => reads, open };
}

test("frames of a split packet are processed in order, later ones behind them [F32]", async () => {
  const { account, reader, writer, reads, open } = await restarted();
  const pieces = ["one", "two", "three"].flatMap((payload, at) => {
    const packet = { cmd: "publish", topic: account.topic("a"), payload, qos: 1, messageId: at + 1 };
    const bytes = mqtt.generate({ retain: false, dup: false, ...packet } as never, { protocolVersion: 5 });
    return [...bytes].map((byte) => Uint8Array.of(byte));
  });
  const early = pieces.splice(0, 100);
  for (const piece of early) writer.bytes(piece);
  await writer.until(() => reads() > 0, "the rights are not read");
  open();
  for (const piece of pieces) {
    writer.bytes(piece);
    await macrotask();
  }
  expect((await writer.all()).map((each) => each.cmd)).toEqual(["puback", "puback", "puback"]);
  expect(await reader.messages()).toEqual(["one", "two", "three"]);
  expect(reads()).toBe(1);
});

test("an announcement during the read disconnects no client [F32]", async () => {
  const { account, reader, writer, reads, open } = await restarted();
  writer.publish(account.topic("a"), "one");
  await writer.until(() => reads() > 0, "the rights are not read");
  await account.stub.announceChange();
  writer.publish(account.topic("a"), "two");
  open();
  expect(await writer.all()).toEqual([]);
  expect(await reader.messages()).toEqual(["one", "two"]);
});

test("a waiting DISCONNECT is processed before the socket's end: no will", async () => {
  const { account, reader, writer, reads, open } = await restarted();
  writer.publish(account.topic("a"), "last");
  writer.disconnect();
  await writer.until(() => reads() > 0, "the rights are not read");
  writer.cut();
  await account.ask((calls) => calls.clients.clients());
  open();
  expect(await reader.messages()).toEqual(["last"]);
});
