/** A database that was restored from a backup, and accounts whose objects remember later rights. */

import { expect, test } from "vitest";
import operating from "../../../../worker/OPERATING.md?raw";
import { type Account, newAccount, rows } from "../api/client.ts";
import { connected, upgrade } from "../api/connected.ts";

const SETUP = { name: "C", username: "u", password: "first", channels: [] };

async function furnished(): Promise<{ account: Account; change: (password: string) => Promise<void> }> {
  const account = await newAccount();
  const { id } = (await account.call("POST /v0/mqtt/credentials/", SETUP)).body;
  const change = async (password: string) => {
    await account.call(`PUT /v0/mqtt/credentials/${id}/`, { ...SETUP, password });
  };
  return { account, change };
}

/** Saves the account's rows. Returns a function that restores them. */
async function backup({ id }: Account): Promise<() => Promise<void>> {
  const [credential] = await rows<Record<string, unknown>>("SELECT * FROM credentials WHERE user_id = ?", id);
  const [user] = await rows<{ rights_version: number }>("SELECT rights_version FROM users WHERE id = ?", id);
  return async () => {
    await rows("UPDATE users SET rights_version = ? WHERE id = ?", user?.rights_version, id);
    const { password_sealed, secret_version } = credential ?? {};
    const restore = "UPDATE credentials SET password_sealed = ?, secret_version = ? WHERE user_id = ?";
    await rows(restore, password_sealed, secret_version, id);
  };
}

const connackOf = async ({ id }: Account, password: string) => {
  const client = await upgrade(id, { username: "u", password });
  return (await client.next("connack")).reasonCode;
};

test("admits logins that it has now, and not those that were lost [F76]", async () => {
  const { account, change } = await furnished();
  const restore = await backup(account);
  for (const password of ["second", "third"]) await change(password);
  const lost = await connected(account.id, { username: "u", password: "third" });
  await restore();
  expect(await connackOf(account, "first")).toBe(0);
  await lost.end();
  expect(await connackOf(account, "third")).toBe(0x86);
});

test("a password set after the restore never counts as the lost one [T88]", async () => {
  const { account, change } = await furnished();
  const restore = await backup(account);
  await change("lost");
  const lost = await connected(account.id, { username: "u", password: "lost" });
  await restore();
  await change("new");
  await lost.end();
  expect(await connackOf(account, "new")).toBe(0);
});

test("the statement in OPERATING.md raises every account's version above its object's [F76]", async () => {
  const { account, change } = await furnished();
  const restore = await backup(account);
  for (const password of ["second", "third", "fourth"]) await change(password);
  await restore();
  const [, statement = ""] = /--command "(UPDATE users SET [^"]+)"/.exec(operating) ?? [];
  const [before] = await rows<{ rights_version: number }>(
    "SELECT rights_version FROM users WHERE id = ?",
    account.id,
  );
  await rows(statement);
  const raised = await rows<{ rights_version: number }>("SELECT rights_version FROM users");
  expect(Math.min(...raised.map((row) => row.rights_version))).toBeGreaterThan(
    (before?.rights_version ?? 0) + 1_000_000,
  );
  expect(await connackOf(account, "first")).toBe(0);
});
