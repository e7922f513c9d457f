/** After a reset of an address that was never verified, nothing that a stranger made logs in, acts or receives. */

import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { ACCOUNT_TABLES as OF_OBJECT } from "../../../../broker/storage/schema.ts";
import { ACCOUNT_TABLES as OF_DATABASE } from "../../../../worker/db/account-tables.ts";
import { all, build, only, read } from "../../../../worker/db/statement.ts";
import { PASSWORD } from "../../../support/golden/world.ts";
import { type Account, api, apiWith, newAccount, rows } from "./client.ts";
import { connected, upgrade } from "./connected.ts";
import { emailsTo, tokenFrom, verify } from "./emails.ts";
import { FROM_A_PAGE } from "./from-a-page.ts";
import { operator } from "./operator.ts";
import { logIn, reset, squatted, storageOf, stream } from "./squatted.ts";

const TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name";
/** Tables of the platform. */
const isOurs = (name: string) => !/^(_cf_|sqlite_|d1_)/.test(name);

const link = async ({ email }: Account): Promise<string> => {
  await api("POST /v0/forgot-password/", { email });
  return tokenFrom(email, "reset");
};

test("each table of the database is cleared or kept for a reason [T60]", async () => {
  const names = (await rows<{ name: string }>(TABLES)).map(({ name }) => name).filter(isOurs);
  expect(Object.keys(OF_DATABASE).sort()).toEqual(names);
});

test("each table of the account's object is cleared or kept for a reason [T60]", async () => {
  const account = await newAccount();
  await env.BROKER.getByName(account.id).applyRights();
  const names = await storageOf(account, (sql) => [...sql.exec(TABLES)].map(({ name }) => String(name)));
  expect(Object.keys(OF_OBJECT).sort()).toEqual(names.filter(isOurs));
});

/** How many rows each table has that must go, by table. */
async function leftIn(account: Account): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [table, at] of Object.entries(OF_DATABASE)) {
    const gone = "cleared" in at ? at.cleared : "ended" in at ? at.ended : null;
    if (gone === null) continue;
    const left = build.$count(gone.table, and(eq(gone.table.user_id, account.id), gone.where));
    counts[table] = only(await all(read(env.DB, sql<{ n: number }>`select ${left} as n`))).n;
  }
  await storageOf(account, (sql) => {
    for (const [table, at] of Object.entries(OF_OBJECT)) {
      // devices that stay are in the copy of the rights
      const where = table === "rights" ? "kind NOT IN ('device', 'details')" : "1";
      const all = "cleared" in at ? at.cleared : "follows" in at ? where : null;
      if (all === null) continue;
      counts[`object ${table}`] = Number(sql.exec(`SELECT count(*) AS n FROM ${table} WHERE ${all}`).one().n);
    }
  });
  return counts;
}

/** Tables that only a connection with large subscriptions, or a message under way, fills. */
const RARE = ["deliveries", "fragments", "received", "replayed_topics", "retained_replays", "runs"].map(
  (name) => `object ${name}`,
);

test("a reset leaves no row of a table that is cleared, and each had one [T60]", async () => {
  const { account } = await squatted();
  const token = await link(account);
  const before = await leftIn(account);
  const empty = Object.keys(before).filter((table) => before[table] === 0);
  expect(empty.filter((table) => !RARE.includes(table))).toEqual([]);
  expect((await reset(token)).status).toBe(200);
  const after = await leftIn(account);
  // the browser that made the reset
  expect(Object.keys(after).filter((table) => after[table] !== 0)).toEqual(["known_browsers"]);
});

test("no client, stream, ticket or token of the stranger works afterwards [T60]", async () => {
  const { account, token, ticket, link: deviceLink, key, device, clients, streams } = await squatted();
  expect((await reset(await link(account))).status).toBe(200);
  for (const client of clients) expect((await client.next("disconnect")).reasonCode).toBe(0x87);
  for (const client of clients) await client.end();
  for (const each of streams) while ((await each.nextOrEnd()) !== null);
  expect((await stream(`?events=true&ticket=${ticket}`)).status).toBe(401);
  expect((await stream("?events=true", token)).status).toBe(401);
  expect((await stream("?events=true", account.token)).status).toBe(401);
  for (const bearer of [token, account.token]) {
    const on = { state: true };
    expect((await api(`POST /v0/devices/on-off/${device}/switch/`, on, { token: bearer })).status).toBe(401);
    expect((await api("GET /v0/devices/on-off/", undefined, { token: bearer })).status).toBe(401);
  }
  expect((await api("POST /v0/messages/c", "x", { token })).status).toBe(401);
  expect((await api("POST /v0/device-link/", { token: deviceLink })).status).toBe(404);
  const again = [
    { clientId: `${key}__1` },
    { username: "lamp", password: "p" },
    { username: `${device}:lamp`, password: "p" },
    { username: "t", password: token },
  ];
  for (const login of again) {
    const refused = await upgrade(account.id, login);
    expect((await refused.next("connack")).reasonCode).toBeGreaterThanOrEqual(0x80);
  }
});

