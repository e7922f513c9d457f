/** A session without a row: it ends with its connection, and its client has no events. */

import { abortAllDurableObjects, runInDurableObject } from "cloudflare:test";
import { describe, expect, test, vi } from "vitest";
import { Account, nap } from "./support/account.ts";
import { Client, SOON } from "./support/client.ts";
import { prepare } from "./support/prepare.ts";
import { countRows } from "./support/rows.ts";

prepare({ MQTT_MAX_QOS: 2, MQTT_RETAIN: true });

const TABLES = [
  "sessions",
  "subscriptions",
  "deliveries",
  "received",
  "retained_replays",
  "fragments",
] as const;

const rows = (account: Account): Promise<Record<string, number>> =>
  runInDurableObject(account.stub, (_: unknown, { storage }: DurableObjectState) => {
    const counts = TABLES.map((table) => {
      const { n } = storage.sql.exec(`SELECT count(*) AS n FROM ${table}`).one();
      return [table, Number(n)] as const;
    });
    return Object.fromEntries(counts.filter(([, n]) => n > 0));
  });

async function scene() {
  const account = new Account();
  const key = account.apiKey();
  const join = (clientId = key.clientId()) => Client.connect(account, { clientId });
  return { account, key, join };
}

const filters = (account: Account, count: number, end = "") =>
  Array.from({ length: count }, (_, n) => ({ topic: account.topic(`${n}/+${end}`), qos: 1 as const }));
/** An attachment holds fewer than fifty of these filters. */
const LONG = `/${"x".repeat(140)}`;

async function subscribe(client: Client, subscriptions: { topic: string; qos: 0 | 1 }[]): Promise<void> {
  client.send({ cmd: "subscribe", messageId: 1, subscriptions });
  await client.next("suback");
}

/** The payloads of one message for each topic, as the reader receives them. */
async function heard(reader: Client, writer: Client, topics: readonly string[]): Promise<string[]> {
  for (const [at, topic] of topics.entries()) writer.publish(topic, topic, { qos: 1, messageId: at + 1 });
  await writer.all();
  return reader.messages();
}

describe("a client that connects, subscribes, receives and disconnects", () => {
  test("writes no row, whatever way it ends", async () => {
    const { account, join } = await scene();
    const writer = await join();
    for (const leave of ["disconnect", "cut"] as const) {
      const reader = await join();
      await subscribe(reader, filters(account, 20));
      expect(await heard(reader, writer, [account.topic("3/x")])).toEqual([account.topic("3/x")]);
      expect(await rows(account)).toEqual({});
      reader[leave]();
      await writer.all();
    }
    expect(await rows(account)).toEqual({});
    expect(await account.ask((calls) => calls.clients.clients())).toHaveLength(1);
  });

  test("keeps its subscriptions over a nap, without the unsubscribed ones", async () => {
    const { account, join } = await scene();
    const [reader, writer] = [await join(), await join()];
    await subscribe(reader, filters(account, 3));
    reader.send({ cmd: "unsubscribe", messageId: 2, unsubscriptions: [account.topic("1/+")] });
    await reader.next("unsuback");
    await nap(account);
    const topics = [0, 1, 2].map((n) => account.topic(`${n}/x`));
    expect(await heard(reader, writer, topics)).toEqual([topics[0], topics[2]]);
    const [live] = (await account.ask((calls) => calls.clients.clients())).filter(
      (each) => each.subscriptions.length,
    );
    expect(live?.subscriptions).toEqual([account.topic("0/+"), account.topic("2/+")]);
  });

  test("is taken over by its client id, before and after a nap", async () => {
    const { account, key, join } = await scene();
    const clientId = key.clientId("same");
    const first = await join(clientId);
    const second = await join(clientId);
    await first.end();
    await nap(account);
    const third = await join(clientId);
    await second.end();
    expect(await account.ask((calls) => calls.clients.clients())).toHaveLength(1);
    third.cut();
  });

  test("is disconnected with the loss of its rights, and not before", async () => {
    const { account, join } = await scene();
    const writer = await join();
    const [stays, goes] = [account.credential("a"), account.credential("a")];
    const [one, other] = [await Client.connect(account, stays), await Client.connect(account, goes)];
    await subscribe(one, [{ topic: account.topic("a"), qos: 1 }]);
    await nap(account);
    await account.change(() => account.remove(goes));
    await other.end();
    expect(await heard(one, writer, [account.topic("a")])).toEqual([account.topic("a")]);
  });
});

