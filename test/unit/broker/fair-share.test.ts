/**
 * Sharing of limits among the logins and devices of one account: each has at most as much as it leaves to all
 * others.
 */

import { expect, test } from "vitest";
import { Account, nap, type Person, useLimits } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { prepare } from "./support/prepare.ts";

prepare({ MQTT_MAX_CONNECTIONS: 8, MQTT_MAX_RETAINED: 8, MAX_SERIES: 8 });

/** Of a limit of eight, in order of arrival, each taking as much as possible. */
const SHARES = [4, 2, 1, 1, 0] as const;

/** Returns the number of successful attempts before the first refusal. */
async function untilRefused(attempt: () => Promise<boolean>): Promise<number> {
  for (let count = 0; count < 40; count++) if (!(await attempt())) return count;
  throw new Error("never refused");
}

const remedies = async (account: Account) => {
  const rows = await account.ask((calls) => calls.account.refusals());
  return [...new Set(rows.map(({ remedy }) => JSON.stringify(remedy)))];
};
const isLimit = (limit: string) => [JSON.stringify({ kind: "limit", limit })];

test("connections: a device counts with its credential; a disconnect frees a place [F480]", async () => {
  const account = new Account();
  const greedy = account.device();
  const others = SHARES.slice(1).map(() => account.credential("t"));
  const join = (who: Person) => Client.connect(account, who);
  const isIn = async (who: Person) => (await Client.answer(account, who)) === 0;
  const last = await join(greedy);
  // the same credential without a device id
  const username = greedy.username.slice(greedy.username.indexOf(":") + 1);
  expect(await untilRefused(() => isIn({ ...greedy, username }))).toBe(SHARES[0] - 1);
  expect(await isIn(greedy)).toBe(false);
  for (const [at, who] of others.entries()) {
    if (at === 1) await nap(account);
    expect(await untilRefused(() => isIn(who))).toBe(SHARES[at + 1]);
  }
  expect(await remedies(account)).toEqual(isLimit("MQTT_MAX_CONNECTIONS"));
  await last.all();
  await last.leave();
  expect(await isIn(others[3] as Person)).toBe(true);
});

/** Returns the reason of the PUBACK. */
async function retain(client: Client, topic: string, payload = "x"): Promise<number> {
  return client.publishQos1(topic, payload, { retain: true });
}

test("retained messages, also after a nap; an overwritten one counts for its last writer [F480]", async () => {
  const account = new Account();
  const key = account.apiKey();
  const joined = SHARES.map((_, at) =>
    Client.connect(account, at === 0 ? { clientId: key.clientId() } : account.root()),
  );
  const clients: Client[] = await Promise.all(joined);
  const [greedy, second, , , last] = clients as [Client, Client, Client, Client, Client];
  const topic = (at: number, n: number) => (at === 0 ? account.topic(`${at}/${n}`) : `${at}/${n}`);
  for (const [at, client] of clients.entries()) {
    if (at === 2) await nap(account);
    let n = 0;
    expect(await untilRefused(async () => (await retain(client, topic(at, n++))) === 0)).toBe(SHARES[at]);
  }
  expect(await remedies(account)).toEqual(isLimit("MQTT_MAX_RETAINED"));
  // three are now the first writer's, and five the other's
  expect(await retain(second, "0/0", "again")).toBe(0);
  expect(await retain(second, "1/0", "again")).toBe(0);
  expect(await retain(greedy, topic(0, 1), "")).toBe(0);
  expect(await retain(greedy, topic(0, 2), "")).toBe(0);
  await nap(account);
  expect(await retain(second, "1/9")).toBe(0x97);
  expect(await retain(greedy, topic(0, 9))).toBe(0x97);
  expect(await retain(last, "4/0")).toBe(0);
  expect(await retain(greedy, topic(0, 0), "once more")).toBe(0);
});

test("bytes of retained messages: a large one takes no more than it leaves [F480]", async () => {
  const account = new Account();
  const half = Math.floor((8 * 64 * 1024 * 1024) / 10_000 / 2);
  const [greedy, other] = [
    await Client.connect(account, account.root()),
    await Client.connect(account, account.root()),
  ];
  expect(await retain(greedy, "a", "x".repeat(half))).toBe(0x97);
  expect(await retain(greedy, "a", "x".repeat(half - 50))).toBe(0);
  expect(await retain(greedy, "b", "x".repeat(100))).toBe(0x97);
  expect(await retain(other, "c", "x".repeat(half / 2 - 100))).toBe(0);
  // small ones may always change, within the login's share
  expect(await retain(greedy, "a", "x".repeat(half))).toBe(0x97);
  expect(await retain(greedy, "a", "x")).toBe(0);
});

test("a will counts for its client: above its share it is published and not retained [F480]", async () => {
  const account = new Account();
  const person = account.root();
  const greedy = await Client.connect(account, person);
  await untilRefused(async () => (await retain(greedy, `t/${Math.random()}`)) === 0);
  const reader = await Client.connect(account, account.root());
  await reader.subscribe("will/#");
  const will = { topic: "will/1", payload: Buffer.from("gone"), qos: 1 as const, retain: true };
  (await Client.connect(account, person, 5, { will })).cut();
  expect(String((await reader.next("publish")).payload)).toBe("gone");
  const later = await Client.connect(account, account.root());
  await later.subscribe("will/#");
  expect(await later.messages()).toEqual([]);
});

/** Returns the series stored of a device that measures `count` keys. */
async function measure(account: Account, count: number): Promise<number> {
  const device = account.device();
  await account.rightsAdded();
  const board = await Client.connect(account, device);
  for (let from = 0; from < count; from += 20) {
    const keys = Array.from({ length: Math.min(20, count - from) }, (_, at) => [`k${from + at}`, at]);
    const payload = JSON.stringify(Object.fromEntries(keys));
    board.publish(`${account.userId}/devices/${device.deviceId}/telemetry`, payload);
  }
  await board.all();
  return (await account.ask((calls) => calls.series.lastValues({ device: device.deviceId }))).length;
}

test("series: each device gets at most what it leaves to others, 32 at most; a log entry reports it [F480]", async () => {
  useLimits({ MAX_SERIES: 8 });
  const account = new Account();
  const kept: number[] = [];
  for (const at of SHARES.keys()) {
    if (at === 2) await nap(account);
    kept.push(await measure(account, 10));
  }
  expect(kept).toEqual(SHARES);
  const [row] = await account.ask((calls) => calls.account.refusals());
  expect(row).toMatchObject({ kind: "limit", clientKind: "device", remedy: { limit: "MAX_SERIES" } });
  useLimits({ MAX_SERIES: 0 });
  const other = new Account();
  expect(await measure(other, 40)).toBe(32);
  const [full] = await other.ask((calls) => calls.account.refusals());
  expect(full).toMatchObject({
    kind: "limit",
    rule: expect.stringMatching(/^A device has at most 32/),
    remedy: null,
  });
});
