/** Discovered devices: GET /v0/devices/found/, POST /v0/devices/found/{id}/adopt/ */

import { SELF } from "cloudflare:test";
import { expect, test } from "vitest";
import { type Account, apiWith, newAccount } from "./client.ts";
import { connected, upgrade } from "./connected.ts";

const PLACE = "homeassistant/switch/plug/config";
const PLUG = {
  name: "Hall plug",
  cmd_t: "plug/set",
  stat_t: "plug",
  avty_t: "plug/there",
  o: { name: "Mine" },
};
const POOL = { name: "Pool", cmd_t: "pool/set", cmd_tpl: "{{ value | lower }}" };

async function house(person?: Account) {
  const account = person ?? (await newAccount());
  const { username, password } = (
    await account.call("POST /v0/mqtt/credentials/", { name: "House", view: "root" })
  ).body;
  const client = await connected(account.id, { username, password });
  const say = async (topic: string, payload: object | string) => {
    const text = typeof payload === "string" ? payload : JSON.stringify(payload);
    client.publish(topic, text, { retain: true, qos: 1, messageId: 1 });
    await client.next("puback");
  };
  await say(PLACE, PLUG);
  await say("homeassistant/switch/pool/config", POOL);
  const list = async () => (await account.call("GET /v0/devices/found/")).body;
  return { account, client, say, list };
}

test("an announcement is listed, adopted once, and is a device from then on [F334]", async () => {
  const { account, client, say, list } = await house();
  const [plug, pool] = await list();
  const id = expect.any(String);
  expect(plug).toEqual({
    id,
    name: "Hall plug",
    source: "Mine",
    switchable: true,
    why_not: null,
    command_topic: "plug/set",
    truncated: false,
  });
  expect(pool).toMatchObject({
    name: "Pool",
    switchable: false,
    why_not: expect.stringContaining("template"),
  });
  const adopt = (found: { id: string }) => account.call(`POST /v0/devices/found/${found.id}/adopt/`);
  const adopted = await adopt(plug);
  expect([adopted.status, adopted.body.name, adopted.body.kind]).toEqual([201, "Hall plug", "found"]);
  expect((await list()).map(({ name }: { name: string }) => name)).toEqual(["Pool"]);
  expect((await adopt(plug)).status).toBe(404);
  expect(await adopt(pool)).toMatchObject({ status: 400 });
  await say("plug/there", "online");
  const [device] = (await account.call("GET /v0/devices/on-off/")).body;
  expect(device).toMatchObject({ kind: "found", connected: true });
  const alone = await account.call(`GET /v0/devices/on-off/${device.id}/`);
  expect([alone.status, alone.body]).toEqual([
    200,
    expect.objectContaining({ connected: true, clients: [] }),
  ]);
  expect(alone.body).toMatchObject({ since: expect.any(String), last_seen: alone.body.since });
  expect(alone.body.found).toEqual({
    source: "Mine",
    command_topic: "plug/set",
    state_topic: "plug",
    availability_topics: ["plug/there"],
  });
  await client.subscribe("plug/set");
  const switched = account.call(`POST /v0/devices/on-off/${device.id}/switch/`, { state: true, wait: 5 });
  expect(String((await client.next("publish")).payload)).toBe("ON");
  await say("plug", "ON");
  expect((await switched).body).toMatchObject({ delivered_at: expect.any(String) });
  // after the deletion of the device it is listed again
  await account.call(`DELETE /v0/devices/on-off/${device.id}/`);
  expect(await list()).toHaveLength(2);
});

/** The adopted plug. */
async function adopted() {
  const home = await house();
  await home.say("plug/there", "online");
  const [plug] = await home.list();
  const { body } = await home.account.call(`POST /v0/devices/found/${plug.id}/adopt/`);
  return {
    ...home,
    device: body as { id: string; connected: boolean },
    line: `/v0/devices/on-off/${body.id}/`,
  };
}

