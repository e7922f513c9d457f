/** The database went back to a backup: the object holds rights of a version that it does not have any more. */

import { expect, test } from "vitest";
import { Account } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { prepare } from "./support/prepare.ts";

prepare();

/** Five changes of rights, and then the database is as it was before them. */
async function restored(commit: (account: Account) => void = () => {}) {
  const account = new Account();
  const person = account.credential("a");
  const live = await Client.connect(account, person);
  const backup = account.version;
  for (let n = 0; n < 5; n++) await account.change(() => commit(account));
  account.version = backup;
  return { account, person, live };
}

test("clients are let in by what it says now, though nobody raised anything [F76]", async () => {
  const { account, person, live } = await restored();
  const fresh = await Client.connect(account, person);
  expect(fresh.connack.reasonCode).toBe(0);
  expect(await live.all()).toEqual([]);
  // and from then on changes count from there
  await account.change(() => account.remove(person));
  await fresh.end();
  await live.end();
});

test("a crowd that comes back is let in by one look [F76]", async () => {
  const { account } = await restored();
  const before = account.asked;
  const people = Array.from({ length: 20 }, () => account.credential("a"));
  const crowd = await Promise.all(people.map((each) => Client.connect(account, each)));
  expect(crowd.map((each) => each.connack.reasonCode)).toEqual(people.map(() => 0));
  expect(account.asked - before).toBeLessThan(5);
});

test("who is not in it any more is sent away with the first that comes [F76]", async () => {
  const { account, person, live } = await restored();
  const before = account.credential("a");
  account.remove(person);
  expect((await Client.connect(account, before)).connack.reasonCode).toBe(0);
  await live.end();
});

test("its version set to the clock is above every one that was counted: everybody follows it [F76]", async () => {
  const { account, person } = await restored();
  account.version = Math.floor(Date.now() / 1000);
  expect((await Client.connect(account, person)).connack.reasonCode).toBe(0);
  account.version++;
  expect((await Client.connect(account, person)).connack.reasonCode).toBe(0);
});

test("an older version read while a change is under way proves nothing: nobody stays in by it [T88]", async () => {
  const account = new Account();
  const person = account.credential("a");
  await account.change(() => {});
  const held = account.version;
  const { read } = account;
  // it was read before the last change, and arrives after it
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
