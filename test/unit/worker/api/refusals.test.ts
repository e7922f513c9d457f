/**
 * `GET /v0/mqtt/log/` and `POST /v0/mqtt/log/{id}/fix/`: each row of the rights table, refused, explained,
 * remedied.
 */

import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Remedy } from "../../../../broker/contract/account.ts";
import { askAccount } from "../../../../worker/account/account.ts";
import { eventually } from "../../broker/support/client.ts";
import { type Account, newAccount } from "./client.ts";
import { connected, upgrade } from "./connected.ts";

async function furnished() {
  const account = await newAccount();
  const { key } = (await account.call("POST /v0/api-keys/")).body as { key: string };
  const make = async (path: string, body: unknown) =>
    (await account.call(`POST ${path}`, body)).body.id as string;
  const channel = await make("/v0/mqtt/channels/", { name: "T", topic: "room/temperature" });
  const board = { name: "Board", username: "board", password: "s3cret", channels: [channel] };
  const credential = await make("/v0/mqtt/credentials/", board);
  const orders = await make("/v0/mqtt/channels/", { name: "O", topic: "orders" });
  const device = await make("/v0/devices/on-off/", { name: "Lamp", channels: [orders] });
  return { account, key, credential, device, login: { username: "board", password: "s3cret" } };
}

const logOf = async (account: Account) => (await account.call("GET /v0/mqtt/log/")).body;

test("a publish and a subscribe are refused with the rule, the nearest topic and a remedy", async () => {
  const { account, credential, login } = await furnished();
  const topic = (name: string) => `${account.id}/${name}`;
  const client = await connected(account.id, login);
  client.publish(topic("room/temperatur"), "1", { qos: 1, messageId: 1 });
  const puback = await client.next("puback");
  expect(puback.reasonCode).toBe(0x87);
  expect(await client.subscribe(topic("kitchen/#"))).toBe(0x87);
  client.publish("room/temperature");
  for (let n = 0; n < 5; n++) client.publish(topic("room/temperatur"), "again");
  await client.all();
  const [unprefixed, filter, typo, ...others] = await logOf(account);
  expect(others).toEqual([]);
  const common = { client_kind: "credential", client_id: "lamp-1", nearest: topic("room/temperature") };
  expect(typo).toMatchObject({
    ...common,
    kind: "publish",
    tried: topic("room/temperatur"),
    fix: { credential_id: credential, topic: topic("room/temperatur") },
  });
  // the client receives the same sentence
  expect(puback.properties?.reasonString).toBe(typo.rule);
  expect(typo.rule).toContain("no channel of the credential has this topic");
  expect(filter).toMatchObject({ ...common, kind: "subscribe", fix: null });
  expect(unprefixed).toMatchObject({ ...common, kind: "publish", tried: "room/temperature", fix: null });
  expect(unprefixed.rule).toContain(`begins with "${account.id}/"`);
});

test("one call remedies it: the next attempt passes, without a new connection", async () => {
  const { account, credential, login } = await furnished();
  const topic = `${account.id}/room/humidity`;
  const client = await connected(account.id, login);
  client.publish(topic, "1", { qos: 1, messageId: 1 });
  expect((await client.next("puback")).reasonCode).toBe(0x87);
  const [{ id }] = await logOf(account);
  const { status, body } = await account.call(`POST /v0/mqtt/log/${id}/fix/`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ id: credential, password: "s3cret" });
  expect(body.channels.map((channel: { topic: string }) => channel.topic)).toContain(topic);
  client.publish(topic, "2", { qos: 1, messageId: 2 });
  expect((await client.next("puback")).reasonCode).toBeLessThan(0x80);
  // a second call has no effect
  const again = (await account.call(`POST /v0/mqtt/log/${id}/fix/`)).body;
  expect(again.channels).toEqual(body.channels);
  const stranger = await newAccount();
  expect((await stranger.call(`POST /v0/mqtt/log/${id}/fix/`)).status).toBe(404);
});

test("a refused login is explained to the owner, and little to the client", async () => {
  const { account, key, device, login } = await furnished();
  const wrong = [
    { ...login, password: "other" },
    { username: "nobody", password: "x" },
    { ...login, username: `${crypto.randomUUID()}:board` },
    { clientId: `${key}x__page` },
    { clientId: key, username: key, password: `${key}x` },
    { ...login, username: `${device}:board`, password: "other" },
  ];
  for (const each of wrong) {
    const connack = await (await upgrade(account.id, each)).next("connack");
    expect(connack.properties?.reasonString).toBe("The user name, password or API key is wrong.");
  }
  const log = await eventually(
    () => logOf(account),
    (rows) => rows.length === wrong.length,
  );
  expect(JSON.stringify(log)).not.toContain(key);
  expect(JSON.stringify(log)).not.toContain("other");
  expect(log.map((row: Record<string, string>) => [row.kind, row.client_kind, row.rule])).toEqual([
    ["connect", "device", "The password does not match the credential with this user name."],
    ["connect", "credential", "The account has no credential with this user name."],
    ["connect", "api-key", "The account has no such API key."],
    ["connect", "device", "The account has no such device."],
    ["connect", "credential", "The account has no credential with this user name."],
    ["connect", "credential", "The password does not match the credential with this user name."],
  ]);
  expect(log[0]).toMatchObject({ client_name: `${device}:board`, fix: null });
  expect((await account.call(`POST /v0/mqtt/log/${log[0].id}/fix/`)).body).toEqual({
    errors: { non_field_errors: ["A channel would not allow this."] },
  });
});