test("the owner's account sends the stranger nothing, and shows what stays [T60]", async () => {
  const { account, device } = await squatted();
  expect((await reset(await link(account))).status).toBe(200);
  const call = await logIn(account);
  const list = async (path: string) => (await call(`GET /v0/${path}/`)).body;
  for (const path of ["watches", "targets", "notices", "tokens", "api-keys", "mqtt/credentials", "mqtt/log"])
    expect([path, await list(path)]).toEqual([path, []]);
  expect(await list(`devices/on-off/${device}/schedules`)).toEqual([]);
  expect(await list("devices/found")).toEqual([]);
  expect(await list("mqtt/settings")).toEqual({ profile: "full", home_assistant: false, history: [] });
  expect(await list("users")).toMatchObject({
    first_name: "",
    last_name: "",
    clock: "12",
    email_verified: true,
  });
  // data without a login stays
  expect(await list("devices/on-off")).toMatchObject([{ id: device, name: "Lamp" }]);
  expect(await list("mqtt/channels")).toHaveLength(1);
  expect((await list("events/devices/on-off")).length).toBeGreaterThan(0);
  // a retained message or a waiting command of the stranger reaches no device of the owner
  const login = { username: "mine", password: "p" };
  await call("POST /v0/mqtt/credentials/", { name: "Mine", ...login, view: "root" });
  const lamp = await connected(account.id, { ...login, username: `${device}:mine`, clientId: "lamp" });
  const house = await connected(account.id, { ...login, clientId: "house" });
  await house.subscribe("#", 1);
  expect(await lamp.messages()).toEqual([]);
  const retained = await house.all();
  const topics = retained.flatMap((each) => (each.cmd === "publish" ? [each.topic] : []));
  expect(topics).toEqual([`devices/${device}/status`]);
  await call(`POST /v0/devices/on-off/${device}/switch/`, { state: false });
  expect(await list("notices")).toEqual([]);
});

test("the letter says what goes and what stays [T60]", async () => {
  const { account } = await squatted();
  await link(account);
  const [letter] = await emailsTo(account.email);
  for (const word of ["API keys", "tokens", "credentials", "device links", "schedules", "watches"])
    expect(letter?.text).toContain(word);
  expect(letter?.text).toContain("Devices, channels, events and values stay.");
});

test("a reset whose application is lost is followed by the object's alarm [F63]", async () => {
  const { account, token, device, clients } = await squatted();
  const real = env.BROKER.getByName(account.id);
  const lost = {
    announceChange: () => real.announceChange(),
    applyRights: () => Promise.reject(new Error("the answer was lost")),
    asVerified: () => ({
      clients: { clients: async () => ({ isAllowed: true, answer: [], details: [], tokenId: null }) },
      [Symbol.dispose]: () => {},
    }),
  };
  const cut = apiWith({ BROKER: { getByName: () => lost } });
  expect((await reset(await link(account), cut)).status).toBe(200);
  await runDurableObjectAlarm(real);
  for (const client of clients) await client.end();
  expect((await api(`POST /v0/devices/on-off/${device}/switch/`, { state: true }, { token })).status).toBe(
    401,
  );
  const after = await leftIn(account);
  expect(Object.keys(after).filter((table) => after[table] !== 0)).toEqual(["known_browsers"]);
});

/** A page stays connected with its API key when its session has ended. */
async function pageOf(account: Account) {
  const { key } = (await account.call("POST /v0/api-keys/")).body;
  const origin = { Origin: "http://switchyard.test", "User-Agent": FROM_A_PAGE["User-Agent"] };
  return connected(account.id, { username: key, password: key, clientId: `${key}__page` }, origin);
}

const ENDINGS: Record<string, (account: Account) => Promise<{ status: number }>> = {
  "a reset of a verified address": async (account) => reset(await link(account)),
  "the link that restores an address": async (account) => {
    const email = `next-${account.email}`;
    await account.call("PUT /v0/users/", { first_name: "A", last_name: "B", email, password: PASSWORD });
    return api("POST /v0/undo-email/", { token: await tokenFrom(account.email, "moved") });
  },
  "an operator who ends the sessions": ({ id }) => operator(`DELETE /v0/operator/accounts/${id}/sessions/`),
};

test.each(Object.entries(ENDINGS))("%s disconnects the account's pages [T270]", async (_, end) => {
  const account = await newAccount();
  await verify(account.email);
  const page = await pageOf(account);
  expect((await end(account)).status).toBe(200);
  expect(await page.next("disconnect")).toMatchObject({ reasonCode: 0x98 });
});