test("[F334] an adopted device is online in the list and alone, without its own client", async () => {
  const { account, say, device, line } = await adopted();
  expect(device.connected).toBe(true);
  const alone = async () => account.call(`GET ${line}`);
  expect(await alone()).toMatchObject({
    status: 200,
    body: { connected: true, since: null, last_seen: null, clients: [] },
  });
  await say("plug/there", "offline");
  expect((await alone()).body).toMatchObject({
    connected: false,
    since: null,
    last_seen: expect.any(String),
  });
  await say("plug/there", "online");
  const { body } = await alone();
  expect(body).toMatchObject({ connected: true, since: body.last_seen });
  expect((await account.call(`GET ${line}connections/`)).status).toBe(200);
});

test("[T260] no client can log in as an adopted device: no credential, no link, no device id", async () => {
  const { account, device, line } = await adopted();
  const refused = (answer: { body: { errors?: object } }) => Object.keys(answer.body.errors ?? {});
  const sentence = "This device was discovered: it logs in with its existing credential.";
  const credential = await account.call("POST /v0/mqtt/credentials/", { name: "Plug", device: device.id });
  expect(credential).toMatchObject({
    status: 400,
    body: { errors: { device: [`${sentence} Create a credential without a device for it.`] } },
  });
  const { id, username, password } = (await account.call("POST /v0/mqtt/credentials/", { name: "House" }))
    .body;
  const put = await account.call(`PUT /v0/mqtt/credentials/${id}/`, { name: "House", device: device.id });
  expect([put.status, refused(put)]).toEqual([400, ["device"]]);
  const link = await account.call(`POST ${line}link/`);
  expect([link.status, refused(link)]).toEqual([400, ["non_field_errors"]]);
  const channel = (await account.call("POST /v0/mqtt/channels/", { name: "Hall", topic: "hall" })).body.id;
  const channels = (ids: string[]) => account.call(`PUT ${line}`, { name: "Hall plug", channels: ids });
  const linked = await channels([channel]);
  expect([linked.status, refused(linked)]).toEqual([400, ["channels"]]);
  expect((await channels([])).status).toBe(200);
  const client = await upgrade(account.id, { username: `${device.id}:${username}`, password });
  expect((await client.next("connack")).reasonCode).toBe(0x86);
  const [refusal] = (await account.call("GET /v0/mqtt/log/")).body;
  expect(refusal.rule).toContain("The device was discovered");
});

test("two simultaneous calls adopt it once, and another account never", async () => {
  const { account, list } = await house();
  const [plug] = await list();
  const line = `POST /v0/devices/found/${plug.id}/adopt/`;
  const answers = await Promise.all([account.call(line), account.call(line)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 404]);
  expect((await (await newAccount()).call(line)).status).toBe(404);
});

test("[F442] adopted devices have their own limit and leave that of devices", async () => {
  const api = apiWith({ MAX_DEVICES: "1", MAX_FOUND_DEVICES: "1" });
  const { account, say, list } = await house(await newAccount(api));
  await account.call("POST /v0/api-keys/");
  const [plug] = await list();
  expect((await account.call(`POST /v0/devices/found/${plug.id}/adopt/`)).status).toBe(201);
  expect((await account.call("POST /v0/devices/on-off/", { name: "Lamp" })).status).toBe(201);
  expect((await account.call("POST /v0/devices/on-off/", { name: "Lamp" })).body).toEqual({
    errors: { non_field_errors: ["You can have 1 devices registered max."] },
  });
  expect((await account.call("GET /v0/broker/")).body.used.devices).toBe(1);
  await say("homeassistant/switch/fan/config", { name: "Fan", cmd_t: "fan/set" });
  const fan = (await list()).find(({ name }: { name: string }) => name === "Fan");
  expect(await account.call(`POST /v0/devices/found/${fan.id}/adopt/`)).toMatchObject({
    status: 400,
    body: { errors: { non_field_errors: ["You can adopt 1 discovered devices max. Delete one first."] } },
  });
});