test("a device may read its channels, and learns what publishing needs; another's control topic has no remedy", async () => {
  const { account, credential, device } = await furnished();
  const lamp = await connected(account.id, { username: `${device}:board`, password: "s3cret" });
  lamp.publish(`${account.id}/orders`, "x", { qos: 1, messageId: 1 });
  lamp.publish(`${account.id}/devices/${crypto.randomUUID()}/control`, "{}", { qos: 1, messageId: 2 });
  await lamp.all();
  const [control, orders] = await logOf(account);
  expect(orders.rule).toContain("to publish, its credential needs the channel, too");
  expect(orders.fix).toEqual({ credential_id: credential, topic: `${account.id}/orders` });
  expect(control).toMatchObject({ fix: null, nearest: `${account.id}/devices/${device}/control` });
});

test("a flood of refusals becomes a few rows, and never more than 200", async () => {
  const { account, login } = await furnished();
  const client = await connected(account.id, login);
  for (let n = 0; n < 300; n++) client.publish(`${account.id}/t/${n}`);
  await client.all();
  expect((await logOf(account)).length).toBeLessThanOrEqual(40);
});

/** A refused client with this remedy. */
async function refused(account: Account, remedy: Remedy | null): Promise<{ id: string; remedy: unknown }> {
  const who = { clientId: crypto.randomUUID(), clientKind: "credential", clientName: "board" } as const;
  await askAccount(env, account.id, (object) =>
    object.noteRefusal({ ...who, words: "It was refused.", remedy }),
  );
  return (await account.call("GET /v0/mqtt/log/")).body[0];
}
const fix = (account: Account, { id }: { id: string }) => account.call(`POST /v0/mqtt/log/${id}/fix/`);

async function withBoard() {
  const account = await newAccount();
  const body = { name: "Board", username: "board", password: "s3cret" };
  const credential = (await account.call("POST /v0/mqtt/credentials/", body)).body;
  return { account, credential, credentialId: credential.id as string };
}

test('remedy "other view": its clients reconnect, and a second call has no effect', async () => {
  const { account, credentialId } = await withBoard();
  const row = await refused(account, { kind: "view", credentialId, view: "root" });
  expect(row.remedy).toEqual({ kind: "view", credential_id: credentialId, view: "root" });
  const client = await connected(account.id, { username: "board", password: "s3cret" });
  const { status, body } = await fix(account, row);
  expect([status, body.id, body.view]).toEqual([200, credentialId, "root"]);
  await client.end();
  const again = await connected(account.id, { username: "board", password: "s3cret" });
  expect((await fix(account, row)).body).toMatchObject({ ...body, last_used: expect.anything() });
  again.publish("room/temperature", "1", { qos: 1, messageId: 1 });
  await again.next("puback");
});

test('remedy "own user name": created once, and unique', async () => {
  const { account, credential, credentialId } = await withBoard();
  const row = await refused(account, { kind: "username", credentialId });
  const { status, body } = await fix(account, row);
  expect(status).toBe(200);
  expect(body).toEqual({
    ...credential,
    username: expect.stringMatching(/^[a-z][a-z2-7]{9}$/),
    server_made: true,
    ws_path: "/mqtt",
    ws_url: "ws://api.test/mqtt",
  });
  expect((await fix(account, row)).body).toEqual(body);
});

test('remedy "full profile": the account\'s profile is full', async () => {
  const { account } = await withBoard();
  const row = await refused(account, { kind: "profile" });
  await account.call("PUT /v0/mqtt/settings/", { profile: "classic" });
  const settings = { profile: "full", home_assistant: false, history: [] };
  expect((await fix(account, row)).body).toEqual(settings);
  expect((await account.call("GET /v0/mqtt/settings/")).body).toEqual(settings);
});

test("a remedy for the client only is shown, and cannot be called", async () => {
  const { account, credentialId } = await withBoard();
  const shown = [
    [
      { kind: "topic", topic: "a/b" },
      { kind: "topic", topic: "a/b" },
    ],
    [
      { kind: "password", credentialId },
      { kind: "password", credential_id: credentialId },
    ],
    [
      { kind: "limit", limit: "MQTT_MAX_PACKET_SIZE" },
      { kind: "limit", limit: "MQTT_MAX_PACKET_SIZE" },
    ],
    [null, null],
  ] as const;
  for (const [remedy, answer] of shown) {
    const row = await refused(account, remedy);
    expect(row.remedy).toEqual(answer);
    expect((await fix(account, row)).body).toEqual({
      errors: { non_field_errors: ["A channel would not allow this."] },
    });
  }
});

test("a deleted credential, or another account's, is 404", async () => {
  const { account, credentialId } = await withBoard();
  const stranger = await withBoard();
  for (const kind of ["username", "view"] as const) {
    const remedy = { kind, credentialId: stranger.credentialId, view: "root" } as Remedy;
    expect((await fix(account, await refused(account, remedy))).status).toBe(404);
  }
  const row = await refused(account, { kind: "username", credentialId });
  await account.call(`DELETE /v0/mqtt/credentials/${credentialId}/`);
  expect((await fix(account, row)).status).toBe(404);
  const [left] = (await stranger.account.call("GET /v0/mqtt/credentials/")).body;
  expect([left.username, left.view]).toEqual(["board", "account"]);
});
