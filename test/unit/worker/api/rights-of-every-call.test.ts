/** Every call of the table: one that changes rights is announced and applied, others are not. */

import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { review } from "../../../../broker/hub/rights/rights-changes.ts";
import type { PrincipalRef } from "../../../../broker/routing/access.ts";
import { changeRights } from "../../../../worker/account/change-rights.ts";
import { CALLS, type CallName } from "../../../../worker/contract/api.ts";
import { deleteApiKey } from "../../../../worker/db/api-keys.ts";
import { deleteDevice } from "../../../../worker/db/devices.ts";
import { batch } from "../../../../worker/db/statement.ts";
import { createDirectory } from "../../../../worker/ports/directory.ts";
import { newAccount, rows } from "./client.ts";
import { NAMES, newWorld, requestOf, type World } from "./every-call.ts";
import { receivedBy } from "./received.ts";
import { dump, lastRows } from "./two-accounts.ts";

let world: World;
let earlier: Record<string, number>;
beforeAll(async () => {
  earlier = await lastRows(TABLES);
  world = await newWorld();
});

/** Every kind of login in the account. */
async function everyone(userId: string): Promise<PrincipalRef[]> {
  const ids = async (table: string) =>
    (await rows<{ id: string }>(`SELECT id FROM ${table} WHERE user_id = ?1 ORDER BY id`, userId)).map(
      ({ id }) => id,
    );
  const [keys, credentials, devices] = [
    await ids("api_keys"),
    await ids("credentials"),
    await ids("devices"),
  ];
  const tokens = await ids("tokens");
  const secrets = [...credentials, ...(await ids("device_links"))];
  return [
    ...keys.map((keyId) => ({ kind: "api-key" as const, keyId })),
    ...tokens.map((tokenId) => ({ kind: "token" as const, tokenId })),
    ...credentials.map((credentialId) => ({ kind: "credential" as const, credentialId })),
    ...devices.flatMap((deviceId) =>
      secrets.map((credentialId) => ({ kind: "device" as const, deviceId, credentialId })),
    ),
  ];
}

/** Rights, switch settings and series: all that the account's object works with. */
async function rightsOf(userId: string, refs: readonly PrincipalRef[]) {
  const rights = await createDirectory(env).read(userId);
  const { devices, series, schedules, sessions } = rights;
  return { principals: review(refs, rights, Date.now()), devices, series, schedules, sessions };
}

const TABLES = [
  "users",
  "api_keys",
  "tokens",
  "channels",
  "devices",
  "credential_channels",
  "device_channels",
  "device_links",
  "schedules",
];

/** Calls that change rights only with these bodies. */
const BODIES: Partial<Record<CallName, (world: World) => object>> = {
  createDevice: () => ({ name: "C", auto_off: 60 }),
  // without the switch, which comes first and is not undone
  updateDevice: ({ ids }) => ({ name: "C", channels: [ids.updateChannel] }),
};

const changing: CallName[] = [];

test.each(NAMES)(
  "%s: announced before the commit and applied after it, if it changes rights",
  async (name) => {
    const { account, line, body = undefined, token } = requestOf(name, world);
    const said = BODIES[name]?.(world) ?? body;
    const refs = await everyone(account.id);
    const [before, stored] = [await rightsOf(account.id, refs), await dump(TABLES, earlier)];
    const { log, call } = receivedBy("announceChange", 1);
    let answer = await call(line, said, { token });
    if (log.some((entry) => entry.startsWith("announceChange"))) {
      changing.push(name);
      // without the broker no change is made
      expect(answer.status).toBe(503);
      expect(answer.body.request_id).toBe(answer.headers.get("X-Request-Id"));
      expect(await dump(TABLES, earlier)).toEqual(stored);
      expect(log).toEqual([expect.stringMatching(/^announceChange at \d+$/)]);
      log.length = 0;
      answer = await call(line, said, { token });
    }
    expect(answer.status, JSON.stringify(answer.body)).toBe(CALLS[name].status);
    const changed = JSON.stringify(await rightsOf(account.id, refs)) !== JSON.stringify(before);
    const told = log.filter((entry) => !entry.startsWith("switchDevice"));
    if (told.every((entry) => entry.startsWith("applyRights"))) {
      // no right was removed, so there was no announcement; additions are applied
      const adds = ADD.includes(name);
      if (!adds) expect(changed).toBe(false);
      expect(told).toEqual(adds ? [expect.stringMatching(/^applyRights at \d+$/)] : []);
      return;
    }
    const version = Number(/\d+$/.exec(told[0] ?? "")?.[0]);
    // a deleted account has no version
    const after = name === "deleteUser" ? undefined : version + 1;
    expect(told).toEqual([`announceChange at ${version}`, `applyRights at ${after}`]);
  },
);

const ADD: CallName[] = [
  "createApiKey",
  "createToken",
  "createGuest",
  "createChannel",
  "createCredential",
  "createDevice",
  "adoptFound",
  "createLink",
  "login",
  "loginWithPasskey",
];

test("some calls change rights", () => {
  expect(changing.length).toBeGreaterThan(10);
});

test("a change of rights cannot be run as an ordinary statement: that would not compile", () => {
  const untold = (db: D1Database, id: string) => [
    // @ts-expect-error not in a batch
    () => batch(db, { remove: deleteApiKey(id, id) }),
    // @ts-expect-error not among others
    () => batch(db, deleteDevice(db, id, id)),
    // @ts-expect-error not by D1's own batch
    () => db.batch([deleteApiKey(id, id)]),
    // @ts-expect-error not by itself
    () => deleteApiKey(id, id).run(),
  ];
  expect(untold).toBeTypeOf("function");
  expect(Object.keys(deleteApiKey("user", "key"))).toEqual(["rights"]);
});

test("a change of rights raises the version itself", async () => {
  const { id } = await newAccount();
  await changeRights(env, id, { remove: deleteApiKey(id, crypto.randomUUID()) });
  expect(await rows("SELECT rights_version FROM users WHERE id = ?1", id)).toEqual([{ rights_version: 1 }]);
});
