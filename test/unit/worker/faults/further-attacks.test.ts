/** Further attacks and faults at the API. */

import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { CALLS } from "../../../../worker/contract/api.ts";
import { PASSWORD } from "../../../support/golden/world.ts";
import { api, apiWith, newAccount } from "../api/client.ts";
import { connected, upgrade } from "../api/connected.ts";
import { dump, twoAccounts } from "../api/two-accounts.ts";
import { hurry } from "../hurry.ts";

test("a form or plain text is not accepted as a call, and no GET changes a row [T5]", async () => {
  const { owner, ids } = await twoAccounts();
  const before = await dump();
  for (const type of ["application/x-www-form-urlencoded", "text/plain", "multipart/form-data"]) {
    const { status } = await api(
      "POST /v0/mqtt/channels/",
      { name: "C", topic: "forged" },
      {
        token: owner.token,
        headers: { "Content-Type": type },
      },
    );
    expect(status).toBe(type === "application/json" ? 201 : 415);
  }
  const reading = Object.values(CALLS).filter(({ method }) => method === "GET");
  for (const { path } of reading) await owner.call(`GET ${path.replace("{id}", ids.device)}`);
  expect(await dump()).toBe(before);
});

test("a client with an API key is disconnected when the key is deleted, and refused afterwards [T19]", async () => {
  const account = await newAccount();
  const made = (await account.call("POST /v0/api-keys/")).body;
  const other = (await account.call("POST /v0/api-keys/")).body;
  const thief = await connected(account.id, { clientId: `${made.key}__thief` });
  const mine = await connected(account.id, { clientId: `${other.key}__mine` });
  expect((await account.call(`DELETE /v0/api-keys/${made.id}/`)).status).toBe(204);
  await thief.end();
  const again = await upgrade(account.id, { clientId: `${made.key}__thief` });
  expect((await again.next("connack")).reasonCode).toBeGreaterThanOrEqual(0x80);
  expect(await mine.all()).toEqual([]);
});

test("a device is disconnected when it is deleted, without its will [T20]", async () => {
  const account = await newAccount();
  const { key } = (await account.call("POST /v0/api-keys/")).body;
  await account.call("POST /v0/mqtt/credentials/", { name: "C", username: "u", password: "p" });
  const device = (await account.call("POST /v0/devices/on-off/", { name: "D" })).body;
  const login = { username: `${device.id}:u`, password: "p" };
  const reader = await connected(account.id, { clientId: `${key}__r` });
  await reader.subscribe(`${account.id}/#`, 1);
  const lamp = await connected(account.id, login);
  expect((await account.call(`DELETE /v0/devices/on-off/${device.id}/`)).status).toBe(204);
  await lamp.end();
  const again = await upgrade(account.id, login);
  expect((await again.next("connack")).reasonCode).toBeGreaterThanOrEqual(0x80);
  // only its status, until the device is deleted
  const status = `${account.id}/devices/${device.id}/status`;
  const heard = (await reader.all()).flatMap((each) => (each.cmd === "publish" ? [each.topic] : []));
  expect(heard.filter((topic) => topic !== status)).toEqual([]);
});

test("every response has the same headers, and a method override is ignored [T39]", async () => {
  const { owner } = await twoAccounts();
  const answers = [
    await owner.call("GET /v0/users/"),
    await api("GET /v0/users/"),
    await api("GET /v0/nothing/"),
    await api("PATCH /v0/health/"),
    await api("POST /v0/login/", {}),
    await api("POST /v0/api-keys/", undefined, {
      token: owner.token,
      headers: { "X-HTTP-Method-Override": "DELETE" },
    }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 404, 405, 400, 201]);
  for (const { headers } of answers) {
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("X-Frame-Options")).toBe("DENY");
    expect(headers.get("Strict-Transport-Security")).toMatch(/^max-age=\d{8}/);
    expect(headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("Cache-Control")).toBe("no-store");
  }
});

test("a hanging database is 503 after twenty seconds [F12]", async () => {
  const { owner } = await twoAccounts();
  const never = new Promise<never>(() => {});
  const hanging = { prepare: (sql: string) => env.DB.prepare(sql), batch: () => never };
  const hurried = hurry(20_000);
  try {
    const answer = apiWith({ DB: hanging })("GET /v0/mqtt/channels/", undefined, { token: owner.token });
    expect((await answer).status).toBe(503);
  } finally {
    hurried.mockRestore();
  }
});

test("with fewer places than users no registration is accepted, and users log in [F44]", async () => {
  const account = await newAccount();
  const full = apiWith({ MAX_USERS: "1" });
  await newAccount();
  const fresh = { email: "late@example.com", password: PASSWORD };
  expect((await full("POST /v0/register/", fresh)).status).toBe(403);
  expect((await full("POST /v0/waitlist_entries/", { email: fresh.email })).status).toBe(201);
  expect((await full("POST /v0/login/", { email: account.email, password: PASSWORD })).status).toBe(200);
  const { total, max } = (await full("GET /v0/count/users/")).body;
  expect(total).toBeGreaterThan(max);
});