test("[T364] a token with all publish rights needs devices:switch for an adopted device's command topic", async () => {
  const { account, client, list } = await house();
  await client.subscribe("plug/set");
  const token = async (...scopes: string[]) =>
    (await account.call("POST /v0/tokens/", { name: "t", scopes: ["messages:publish:#", ...scopes] })).body
      .token;
  const join = async (password: string) =>
    connected(account.id, { username: "x", password, clientId: password });
  const publisher = await join(await token());
  const received = async () => String((await client.next("publish")).payload);
  // not adopted yet
  expect([await publisher.publishQos1("plug/set", "before"), await received()]).toEqual([0, "before"]);
  const [plug] = await list();
  const { id } = (await account.call(`POST /v0/devices/found/${plug.id}/adopt/`)).body;
  for (const topic of ["plug/set", `${account.id}/plug/set`])
    expect(await publisher.publishQos1(topic, "ON")).toBe(0x87);
  expect(await publisher.publishQos1("plug/set/other", "ON")).toBe(0);
  const other = await join(await token(`devices:switch:${crypto.randomUUID()}`));
  expect(await other.publishQos1("plug/set", "ON")).toBe(0x87);
  const switching = await join(await token(`devices:switch:${id}`));
  expect([await switching.publishQos1("plug/set", "allowed"), await received()]).toEqual([0, "allowed"]);
});

test("an adopted light has its brightness as a control, whose topic is a command topic, too", async () => {
  const { account, client, say, list } = await house();
  const lamp = { cmd_t: "lamp/set", stat_t: "lamp", bri_cmd_t: "lamp/dim", bri_stat_t: "lamp/dimmed" };
  await say("homeassistant/light/lamp/config", { name: "Lamp", ...lamp, bri_scl: 254 });
  const found = (await list()).find(({ name }: { name: string }) => name === "Lamp");
  const { body } = await account.call(`POST /v0/devices/found/${found.id}/adopt/`);
  const brightness = { key: "brightness", kind: "number", min: 1, max: 100, step: 1, unit: "%" };
  expect(body.controls).toEqual([expect.objectContaining({ ...brightness, wanted: null, reported: null })]);
  await client.subscribe("lamp/#");
  const line = `/v0/devices/on-off/${body.id}/`;
  const switched = account.call(`POST ${line}switch/`, { state: true, set: { brightness: 40 }, wait: 5 });
  const sent = [await client.next("publish"), await client.next("publish")];
  expect(sent.map(({ topic, payload }) => [topic, String(payload)])).toEqual([
    ["lamp/dim", "102"],
    ["lamp/set", "ON"],
  ]);
  await say("lamp/dimmed", "102");
  await say("lamp", "ON");
  expect((await switched).body).toMatchObject({ delivered_at: expect.any(String), set: { brightness: 40 } });
  const [control] = (await account.call(`GET ${line}`)).body.controls;
  expect(control).toMatchObject({ wanted: 40, reported: 40 });
  const scopes = ["messages:publish:#"];
  const { token } = (await account.call("POST /v0/tokens/", { name: "t", scopes })).body;
  const publisher = await connected(account.id, { username: "x", password: token, clientId: "t" });
  expect(await publisher.publishQos1("lamp/dim", "1")).toBe(0x87);
  // without the control it is switched as before
  await account.call(`PUT ${line}`, { name: "Lamp", controls: [] });
  expect((await account.call(`POST ${line}switch/`, { state: false })).status).toBe(200);
});

test("a report over HTTP counts like one over MQTT", async () => {
  const { account, client, list } = await house();
  const [plug] = await list();
  const { id } = (await account.call(`POST /v0/devices/found/${plug.id}/adopt/`)).body;
  await client.subscribe("plug/set");
  const headers = { Authorization: `Token ${account.token}` };
  const say = (topic: string, body: string) =>
    SELF.fetch(`http://switchyard.test/v0/messages/${topic}`, { method: "POST", headers, body });
  await say("plug/there?retain=true", "online");
  const switched = account.call(`POST /v0/devices/on-off/${id}/switch/`, { state: true, wait: 5 });
  expect(String((await client.next("publish")).payload)).toBe("ON");
  await say("plug", "ON");
  expect((await switched).body).toMatchObject({ device_connected: true, delivered_at: expect.any(String) });
});
