/** Suspension and resumption of an account with connected clients. */

import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { CALLS } from "../../../../worker/contract/api.ts";
import { PASSWORD } from "../../../support/golden/world.ts";
import { ask } from "../../broker/support/ask.ts";
import { api, newAccount, run } from "./client.ts";
import { connected, upgrade } from "./connected.ts";
import { NAMES, newWorld, requestOf } from "./every-call.ts";
import { operator, operatorWith } from "./operator.ts";
import { receivedBy } from "./received.ts";

const BOARD = { name: "Board", username: "board", password: "s3cret" };
const reason = "It sends spam.";

async function household() {
  const account = await newAccount();
  await account.call("POST /v0/api-keys/");
  await account.call("POST /v0/mqtt/credentials/", { ...BOARD, grants: [] });
  const { id: device } = (await account.call("POST /v0/devices/on-off/", { name: "Lamp" })).body;
  const lamp = { username: `${device}:board`, password: "s3cret" };
  const path = `/v0/operator/accounts/${account.id}/suspension/`;
  return { account, device, lamp, path };
}

test("its clients are disconnected before the response, new ones are refused, and the log states it [T195]", async () => {
  const { account, device, lamp, path } = await household();
  const client = await connected(account.id, lamp);
  const { token } = (await account.call(`POST /v0/devices/on-off/${device}/link/`)).body;
  expect((await api("POST /v0/device-link/", { token })).status).toBe(200);

  const suspended = await operator(`PUT ${path}`, { reason });
  expect(suspended.body.suspended.reason).toBe(reason);
  expect(await ask(env.BROKER.getByName(account.id), (calls) => calls.clients.clients())).toEqual([]);
  expect((await client.next("disconnect")).reasonCode).toBe(0x98);
  const again = await upgrade(account.id, lamp);
  expect((await again.next("connack")).reasonCode).toBe(0x8a);
  const older = await upgrade(account.id, lamp, {}, 4);
  expect((await older.next("connack")).returnCode).toBe(5);
  // without the password the reason is not revealed
  const stranger = await upgrade(account.id, { ...lamp, password: "guess" });
  expect((await stranger.next("connack")).reasonCode).toBe(0x86);
  const nameless = await upgrade("", { username: "board", password: "s3cret" });
  expect((await nameless.next("connack")).reasonCode).not.toBe(0);
  expect((await api("POST /v0/device-link/", { token })).status).toBe(404);

  expect((await operator(`DELETE ${path}`)).body.suspended).toBeNull();
  await connected(account.id, lamp);
  expect((await api("POST /v0/device-link/", { token })).status).toBe(200);
  const { body: log } = await account.call("GET /v0/mqtt/log/");
  expect(log.map(({ rule }: { rule: string }) => rule)).toContain(
    "The account is suspended; its owner can read why on the page.",
  );
});

test("a kept session, its queue and retained messages are there after the resumption [T195]", async () => {
  const { account, lamp, path } = await household();
  const { key } = (await account.call("POST /v0/api-keys/")).body;
  const mine = { clientId: `${key}__reader`, kept: true } as const;
  const reader = await connected(account.id, mine);
  await reader.subscribe(`${account.id}/#`);
  reader.cut();
  const writer = await connected(account.id, { clientId: `${key}__writer` });
  writer.publish(`${account.id}/state`, "waits", { qos: 1, retain: true, messageId: 1 });
  await writer.next("puback");
  await operator(`PUT ${path}`, { reason });
  expect((await (await upgrade(account.id, mine)).next("connack")).reasonCode).toBe(0x8a);
  await operator(`DELETE ${path}`);
  const back = await upgrade(account.id, mine);
  expect((await back.next("connack")).sessionPresent).toBe(true);
  expect(String((await back.next("publish")).payload)).toBe("waits");
  const anew = await connected(account.id, { clientId: `${key}__anew` });
  await anew.subscribe(`${account.id}/state`);
  expect(String((await anew.next("publish")).payload)).toBe("waits");
  await connected(account.id, lamp);
});

test("an object that restarts between announcement and commit admits no client before it has read the rights [F201]", async () => {
  const { account, lamp } = await household();
  const client = await connected(account.id, lamp);
  const stub = env.BROKER.getByName(account.id);
  // the call up to its commit; then the Worker and the object are gone
  await stub.announceChange();
  await run(
    "UPDATE users SET suspended_at = 1, suspended_reason = ?2, rights_version = rights_version + 1 WHERE id = ?1",
    account.id,
    reason,
  );
  await evictDurableObject(stub);
  const again = await upgrade(account.id, lamp);
  expect((await again.next("connack")).reasonCode).toBe(0x8a);
  expect(await ask(stub, (calls) => calls.clients.clients())).toEqual([]);
  expect((await client.next("disconnect")).reasonCode).toBeGreaterThanOrEqual(0x80);
  // also after another restart
  await evictDurableObject(stub);
  const later = await upgrade(account.id, lamp);
  expect((await later.next("connack")).reasonCode).toBe(0x8a);
});

test("without an answer of its object an account is not suspended [F202]", async () => {
  const { account, path } = await household();
  const { BROKER } = receivedBy("announceChange");
  expect((await operatorWith({ BROKER })(`PUT ${path}`, { reason })).status).toBe(503);
  expect((await account.call("GET /v0/users/")).body.suspended).toBeNull();
  // and it can still be read
  const { body } = await operatorWith({ BROKER: { getByName: () => ({}) } })(
    `GET /v0/operator/accounts/${account.id}/`,
  );
  expect(body).toMatchObject({ id: account.id, devices: 1, broker: null });
});

test("every call of its people is refused with the reason, except export and deletion [T196]", async () => {
  const world = await newWorld();
  const { person } = world;
  await operator(`PUT /v0/operator/accounts/${person.id}/suspension/`, { reason });
  const open: string[] = [];
  for (const name of NAMES) {
    const { account, line, body, token } = requestOf(name, world);
    if (CALLS[name].access === "public" || account.id !== person.id) continue;
    if (name === "logout" || name === "deleteUser") continue;
    // a response to HEAD has no body
    const answer = await api(line.replace("HEAD", "GET"), body, { token });
    if (answer.status === 200) open.push(name);
    else {
      expect(answer.status, name).toBe(403);
      expect(answer.body).toEqual({ detail: `This account is suspended: ${reason}` });
    }
  }
  expect(open.sort()).toEqual([
    "exportAccount",
    "exportWithPassword",
    "listApiKeys",
    "listApps",
    "listChannelValues",
    "listChannels",
    "listCredentials",
    "listDeviceValues",
    "listDevices",
    "listEvents",
    "listGuests",
    "listPasskeys",
    "listSchedules",
    "listSecurityEvents",
    "listTargets",
    "listTokens",
    "listWatches",
    "readChannelSeries",
    "readDeviceSeries",
    "readSettings",
    "readUser",
  ]);
  // a login returns the reason, and permits logout and deletion
  const login = { email: person.email, password: PASSWORD };
  const { data } = (await api("POST /v0/login/", login)).body;
  expect(data.user.suspended).toBe(reason);
  const { token } = data;
  expect((await api("POST /v0/logout/", {}, { token: person.token })).status).toBe(204);
  expect((await api("DELETE /v0/users/", { password: PASSWORD }, { token })).status).toBe(204);
});