describe("subscriptions too large for an attachment", () => {
  test("are rows, survive a nap, and are deleted with the session", async () => {
    const { account, join } = await scene();
    const [reader, writer] = [await join(), await join()];
    await subscribe(reader, filters(account, 100, LONG));
    const { sessions, subscriptions } = await rows(account);
    expect(sessions).toBe(1);
    expect(subscriptions).toBeGreaterThan(10);
    expect(subscriptions).toBeLessThan(90);
    await nap(account);
    const topics = [0, 50, 99].map((n) => account.topic(`${n}/x${LONG}`));
    expect(await heard(reader, writer, topics)).toEqual(topics);
    reader.send({
      cmd: "unsubscribe",
      messageId: 2,
      unsubscriptions: filters(account, 100, LONG).map((each) => each.topic),
    });
    await reader.next("unsuback");
    await nap(account);
    expect(await heard(reader, writer, topics)).toEqual([]);
    await reader.leave();
    expect(await rows(account)).toEqual({});
  });

  test("are stored once: the same filter again replaces its row", async () => {
    const { account, join } = await scene();
    const reader = await join();
    const all = filters(account, 100, LONG);
    await subscribe(reader, all);
    await subscribe(reader, all);
    const { subscriptions = 0 } = await rows(account);
    await subscribe(
      reader,
      all.map(({ topic }) => ({ topic, qos: 0 })),
    );
    expect((await rows(account)).subscriptions).toBe(subscriptions);
    const [live] = await account.ask((calls) => calls.clients.clients());
    expect(live?.subscriptions).toHaveLength(100);
  });
});

/** Acknowledges what has arrived. */
async function acknowledge(reader: Client): Promise<void> {
  for (const each of await reader.all()) {
    if (each.cmd === "publish") reader.send({ cmd: "puback", messageId: each.messageId as number });
  }
  await reader.all();
}

describe("a message of a shared group", () => {
  const group = async (sessionExpiryInterval: number) => {
    const { account, key, join } = await scene();
    const shared = [{ topic: `$share/g/${account.topic("t")}`, qos: 1 as const }];
    const [member, writer] = [await join(), await join()];
    await subscribe(member, shared);
    const clientId = key.clientId();
    const rejoin = () =>
      Client.connect(account, { clientId }, 5, { clean: false, properties: { sessionExpiryInterval } });
    const other = await rejoin();
    const joinOther = () => subscribe(other, shared);
    const publish = async () => {
      writer.publish(account.topic("t"), "x", { qos: 1, messageId: 1 });
      await writer.all();
    };
    return { account, member, other, rejoin, joinOther, publish };
  };

  test("has no row while no member survives a crash and its member acknowledges", async () => {
    const { account, member, other, joinOther, publish } = await group(0);
    await joinOther();
    const { written } = await countRows(account, async () => {
      for (let n = 0; n < 4; n++) await publish();
      await acknowledge(member);
      await acknowledge(other);
    });
    expect(written).toBe(0);
    expect(await rows(account)).toEqual({});
  });

  test("has a row if a member survives a crash: a message that another member had is then its", async () => {
    const { account, member, other, rejoin, joinOther, publish } = await group(600);
    await joinOther();
    const { subscriptions } = await rows(account);
    for (let n = 0; n < 2; n++) await publish();
    expect(await rows(account)).toEqual({ sessions: 2, subscriptions, deliveries: 2 });
    expect((await member.messages()).length).toBe(1);
    await acknowledge(other);
    expect(await rows(account)).toEqual({ sessions: 2, subscriptions, deliveries: 1 });
    await abortAllDurableObjects();
    expect((await (await rejoin()).messages()).length).toBe(1);
  });

  test("gives its reader a row when a member joins that survives a crash", async () => {
    const { account, joinOther, publish } = await group(600);
    await publish();
    expect((await rows(account)).deliveries).toBe(undefined);
    await joinOther();
    expect(await rows(account)).toMatchObject({ sessions: 2, deliveries: 1 });
  });

  test("gives its reader a row when it is not acknowledged: the object may sleep", async () => {
    const { account, member, publish } = await group(0);
    await publish();
    await vi.waitFor(async () => expect(await rows(account)).toEqual({ sessions: 1, deliveries: 1 }), SOON);
    await nap(account);
    await acknowledge(member);
    expect(await rows(account)).toEqual({ sessions: 1 });
    await member.leave();
    expect(await rows(account)).toEqual({});
  });
});

test("a device, a will and a kept session have a row each, because a crash must be reported", async () => {
  const { account, key } = await scene();
  await Client.connect(account, account.device());
  expect(await rows(account)).toEqual({ sessions: 1 });
  const will = { topic: account.topic("will"), payload: Buffer.from("x"), qos: 0 as const, retain: false };
  await Client.connect(account, { clientId: key.clientId() }, 5, { will });
  await Client.connect(account, { clientId: key.clientId() }, 5, {
    properties: { sessionExpiryInterval: 10 },
  });
  expect(await rows(account)).toEqual({ sessions: 3 });
});
