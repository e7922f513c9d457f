/** Devices of others' making: GET /v0/devices/found/, POST /v0/devices/found/{id}/adopt/ */

import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { newAccount } from "./client.ts";
import { connected } from "./connected.ts";

beforeAll(() => applyD1Migrations(env.DB, env.TEST_MIGRATIONS));

const PLACE = "homeassistant/switch/plug/config";
const PLUG = {
  name: "Hall plug",
  cmd_t: "plug/set",
  stat_t: "plug",
  avty_t: "plug/there",
  o: { name: "Mine" },
};
const POOL = { name: "Pool", cmd_t: "pool/set", cmd_tpl: "{{ value }}" };

async function house() {
  const account = await newAccount();
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

test("what announces itself is listed, adopted once, and is a device from then on [F334]", async () => {
  const { account, client, say, list } = await house();
  const [plug, pool] = await list();
  const id = expect.any(String);
  expect(plug).toEqual({ id, name: "Hall plug", source: "Mine", switchable: true, why_not: null });
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
    ...{ source: "Mine", command_topic: "plug/set", state_topic: "plug" },
    availability_topics: ["plug/there"],
  });
  await client.subscribe("plug/set");
  const switched = account.call(`POST /v0/devices/on-off/${device.id}/switch/`, { state: true, wait: 5 });
  expect(String((await client.next("publish")).payload)).toBe("ON");
  await say("plug", "ON");
  expect((await switched).body).toMatchObject({ delivered_at: expect.any(String) });
  // what is taken away is found again
  await account.call(`DELETE /v0/devices/on-off/${device.id}/`);
  expect(await list()).toHaveLength(2);
});

test("two calls at once adopt it once, and another account never", async () => {
  const { account, list } = await house();
  const [plug] = await list();
  const line = `POST /v0/devices/found/${plug.id}/adopt/`;
  const answers = await Promise.all([account.call(line), account.call(line)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 404]);
  expect((await (await newAccount()).call(line)).status).toBe(404);
});
