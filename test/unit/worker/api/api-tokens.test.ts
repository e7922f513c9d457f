/** Tokens of an account, over REST and as MQTT passwords: rights, and refusal after deletion. */

import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { accountOfToken } from "../../../../broker/contract/token.ts";
import { CALLS } from "../../../../worker/contract/api.ts";
import type { Endpoint } from "../../../../worker/contract/endpoint.ts";
import { newBearer } from "../../../../worker/keys/random.ts";
import { ask } from "../../broker/support/ask.ts";
import { SOON } from "../../broker/support/client.ts";
import { api, newAccount, rows, run } from "./client.ts";
import { connected, upgrade } from "./connected.ts";
import { NAMES, newWorld, requestOf } from "./every-call.ts";

const INVALID = 'Bearer error="invalid_token"';

async function withToken(scopes: readonly string[], account?: Awaited<ReturnType<typeof newAccount>>) {
  const owner = account ?? (await newAccount());
  const { status, body } = await owner.call("POST /v0/tokens/", { name: "grafana", scopes });
  expect(status, JSON.stringify(body)).toBe(201);
  const { token, id } = body as { token: string; id: string };
  return { owner, token, id, call: (line: string, said?: unknown) => api(line, said, { token }) };
}

const withoutToken = async (token: string, scheme: string) =>
  api("GET /v0/devices/on-off/", undefined, { headers: { Authorization: `${scheme} ${token}` } });

test("a token has the documented form, is stored as a digest, and is shown once", async () => {
  const { owner, token } = await withToken(["devices:read"]);
  expect(token).toMatch(/^swt_[0-9A-Za-z]{55}$/);
  expect(accountOfToken(token)).toBe(owner.id);
  const stored = await rows("SELECT * FROM tokens WHERE user_id = ?1", owner.id);
  expect(JSON.stringify(stored)).not.toContain(token.slice(26, 53));
  const listed = (await owner.call("GET /v0/tokens/")).body;
  expect(listed).toHaveLength(1);
  expect(JSON.stringify(listed)).not.toContain("swt_");
});

test("is accepted under both schemes, and the last use is shown with its address", async () => {
  const { owner, token, call } = await withToken(["devices:read"]);
  for (const scheme of ["Bearer", "bearer", "Token"])
    expect((await withoutToken(token, scheme)).status).toBe(200);
  const headers = { Authorization: `Bearer ${token}`, "CF-Connecting-IP": "192.0.2.7" };
  const other = await withToken(["devices:read"], owner);
  await api("GET /v0/devices/on-off/", undefined, {
    headers: { ...headers, Authorization: `Bearer ${other.token}` },
  });
  const used = (await owner.call("GET /v0/tokens/")).body;
  expect(used[0]).toMatchObject({ last_used_at: expect.any(String), last_address: "192.0.2.7" });
  expect((await call("GET /v0/users/")).body).toEqual({ detail: "This needs a login session." });
});

test("every call is refused without its scope, and one that needs a login always", async () => {
  const world = await newWorld();
  const { call } = await withToken([`devices:switch:${crypto.randomUUID()}`], world.person);
  for (const name of NAMES) {
    const row: Endpoint = CALLS[name];
    if (row.access === "public") continue;
    // a ticket has the rights of its token only, and any caller may read its own scopes and orders
    if (["createTicket", "readScopes", "listApprovals"].includes(name)) continue;
    const { line, body } = requestOf(name, world);
    const { status, body: said } = await call(line.replace("HEAD", "GET"), body);
    const topic = name === "listMessages" || name === "listHistory" ? "#" : "lamp/state";
    const scopes = name === "readStream" ? ["events:read"] : (row.scopes ?? []);
    const [needed] = row.messages === undefined ? scopes : [`${row.messages}:${topic}`];
    const detail =
      needed === undefined ? "This needs a login session." : `The token "grafana" lacks the scope ${needed}.`;
    expect([name, status, said]).toEqual([name, 403, { detail }]);
  }
});

test("devices:switch of one device permits that device only", async () => {
  const owner = await newAccount();
  await owner.call("POST /v0/api-keys/");
  const make = async (name: string) =>
    (await owner.call("POST /v0/devices/on-off/", { name })).body.id as string;
  const [lamp, pump] = [await make("Lamp"), await make("Pump")];
  const { call } = await withToken([`devices:switch:${lamp}`], owner);
  const press = (id: string) => call(`POST /v0/devices/on-off/${id}/switch/`, { state: true });
  expect((await press(lamp)).status).toBe(200);
  expect((await press(pump)).body).toEqual({ detail: 'The token "grafana" lacks the scope devices:switch.' });
});

test("an invalid token is 401: guessed, mistyped, truncated, with another account's id, expired, deleted", async () => {
  const { owner, token, id } = await withToken(["devices:read"]);
  const stranger = await newAccount();
  const wrong = [
    newBearer("token", owner.id),
    `${token.slice(0, -1)}${token.endsWith("0") ? "1" : "0"}`,
    token.slice(0, -1),
    newBearer("token", stranger.id).slice(0, 26) + token.slice(26),
    newBearer("token", crypto.randomUUID()),
  ];
  for (const each of wrong) {
    const { status, headers, body } = await withoutToken(each, "Bearer");
    expect([each, status, body.detail]).toEqual([each, 401, "Invalid token."]);
    expect(headers.get("WWW-Authenticate")).toBe(INVALID);
  }
  const object = env.BROKER.getByName(owner.id);
  await run("UPDATE tokens SET expires_at = ?2 WHERE id = ?1", id, Date.now() - 1);
  await object.applyRights();
  expect((await withoutToken(token, "Bearer")).status).toBe(401);
  await run("UPDATE tokens SET expires_at = NULL WHERE id = ?1", id);
  await object.applyRights();
  expect((await withoutToken(token, "Bearer")).status).toBe(200);
  expect((await owner.call(`DELETE /v0/tokens/${id}/`)).status).toBe(204);
  expect((await withoutToken(token, "Bearer")).headers.get("WWW-Authenticate")).toBe(INVALID);
});

