/** Failed logins of one user name and address are one row, however many client ids they have. */

import { expect, test, vi } from "vitest";
import type { StoredRefusal } from "../../../broker/contract/account.ts";
import { Account, nap } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { prepare } from "./support/prepare.ts";

const START = Date.UTC(2026, 0, 1);
const at = (seconds: number) => vi.setSystemTime(START + seconds * 1000);

prepare({}, START);

const rowsOf = async (account: Account) =>
  (await account.ask((calls) => calls.account.refusals())) as StoredRefusal[];

test("a new client id in each try makes no further row, also across naps: the count and the last id", async () => {
  const account = new Account();
  const person = { ...account.credential("a"), password: "old" };
  for (let n = 0; n < 6; n++) {
    at(n * 12);
    await Client.answer(account, { ...person, clientId: `try-${n}` }, 5, {}, "home");
    if (n % 2 === 1) await nap(account);
  }
  expect(await rowsOf(account)).toMatchObject([
    { kind: "connect", clientName: person.username, clientId: "try-5", count: 6 },
  ]);
});

test("another address, another name and another reason have rows of their own; so has a try ten minutes later", async () => {
  const account = new Account();
  const [one, two] = [account.credential("a"), account.credential("a")].map((each) => ({
    ...each,
    password: "old",
  }));
  for (const who of [one, two]) {
    for (const address of ["home", "away"]) {
      for (let n = 0; n < 2; n++) await Client.answer(account, who as never, 5, {}, address);
    }
  }
  expect((await rowsOf(account)).map(({ count }) => count)).toEqual([2, 2, 2, 2]);
  await Client.answer(account, { ...one, username: "nobody" } as never, 5, {}, "home");
  at(601);
  await Client.answer(account, one as never, 5, {}, "home");
  expect((await rowsOf(account)).length).toBe(6);
});

test("the gateway's notices merge in the same way", async () => {
  const account = new Account();
  await Client.connect(account, account.credential("a"));
  const note = { clientKind: "credential", clientName: "lamp", remedy: null, address: "home" } as const;
  for (let n = 0; n < 3; n++) {
    await account.stub.noteRefusal({ ...note, clientId: `try-${n}`, words: "The password does not match." });
    at(20 * n);
  }
  expect(await rowsOf(account)).toMatchObject([{ clientId: "try-2", count: 3 }]);
});

test("no API key in a later client id reaches the row", async () => {
  const account = new Account();
  const { key } = account.apiKey();
  const person = { ...account.credential("a"), password: "old" };
  for (const clientId of ["c", `${key}__x`])
    await Client.answer(account, { ...person, clientId }, 5, {}, "home");
  expect(JSON.stringify(await rowsOf(account))).not.toContain(key);
});
