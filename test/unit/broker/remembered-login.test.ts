import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { Account, useAccounts, useLimits } from "./support/account.ts";
import { Client } from "./support/client.ts";

beforeAll(() => {
  useAccounts();
  useLimits({});
});
afterEach(() => {
  vi.useRealTimers();
});

test("a crowd that comes with one key asks once", async () => {
  const account = new Account();
  const key = account.apiKey();
  let open = (): void => {};
  account.gate = new Promise((resolve) => {
    open = resolve;
  });
  const crowd = await Promise.all(Array.from({ length: 5 }, () => Client.open(account)));
  for (const client of crowd) client.connect({ clientId: key.clientId() });
  await crowd[0]?.until(() => account.asked > 0, "not asked");
  open();
  for (const client of crowd) expect((await client.next("connack")).reasonCode).toBe(0);
  const late = await Client.connect(account, { clientId: key.clientId() });
  expect(late.connack.reasonCode).toBe(0);
  expect(account.asked).toBe(1);
});

test("from the announcement of a change until it is in force every CONNECT is asked about [T18]", async () => {
  const account = new Account();
  const person = account.credential("a");
  await Client.connect(account, person);
  await account.stub.announceChange(account.userId);
  await Client.connect(account, person);
  await Client.connect(account, person);
  expect(account.asked).toBe(3);
  account.remove(person);
  account.version++;
  const early = await Client.connect(account, person);
  expect(early.connack.reasonCode).not.toBe(0);
  await account.stub.applyRights(account.userId);
  const late = await Client.connect(account, person);
  expect(late.connack.reasonCode).not.toBe(0);
});

test("a login that is gone is not remembered beyond the change", async () => {
  const account = new Account();
  const person = account.credential("a");
  await Client.connect(account, person);
  await account.change(() => account.remove(person));
  const late = await Client.connect(account, person);
  expect(late.connack.reasonCode).toBe(0x86);
});

test("a change that nobody announced holds for new logins ten seconds later", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const account = new Account();
  const person = account.credential("a");
  await Client.connect(account, person);
  account.remove(person);
  vi.setSystemTime(Date.now() + 10_000);
  const late = await Client.connect(account, person);
  expect(late.connack.reasonCode).not.toBe(0);
});

test("who was refused is asked about again", async () => {
  const account = new Account();
  const person = account.credential("a");
  account.remove(person);
  const refused = await Client.connect(account, person);
  expect(refused.connack.reasonCode).not.toBe(0);
  account.logins.push(person.login);
  const known = await Client.connect(account, person);
  expect(known.connack.reasonCode).toBe(0);
});

test("a login that ends by itself is not remembered beyond its end", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const account = new Account();
  const device = account.device();
  Object.assign(device.login.principal, { until: Date.now() + 5000 });
  await Client.connect(account, device);
  vi.setSystemTime(Date.now() + 5000);
  account.remove(device);
  const late = await Client.connect(account, device);
  expect(late.connack.reasonCode).not.toBe(0);
});