test("as an MQTT password with any user name it has root view, and the rights of its scopes", async () => {
  const owner = await newAccount();
  await owner.call("POST /v0/api-keys/");
  const { id: lamp } = (await owner.call("POST /v0/devices/on-off/", { name: "Lamp" })).body;
  const scopes = ["messages:publish:#", "messages:read:lamp/+"];
  const { token, id } = await withToken(scopes, owner);
  for (const address of [owner.id, ""]) {
    const client = await connected(address, {
      clientId: `c${address}`,
      username: "anything",
      password: token,
    });
    expect(await client.subscribe("lamp/#")).toBe(1);
    expect(await client.subscribe("other/#")).toBe(0x87);
    client.publish("lamp/state", "on", { qos: 1, messageId: 7 });
    expect(String((await client.next("publish")).payload)).toBe("on");
    expect((await client.next("puback")).reasonCode ?? 0).toBe(0);
    client.publish(`devices/${lamp}/control`, '{"state":"on"}', { qos: 1, messageId: 8 });
    expect((await client.next("puback")).reasonCode).toBe(0x87);
    client.cut();
  }
  const log = (await owner.call("GET /v0/mqtt/log/")).body;
  expect(log[0]).toMatchObject({ client_kind: "token", remedy: null });
  const switching = await withToken([...scopes, `devices:switch:${lamp}`], owner);
  const client = await connected(owner.id, { username: "x", password: switching.token });
  client.publish(`devices/${lamp}/control`, '{"state":"on"}', { qos: 1, messageId: 9 });
  expect((await client.next("puback")).reasonCode ?? 0).toBe(0);
  const live = (await owner.call("GET /v0/mqtt/clients/")).body;
  expect(live[0]).toMatchObject({ kind: "token", name: "grafana" });
  expect((await owner.call(`DELETE /v0/tokens/${id}/`)).status).toBe(204);
});

test("a deleted token's sockets are closed before the response, and its queue is deleted", async () => {
  const { owner, token, id } = await withToken(["messages:read:#"]);
  const login = { username: "x", password: token } as const;
  const kept = await connected(owner.id, { ...login, clientId: "kept", kept: true });
  await kept.subscribe("#");
  kept.cut();
  const live = await connected(owner.id, { ...login, clientId: "live" });
  const queue = await withToken(["messages:publish:#"], owner);
  const writer = await connected(owner.id, { username: "x", password: queue.token });
  writer.publish("a", "queued", { qos: 1, messageId: 1 });
  await writer.next("puback");
  expect((await owner.call(`DELETE /v0/tokens/${id}/`)).status).toBe(204);
  const left = await ask(env.BROKER.getByName(owner.id), (calls) => calls.clients.clients());
  expect(left.map(({ id: row }) => row)).toEqual([queue.id]);
  expect((await live.next("disconnect")).reasonCode).toBe(0x87);
  const again = await upgrade(owner.id, { ...login, clientId: "kept", kept: true });
  expect((await again.next("connack")).reasonCode).toBe(0x86);
});

test("a socket is closed when its token expires", async () => {
  const owner = await newAccount();
  const expires_at = new Date(Date.now() + 3000).toISOString();
  const made = await owner.call("POST /v0/tokens/", {
    name: "short",
    scopes: ["messages:read:#"],
    expires_at,
  });
  await connected(owner.id, { username: "x", password: made.body.token });
  const clients = async () =>
    (await ask(env.BROKER.getByName(owner.id), (calls) => calls.clients.clients())).length;
  await evictDurableObject(env.BROKER.getByName(owner.id), { webSockets: "hibernate" });
  await expect.poll(clients, SOON).toBe(0);
  const again = await upgrade(owner.id, { username: "x", password: made.body.token });
  expect((await again.next("connack")).reasonCode).toBe(0x86);
});

test("a token is never stored in plain text, even when typed into the wrong field", async () => {
  const { owner, token } = await withToken(["messages:read:#"]);
  const client = await connected(owner.id, { clientId: token, username: "x", password: token, kept: true });
  await client.subscribe("#");
  const live = (await owner.call("GET /v0/mqtt/clients/")).body;
  expect(JSON.stringify(live)).not.toContain(token.slice(0, 30));
  await upgrade(owner.id, { clientId: token, username: token, password: "x" }).then((c) => c.next("connack"));
  const log = await owner.call("GET /v0/mqtt/log/");
  expect(JSON.stringify(log.body)).not.toContain(token.slice(0, 30));
});

test("tokens end with their account", async () => {
  const { owner, token } = await withToken(["devices:read"]);
  expect((await owner.call("DELETE /v0/users/", { password: "Correct-horse-7" })).status).toBe(204);
  expect((await withoutToken(token, "Bearer")).status).toBe(401);
  expect(await rows("SELECT id FROM tokens WHERE user_id = ?1", owner.id)).toEqual([]);
});
