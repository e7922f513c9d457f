/** `DELETE /v0/users/`: after an account's deletion no trace of it is left. */

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { AccountObject } from "../../../../worker/account/account.ts";
import { finishErasures } from "../../../../worker/account/end.ts";
import { runJobs } from "../../../../worker/jobs.ts";
import { PASSWORD } from "../../../support/golden/world.ts";
import { Client } from "../../broker/support/client.ts";
import { api, apiWith, newAccount, rows } from "../api/client.ts";
import { connected } from "../api/connected.ts";

/** Tables of the database that hold the text anywhere. */
async function holding(text: string): Promise<string[]> {
  const tables = await rows<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite%'",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    if (JSON.stringify(await rows(`SELECT * FROM ${name}`)).includes(text)) found.push(name);
  }
  return found;
}

/**
 * Rows in the tables of the account's object; the table that every object has counts only with the account's
 * id.
 */
const kept = (userId: string): Promise<Record<string, number>> =>
  runInDurableObject(
    env.BROKER.getByName(userId) as never,
    async (_: unknown, { storage }: DurableObjectState) => {
      const tables = storage.sql
        .exec("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'")
        .toArray()
        .map(({ name }) => String(name))
        .filter((name) => !name.startsWith("sqlite"));
      const counts = tables.map((name): [string, number] => {
        const where = name === "meta" ? " WHERE user_id <> ''" : "";
        return [name, Number(storage.sql.exec(`SELECT count(*) AS n FROM ${name}${where}`).one().n)];
      });
      const alarm = (await storage.getAlarm()) === null ? 0 : 1;
      return Object.fromEntries([...counts, ["alarm", alarm]].filter(([, count]) => Number(count) > 0));
    },
  );

async function furnished() {
  const account = await newAccount();
  const { key } = (await account.call("POST /v0/api-keys/")).body;
  const channel = (await account.call("POST /v0/mqtt/channels/", { name: "C", topic: "c" })).body;
  await account.call("POST /v0/mqtt/credentials/", {
    name: "C",
    username: "u",
    password: "p",
    channels: [channel.id],
  });
  const device = (await account.call("POST /v0/devices/on-off/", { name: "D", channels: [channel.id] })).body;
  await api("POST /v0/waitlist_entries/", { email: account.email });
  await api("POST /v0/forgot-password/", { email: account.email });
  const client = await connected(account.id, { clientId: `${key}__1` });
  const lamp = await connected(account.id, { username: `${device.id}:u`, password: "p" });
  await client.subscribe(`${account.id}/#`, 1);
  client.publish(`${account.id}/devices/${device.id}/control`, '{"state":"on"}', { qos: 1, messageId: 1 });
  await client.next("puback");
  return { account, key: String(key), client, lamp };
}

test("a deleted account leaves no row, session, client, alarm or login [T40]", async () => {
  const { account, key, client, lamp } = await furnished();
  expect((await holding(account.id)).length).toBeGreaterThan(5);
  expect(Object.keys(await kept(account.id)).length).toBeGreaterThan(3);
  expect((await account.call("DELETE /v0/users/", { password: PASSWORD })).status).toBe(204);
  await client.end();
  await lamp.end();
  expect(await holding(account.id)).toEqual([]);
  expect(await holding(account.email)).toEqual([]);
  expect(await kept(account.id)).toEqual({});
  expect((await account.call("GET /v0/users/")).status).toBe(401);
  const login = { email: account.email, password: PASSWORD };
  expect((await api("POST /v0/login/", login)).status).toBe(400);
  // the address is free; a new registration is another account
  const again = await api("POST /v0/register/", login);
  expect(again.status).toBe(201);
  expect(again.body.data.user.id).not.toBe(account.id);
  expect(JSON.stringify(await rows("SELECT * FROM api_keys"))).not.toContain(key);
});

