/**
 * Logins are authenticated by the object's copy of the rights; the database is queried only for unknown
 * names.
 */

import { expect, test, vi } from "vitest";
import { Account, nap } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { prepare } from "./support/prepare.ts";

prepare({ MQTT_CONNECT_RATE: 0 });

const codeOf = (...who: Parameters<typeof Client.connect>): Promise<number> => Client.answer(...who);

test("many clients at once cause one query, and none later, also after a nap", async () => {
  const account = new Account();
  const people = [account.credential("a"), account.device(), { clientId: account.apiKey().clientId() }];
  const { promise, resolve: open } = Promise.withResolvers<void>();
  account.gate = promise;
  const crowd = await Promise.all([...people, ...people].map(() => Client.open(account)));
  for (const [at, client] of crowd.entries()) client.connect(people[at % 3] as (typeof people)[number]);
  await crowd[0]?.until(() => account.asked > 0, "not asked");
  open();
  for (const client of crowd) expect((await client.next("connack")).reasonCode).toBe(0);
  await nap(account);
  account.down = "directory";
  for (const person of people) expect(await codeOf(account, person)).toBe(0);
  expect(account.asked).toBe(1);
});

test("an announced change that is not committed causes no query", async () => {
  const account = new Account();
  const person = account.credential("a");
  await Client.connect(account, person);
  await account.stub.announceChange();
  expect(await codeOf(account, person)).toBe(0);
  expect(account.asked).toBe(1);
});

test("a client admitted by the old rights after the commit is disconnected when the change is in force [T18]", async () => {
  const account = new Account();
  const person = account.credential("a");
  await Client.connect(account, person);
  await account.stub.announceChange();
  account.remove(person);
  account.version++;
  const early = await Client.connect(account, person);
  await account.stub.applyRights();
  await early.end();
  expect(await codeOf(account, person)).toBe(0x86);
});

test("a change without a notice takes effect with the next check of the version, within a minute [T18] [F31]", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const account = new Account();
  const person = account.credential("a");
  const live = await Client.connect(account, person);
  account.remove(person);
  account.version++;
  vi.setSystemTime(Date.now() + 60_000);
  live.send({ cmd: "pingreq" });
  await live.end();
  expect(await codeOf(account, person)).toBe(0x86);
});

test("an unknown name is queried once in ten seconds [T120]", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const account = new Account();
  const person = account.credential("a");
  account.remove(person);
  for (let n = 0; n < 5; n++) expect(await codeOf(account, person)).toBe(0x86);
  expect(account.asked).toBe(1);
  account.logins.push(person.login);
  vi.setSystemTime(Date.now() + 10_000);
  expect(await codeOf(account, person)).toBe(0);
  expect(account.asked).toBe(2);
});

test("a credential that the API adds is known at once, also after failed logins", async () => {
  const account = new Account();
  const person = account.credential("a");
  account.remove(person);
  expect(await codeOf(account, person)).toBe(0x86);
  account.logins.push(person.login);
  await account.rightsAdded();
  expect(await codeOf(account, person)).toBe(0);
});

test("wrong passwords of a known name read only the version", async () => {
  const account = new Account();
  const person = account.credential("a");
  await Client.connect(account, person);
  expect(await codeOf(account, { ...person, password: "wrong" })).toBe(0x86);
  expect(account.asked).toBe(1);
});

test("a failed query refuses no client for good, and is repeated", async () => {
  const account = new Account();
  await Client.connect(account, account.credential("a"));
  const person = account.credential("b");
  account.down = "directory";
  expect(await codeOf(account, person)).toBe(1013);
  account.down = null;
  expect(await codeOf(account, person)).toBe(0);
});

test("a login with an end date is refused after it", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const account = new Account();
  const device = account.device();
  Object.assign(device.login.principal, { until: Date.now() + 5000 });
  await Client.connect(account, device);
  vi.setSystemTime(Date.now() + 5000);
  expect(await codeOf(account, device)).toBe(0x86);
});

test("a password whose key is gone is read again: the database has it sealed with the next key [F193]", async () => {
  const account = new Account();
  const held = new Set(["old", "new"]);
  account.open = (sealed) => {
    const [key = "", secret = ""] = sealed.split(".");
    if (!held.has(key)) throw new Error(`There is no key ${key}.`);
    return secret;
  };
  const person = account.credential("a");
  person.login.row = { secret: "old.secret" };
  const live = await Client.connect(account, person);
  person.login.row = { secret: "new.secret" };
  held.delete("old");
  await nap(account);
  expect(await codeOf(account, person)).toBe(0);
  expect(await live.all()).toEqual([]);
  expect(account.asked).toBe(2);
  // a password that no key opens is no wrong password, and is queried once in ten seconds
  held.delete("new");
  for (let n = 0; n < 3; n++) expect(await codeOf(account, person)).toBe(1013);
  expect(account.asked).toBe(2);
});

/** Five changes of rights, then a restore of the database to the state before them. */
async function restored(commit: (account: Account) => void = () => {}) {
  const account = new Account();
  const person = account.credential("a");
  const live = await Client.connect(account, person);
  const backup = account.version;
  for (let n = 0; n < 5; n++) await account.change(() => commit(account));
  account.version = backup;
  return { account, person, live };
}

test("clients log in by the restored rights without a notice [F76]", async () => {
  const { account, person, live } = await restored();
  const fresh = await Client.connect(account, person);
  expect(fresh.connack.reasonCode).toBe(0);
  expect(await live.all()).toEqual([]);
  // later changes count from there
  await account.change(() => account.remove(person));
  await fresh.end();
  await live.end();
});

test("many returning clients need one query [F76]", async () => {
  const { account } = await restored();
  const before = account.asked;
  const people = Array.from({ length: 20 }, () => account.credential("a"));
  const crowd = await Promise.all(people.map((each) => Client.connect(account, each)));
  expect(crowd.map((each) => each.connack.reasonCode)).toEqual(people.map(() => 0));
  expect(account.asked - before).toBeLessThan(5);
});

test("clients without restored rights are disconnected with the next login [F76]", async () => {
  const { account, person, live } = await restored();
  const before = account.credential("a");
  account.remove(person);
  expect((await Client.connect(account, before)).connack.reasonCode).toBe(0);
  await live.end();
});

test("a version set to the clock is above every earlier one and is followed [F76]", async () => {
  const { account, person } = await restored();
  account.version = Math.floor(Date.now() / 1000);
  expect((await Client.connect(account, person)).connack.reasonCode).toBe(0);
  account.version++;
  expect((await Client.connect(account, person)).connack.reasonCode).toBe(0);
});

test("an older version read during a change is not evidence of a restore [T88]", async () => {
  const account = new Account();
  const person = account.credential("a");
  await account.change(() => {});
  const held = account.version;
  const { read } = account;
  // read before the last change, arrives after it
  account.read = async () => {
    const old = { ...(await read.call(account)), version: held - 1 };
    await account.stub.announceChange();
    return old;
  };
  await Client.connect(account, account.credential("b"));
  Object.assign(account, { read });
  account.remove(person);
  account.version++;
  await account.stub.applyRights();
  const late = await Client.connect(account, person);
  expect(late.connack.reasonCode).toBe(0x86);
});
