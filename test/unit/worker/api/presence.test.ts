/** Devices in the API while they connect, are switched and disconnect. */

import { expect, test } from "vitest";
import { eventually } from "../../broker/support/client.ts";
import { type Account, api, newAccount } from "./client.ts";
import { connected } from "./connected.ts";
import { FROM_A_PAGE } from "./from-a-page.ts";

async function furnished() {
  const account = await newAccount();
  await account.call("POST /v0/api-keys/");
  const login = { username: "board", password: "s3cret" };
  await account.call("POST /v0/mqtt/credentials/", { name: "Board", ...login });
  const { id } = (await account.call("POST /v0/devices/on-off/", { name: "Lamp" })).body as { id: string };
  return { account, id, path: `/v0/devices/on-off/${id}/`, login };
}

const connect = (account: Account, deviceId: string, headers: Record<string, string> = {}) =>
  connected(account.id, { username: `${deviceId}:board`, password: "s3cret" }, headers);

test("the list distinguishes a sent command from an acknowledged one [F286]", async () => {
  const { account, id, path } = await furnished();
  const told = async () => {
    const { state, taken } = (await account.call("GET /v0/devices/on-off/")).body[0];
    return { state, taken };
  };
  expect(await told()).toEqual({ state: false, taken: null });
  await account.call(`POST ${path}switch/`, { state: "on" });
  expect(await told()).toEqual({ state: true, taken: false });
  const lamp = await connect(account, id);
  const message = await lamp.next("publish");
  expect(await told()).toEqual({ state: true, taken: false });
  lamp.send({ cmd: "puback", messageId: message.messageId as number });
  await eventually(told, ({ taken }) => taken === true);
  const edited = await account.call(`PUT ${path}`, { name: "Lamp", state: false });
  expect(edited.body).toMatchObject({ state: false, taken: false });
  expect((await account.call(`GET ${path}`)).body).toMatchObject({ state: false, taken: false });
});

test("a device connects, acknowledges its command and disconnects", async () => {
  const { account, id, path } = await furnished();
  // the header is ignored from outside
  const forged = encodeURIComponent(JSON.stringify({ country: "QQ", colo: "QQQ", browser: true }));
  const lamp = await connect(account, id, { "Switchyard-Edge": forged });
  const there = (await account.call(`GET ${path}`)).body;
  expect(there).toMatchObject({ connected: true, command: null });
  expect(there.clients).toHaveLength(1);
  expect(there.clients[0]).toMatchObject({ client_id: "lamp-1", protocol: "5.0" });
  expect(there.clients[0].country).not.toBe("QQ");
  expect(there.since).toBe(there.clients[0].since);

  const switched = account.call(`POST ${path}switch/`, { state: "on", wait: 10 });
  const message = await lamp.next("publish");
  lamp.send({ cmd: "puback", messageId: message.messageId as number });
  const { status, body } = await switched;
  expect(status).toBe(200);
  expect(body).toMatchObject({ device_connected: true });
  expect(Date.parse(body.delivered_at)).toBeGreaterThan(0);
  expect((await account.call(`GET ${path}`)).body).toMatchObject({
    state: true,
    command: { state: true, delivered_at: body.delivered_at, actor: "api" },
  });

  lamp.cut();
  const gone = await eventually(
    async () => (await account.call("GET /v0/devices/on-off/")).body[0],
    (device) => device.connected === false,
  );
  expect(Date.parse(gone.last_seen)).toBeGreaterThanOrEqual(Date.parse(there.since));
  const [visit, ...others] = (await account.call(`GET ${path}connections/`)).body;
  expect(others).toEqual([]);
  expect(visit).toMatchObject({ client_id: "lamp-1", connected_at: there.since, protocol: "5.0" });
  expect(visit.disconnected_at).not.toBeNull();
  expect(visit.service_close_code).toBeNull();
});

test("events name the actor: a page, or a program", async () => {
  const { account, path } = await furnished();
  const page = { token: account.token, headers: FROM_A_PAGE };
  expect((await api(`POST ${path}switch/`, { state: true }, page)).body.device_connected).toBe(false);
  await account.call(`PUT ${path}`, { name: "Lamp", state: false });
  const { body } = await account.call("GET /v0/events/devices/on-off/");
  expect(body.map((event: { event_type: string; actor: string }) => [event.event_type, event.actor])).toEqual(
    [
      ["turned_off", "api"],
      ["turned_on", "browser"],
    ],
  );
});

test("a setting applies from the response on", async () => {
  const { account, id, path } = await furnished();
  const change = await account.call(`PUT ${path}`, { name: "Gate", command_ttl: 0 });
  expect(change.body).toMatchObject({ name: "Gate", command_ttl: 0, auto_off: 0 });
  await account.call(`POST ${path}switch/`, { state: true });
  expect(await (await connect(account, id)).messages()).toEqual([]);
  await account.call(`PUT ${path}`, { name: "Gate", command_ttl: 3600 });
  expect(await (await connect(account, id)).messages()).toEqual(['{"state":"on"}']);
});
