/** Rows and attachments of another release, in a format that this code does not know. */

import { runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { MAX_REFUSALS } from "../../../broker/contract/limits.ts";
import { attachmentOf, firstAttachment, NOWHERE } from "../../../broker/hub/socket/attachment.ts";
import type { Hub } from "../../../broker/hub.ts";
import type { Principal } from "../../../broker/routing/access.ts";
import { Account, nap } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { prepare } from "./support/prepare.ts";

prepare();

const FOREIGN = '{"version":2,"value":{}}';

const sql = (account: Account, statement: string, ...values: string[]) =>
  runInDurableObject(account.stub, (_, { storage }) => {
    storage.sql.exec(statement, ...values);
  });

test("[F483] an unreadable login is read again from the database", async () => {
  const account = new Account();
  const [lost, other] = [account.credential("a"), account.credential("a")];
  await (await Client.connect(account, other)).leave();
  const { asked } = account;
  await sql(account, "UPDATE rights SET facts = ? WHERE name = ?", FOREIGN, lost.username);
  await nap(account);
  expect((await Client.connect(account, other)).connack.reasonCode).toBe(0);
  expect(account.asked).toBe(asked);
  expect((await Client.connect(account, lost)).connack.reasonCode).toBe(0);
  expect(account.asked).toBe(asked + 1);
});

test("[F483] an unreadable refusal is left out of the log", async () => {
  const account = new Account();
  const person = account.credential("a");
  for (const password of ["old", "older"]) await Client.connect(account, { ...person, password });
  expect(await account.ask((calls) => calls.account.refusals())).toHaveLength(2);
  await sql(account, "UPDATE refusals SET refusal = ? WHERE seq = 1", FOREIGN);
  expect(await account.ask((calls) => calls.account.refusals())).toHaveLength(1);
});

test("a full log loses the oldest of what is repeated, and no cause", async () => {
  const account = new Account();
  const person = account.credential("a");
  await Client.connect(account, { ...person, password: "quiet" });
  const insert = "INSERT INTO refusals (id, refusal) VALUES (?, ?)";
  await runInDurableObject(account.stub, (_, { storage }) => {
    storage.sql.exec(insert, "foreign", "{");
    for (let n = 0; n < MAX_REFUSALS; n++) {
      const value = { id: `noise${n}`, at: n, kind: "publish", clientId: "noisy", tried: "t", rule: "No." };
      storage.sql.exec(insert, value.id, JSON.stringify({ version: 1, value }));
    }
    storage.sql.exec("DELETE FROM refusals WHERE id IN ('noise0', 'noise1')");
  });
  const other = account.credential("b");
  await Client.connect(account, { ...other, password: "new" });
  const log = await account.ask((calls) => calls.account.refusals());
  expect(log).toHaveLength(MAX_REFUSALS - 1);
  const names = log.map(({ clientName }) => clientName).filter((name) => name !== null);
  expect(names).toEqual([other.username, person.username]);
  expect(log.some(({ id }) => id === "noise2")).toBe(false);
});

test("[F483] an attachment of another format is a connection that has ended", () => {
  const kept = firstAttachment(0, NOWHERE);
  expect(attachmentOf(kept)).toEqual(kept);
  for (const other of [{ ...kept, shape: 2 }, { ...kept, shape: undefined }, null, "x"]) {
    expect(attachmentOf(other).session).toBe("closed");
  }
});

test("a row of rights with another order of keys is unchanged", async () => {
  const account = new Account();
  const person = account.credential("a");
  await Client.connect(account, person);
  await nap(account);
  const reversed = Object.fromEntries(Object.entries(person.login.principal).reverse()) as Principal;
  await runInDurableObject(account.stub as never, (object: unknown) => {
    const { rights } = (object as { hub: Hub }).hub.modules;
    expect(rights.isNews(reversed)).toBe(false);
    expect(rights.isNews({ ...reversed, topics: [] } as Principal)).toBe(true);
  });
});