/** Brokers with some calls replaced. */
const brokers = (instead: Partial<AccountObject>) => ({
  getByName(userId: string): Partial<AccountObject> {
    const stub = env.BROKER.getByName(userId);
    return {
      announceChange: () => stub.announceChange(),
      applyRights: () => stub.applyRights(),
      erase: () => stub.erase(),
      ...instead,
    };
  },
});
const broken = async () => {
  throw new Error("the object is being moved");
};

/** Whether the client's session and its queue are still there. */
async function sessionOf(userId: string, key: string): Promise<{ present: boolean; waiting: string[] }> {
  const client = await keptClient(userId, key);
  const { sessionPresent: present } = await client.next("connack");
  return { present, waiting: await client.messages() };
}

async function keptClient(userId: string, key: string) {
  const { webSocket } = await env.BROKER.getByName(userId).fetch("http://broker/", {
    headers: { Upgrade: "websocket", "Sec-WebSocket-Protocol": "mqtt" },
  });
  const kept = new Client(webSocket as WebSocket, 5);
  kept.connect({ clientId: `${key}__kept` }, { clean: false, properties: { sessionExpiryInterval: 3600 } });
  return kept;
}

/** A kept session with a queued message. */
async function withKeptSession() {
  const { account, key, client } = await furnished();
  const away = await keptClient(account.id, key);
  await away.next("connack");
  await away.subscribe(`${account.id}/c`, 1);
  away.cut();
  await away.end();
  client.publish(`${account.id}/c`, "kept", { qos: 1, messageId: 2 });
  await client.next("puback");
  return { account, key, client };
}

test("without the broker no part is deleted: 503, and the next attempt finds all", async () => {
  const { account, key, client } = await withKeptSession();
  const call = apiWith({ BROKER: brokers({ announceChange: broken }) });
  const answer = await call("DELETE /v0/users/", { password: PASSWORD }, { token: account.token });
  expect(answer.status).toBe(503);
  expect((await account.call("GET /v0/devices/on-off/")).body).toHaveLength(1);
  await client.all();
  expect(await sessionOf(account.id, key)).toEqual({ present: true, waiting: ["kept"] });
  expect((await account.call("DELETE /v0/users/", { password: PASSWORD })).status).toBe(204);
});

test("when the database refuses, the kept session stays for the next attempt [F77]", async () => {
  const { account, key, client } = await withKeptSession();
  let batches = 0;
  const refusing = {
    prepare: (sql: string) => env.DB.prepare(sql),
    batch: (statements: D1PreparedStatement[]) => {
      // the first one identifies the caller
      if (++batches > 1) throw new Error("D1_ERROR: Network connection lost.");
      return env.DB.batch(statements);
    },
  };
  const answer = await apiWith({ DB: refusing })(
    "DELETE /v0/users/",
    { password: PASSWORD },
    { token: account.token },
  );
  expect(answer.status).toBe(503);
  expect(await client.all()).toEqual([]);
  expect(await sessionOf(account.id, key)).toEqual({ present: true, waiting: ["kept"] });
  expect(await rows("SELECT * FROM erasures")).toEqual([]);
});

test("a broker that cannot delete yet has disconnected all clients, and the cron deletes later [F77]", async () => {
  const { account, client, lamp } = await furnished();
  const call = apiWith({ BROKER: brokers({ erase: broken }) });
  expect((await call("DELETE /v0/users/", { password: PASSWORD }, { token: account.token })).status).toBe(
    204,
  );
  await client.end();
  await lamp.end();
  expect(await holding(account.id)).toEqual(["erasures"]);
  expect(Object.keys(await kept(account.id)).length).toBeGreaterThan(0);
  const still = await finishErasures({ ...env, BROKER: brokers({ erase: broken }) as never }, Date.now(), 10);
  expect(still).toEqual({ erased: 0, erasures_waiting: 1 });
  const { counts } = await runJobs(env, Date.now());
  expect(counts).toMatchObject({ erased: 1, erasures_waiting: 0 });
  expect(await holding(account.id)).toEqual([]);
  expect(await kept(account.id)).toEqual({});
});
