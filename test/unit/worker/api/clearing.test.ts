/** A reset of an unverified address clears the account, so that a stranger keeps no access. */

import { expect, test } from "vitest";
import { type Account, api, apiWith, newAccount, run } from "./client.ts";
import { connected } from "./connected.ts";
import { emailsTo, tokenFrom, verify } from "./emails.ts";

const NEW = "Another-horse-8";

/** A stranger's account under another person's address, with every kind of login. */
async function squatted() {
  const squatter = await newAccount();
  const { key } = (await squatter.call("POST /v0/api-keys/")).body;
  const channel = (await squatter.call("POST /v0/mqtt/channels/", { name: "C", topic: "c" })).body;
  const login = { username: "lamp", password: "p" };
  await squatter.call("POST /v0/mqtt/credentials/", { name: "C", ...login, channels: [channel.id] });
  const device = (await squatter.call("POST /v0/devices/on-off/", { name: "D", channels: [channel.id] }))
    .body;
  const link = (await squatter.call(`POST /v0/devices/on-off/${device.id}/link/`)).body;
  const clients = [
    await connected(squatter.id, { clientId: `${key}__1` }),
    await connected(squatter.id, { ...login, clientId: "c" }),
    await connected(squatter.id, { ...login, clientId: "d", username: `${device.id}:lamp` }),
  ];
  return { squatter, key: String(key), device, link, clients };
}

async function reset({ email }: Account) {
  await api("POST /v0/forgot-password/", { email });
  const [letter] = await emailsTo(email);
  const token = await tokenFrom(email, "reset");
  const { status } = await api("POST /v0/reset-password/", { token, password: NEW });
  expect(status).toBe(200);
  return letter;
}

const listed = async (token: string, path: string) =>
  (await api(`GET /v0/${path}/`, undefined, { token })).body as unknown[];

test("a reset verifies the address and clears the account, and its email announces it [T60]", async () => {
  const { squatter, link, clients, device } = await squatted();
  await squatter.call("PUT /v0/users/", {
    first_name: "A",
    last_name: "B",
    email: `squatter-${squatter.email}`,
    password: "Correct-horse-7",
  });
  const letter = await reset(squatter);
  expect(letter?.text).toContain("removes its API keys, credentials and device links");
  for (const client of clients) await client.end();
  expect((await squatter.call("GET /v0/users/")).status).toBe(401);
  const { token, user } = (await api("POST /v0/login/", { email: squatter.email, password: NEW })).body.data;
  expect(user).toMatchObject({ id: squatter.id, email_verified: true, pending_email: null });
  expect(await listed(token, "api-keys")).toEqual([]);
  expect(await listed(token, "mqtt/credentials")).toEqual([]);
  expect(await listed(token, "mqtt/clients")).toEqual([]);
  expect((await api("POST /v0/device-link/", { token: link.token })).status).toBe(404);
  expect((await verify(`squatter-${squatter.email}`, "change")).status).toBe(400);
  // data without a login stays: devices, channels, events
  expect(await listed(token, "devices/on-off")).toMatchObject([{ id: device.id }]);
  expect(await listed(token, "mqtt/channels")).toHaveLength(1);
});

test("a reset keeps the content of an account whose address is verified [T60]", async () => {
  const { squatter: owner, clients } = await squatted();
  await run("UPDATE users SET email_state = 'verified' WHERE id = ?1", owner.id);
  const letter = await reset(owner);
  expect(letter?.text).not.toContain("removes its API keys");
  const { token, user } = (await api("POST /v0/login/", { email: owner.email, password: NEW })).body.data;
  expect(user.email_verified).toBe(true);
  expect(await listed(token, "api-keys")).toHaveLength(1);
  expect(await listed(token, "mqtt/credentials")).toHaveLength(1);
  expect(await listed(token, "mqtt/clients")).toHaveLength(clients.length);
});

test("a reset without an answer of the broker has no effect, and its link still works [F63]", async () => {
  const { squatter } = await squatted();
  await api("POST /v0/forgot-password/", { email: squatter.email });
  const body = { token: await tokenFrom(squatter.email, "reset"), password: NEW };
  const lost = { announceChange: () => Promise.reject(new Error("the object is being moved")) };
  const cut = apiWith({ BROKER: { getByName: () => lost } });
  expect((await cut("POST /v0/reset-password/", body)).status).toBe(503);
  expect((await squatter.call("GET /v0/api-keys/")).body).toHaveLength(1);
  expect((await api("POST /v0/reset-password/", body)).status).toBe(200);
  expect((await squatter.call("GET /v0/users/")).status).toBe(401);
});
