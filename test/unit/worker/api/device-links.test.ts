/**
 * `POST /v0/devices/on-off/{id}/link/` and `POST /v0/device-link/`: access as one device, for an hour, until
 * revoked.
 */

import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { api, newAccount, rows } from "./client.ts";
import { connected, upgrade } from "./connected.ts";

async function linked() {
  const account = await newAccount();
  await account.call("POST /v0/api-keys/");
  const orders = { name: "Orders", topic: "orders" };
  const channel = (await account.call("POST /v0/mqtt/channels/", orders)).body.id as string;
  const lamp = { name: "Lamp", channels: [channel] };
  const device = (await account.call("POST /v0/devices/on-off/", lamp)).body.id as string;
  const path = `/v0/devices/on-off/${device}/link/`;
  const link = (await account.call(`POST ${path}`)).body as {
    url: string;
    token: string;
    expires_at: string;
  };
  const open = () => api("POST /v0/device-link/", { token: link.token });
  return { account, device, path, link, open };
}

test("a link gives the rights of the device and no others", async () => {
  const { account, device, link, open } = await linked();
  expect(link.url).toBe(`http://api.test/device#${link.token}`);
  const opened = (await open()).body;
  expect(opened).toMatchObject({
    user_id: account.id,
    device_id: device,
    device_name: "Lamp",
    state: false,
    expires_at: link.expires_at,
  });
  const hour = Date.parse(link.expires_at) - Date.now();
  expect(Math.abs(hour - 3_600_000)).toBeLessThan(60_000);
  const phone = await connected(account.id, opened);
  const switched = account.call(`POST /v0/devices/on-off/${device}/switch/`, { state: true, wait: 10 });
  const message = await phone.next("publish");
  phone.send({ cmd: "puback", messageId: message.messageId as number });
  expect((await switched).body.delivered_at).not.toBeNull();
  expect((await open()).body.state).toBe(true);
  phone.publish(`${account.id}/orders`, "x", { qos: 1, messageId: 1 });
  expect((await phone.next("puback")).reasonCode).toBe(0x87);
  expect(await phone.subscribe(`${account.id}/other`)).toBe(0x87);
  expect((await account.call("GET /v0/mqtt/log/")).body.map((row: { fix: unknown }) => row.fix)).toEqual([
    null,
    null,
  ]);
  // the token is stored as a digest only
  expect(JSON.stringify(await rows("SELECT * FROM device_links"))).not.toContain(link.token);
});

test("a link tells the state that the device took last, not one that waits for it", async () => {
  const { account, device, open } = await linked();
  await account.call(`POST /v0/devices/on-off/${device}/switch/`, { state: true });
  expect((await open()).body.state).toBe(false);
});

test("a revoked link is refused, and its client is disconnected", async () => {
  const { account, path, open } = await linked();
  const opened = (await open()).body;
  const phone = await connected(account.id, opened);
  const stranger = await newAccount();
  expect((await stranger.call(`DELETE ${path}`)).status).toBe(404);
  expect((await account.call(`DELETE ${path}`)).status).toBe(204);
  expect(await phone.end()).toBe(1008);
  expect((await open()).status).toBe(404);
  expect((await (await upgrade(account.id, opened)).next("connack")).reasonCode).toBe(0x86);
  const [refusal] = (await account.call("GET /v0/mqtt/log/")).body;
  expect(refusal.rule).toBe("The link to the device has expired, or was revoked.");
});

test("a link ends after an hour, also for connected clients", async () => {
  const { account, link, open } = await linked();
  const opened = (await open()).body;
  const soon = Date.now() + 1500;
  await rows("UPDATE device_links SET expires_at = ? WHERE user_id = ?", soon, account.id);
  await env.BROKER.getByName(account.id).applyRights();
  const phone = await connected(account.id, opened);
  expect((await phone.next("disconnect")).properties?.reasonString).toBe(
    "The link to this device has expired.",
  );
  expect(Date.now()).toBeGreaterThanOrEqual(soon);
  expect((await open()).status).toBe(404);
  expect(link.token).toHaveLength(43);
  expect((await (await upgrade(account.id, opened)).next("connack")).reasonCode).toBe(0x86);
});

test("a token of another device, or with a wrong ending, is refused; ten links are the maximum", async () => {
  const { account, path, open } = await linked();
  const opened = (await open()).body;
  const wrong = [
    { ...opened, password: `${opened.password.slice(0, -1)}!` },
    { ...opened, username: opened.username.replace(/^[^:]+/, crypto.randomUUID()) },
    { username: opened.username.split(":")[1], password: opened.password },
  ];
  for (const login of wrong) {
    expect((await (await upgrade(account.id, login)).next("connack")).reasonCode).toBe(0x86);
  }
  for (let n = 1; n < 10; n++) expect((await account.call(`POST ${path}`)).status).toBe(201);
  expect((await account.call(`POST ${path}`)).body).toEqual({
    errors: { non_field_errors: ["A device can have 10 links at a time. Revoke them first."] },
  });
});
