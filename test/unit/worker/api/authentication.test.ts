/** OWASP API Security Top 10 (2023), items 2, 4 and 6: authentication and rate limits. */

import { beforeAll, describe, expect, test } from "vitest";
import { PASSWORD } from "../../../support/golden/world.ts";
import { MAIL_PATH } from "../../../support/mail-key.ts";
import { api, apiWith, newAccount, run } from "./client.ts";
import { dump, TABLES, twoAccounts } from "./two-accounts.ts";

let world: Awaited<ReturnType<typeof twoAccounts>>;

beforeAll(async () => {
  world = await twoAccounts();
});

describe("API2 broken authentication", () => {
  test("a session ends with its logout [T4]", async () => {
    const { email } = await newAccount();
    const { body } = await api("POST /v0/login/", { email, password: PASSWORD });
    const options = { token: body.data.token as string };
    expect((await api("POST /v0/logout/", undefined, options)).status).toBe(204);
    expect((await api("GET /v0/users/", undefined, options)).status).toBe(401);
  });

  test("an expired session is refused [T4]", async () => {
    const person = await newAccount();
    await run("UPDATE sessions SET expires_at = ?1 WHERE user_id = ?2", Date.now(), person.id);
    expect((await person.call("GET /v0/users/")).status).toBe(401);
    expect((await person.call("GET /v0/devices/on-off/")).status).toBe(401);
  });

  test("no token, password, API key or MQTT password is in a dump of the database [T4] [T32]", async () => {
    await api("POST /v0/forgot-password/", { email: world.owner.email });
    const letters = (await api(`GET ${MAIL_PATH}`)).body as { to: string; text: string }[];
    const token = letters.map((one) => /token=([\w-]+)/.exec(one.text)?.[1]).find(Boolean) ?? "";
    const text = await dump([...TABLES, "reset_links", "mail_outbox"]);
    const secrets = [world.owner.token, world.ids.keyText, "canary-mqtt-password", PASSWORD, token];
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(8);
      expect(text.includes(secret)).toBe(false);
    }
  });

  test("a password may be tried ten times a minute, then 429 with the exact wait [T3]", async () => {
    const throttled = apiWith({ THROTTLE: "on" });
    const attempt = () =>
      throttled(
        "POST /v0/login/",
        { email: "Target@example.com", password: "x" },
        { headers: { "CF-Connecting-IP": "192.0.2.1" } },
      );
    for (let n = 0; n < 10; n++) expect((await attempt()).status).toBe(400);
    const refused = await attempt();
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers.get("Retry-After"));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(refused.body).toEqual({
      detail: `Request was throttled. Expected available in ${wait} ${wait === 1 ? "second" : "seconds"}.`,
    });
  });

  test("without an answer of the throttle calls are refused: 503 [F37]", async () => {
    const broken = apiWith({
      THROTTLE: "on",
      THROTTLE_LOG: {
        getByName: () => ({ take: () => Promise.reject(new Error("gone")) }),
      },
    });
    for (const line of ["POST /v0/login/", "POST /v0/register/", "POST /v0/forgot-password/"]) {
      const body = { email: world.owner.email, password: PASSWORD };
      expect((await broken(line, body, { headers: { "CF-Connecting-IP": "192.0.2.2" } })).status).toBe(503);
    }
    expect((await broken("GET /v0/users/", undefined, { token: world.owner.token })).status).toBe(200);
  });

  test("the throttle cannot be switched off in production", async () => {
    const production = apiWith({ THROTTLE: "off", ENVIRONMENT: "production" });
    const answer = await production("POST /v0/login/", { email: world.owner.email, password: PASSWORD });
    expect(answer.status).toBe(503);
  });
});

test("API4 unrestricted resource consumption: body, page, fields and rows have their limits", async () => {
  const huge = "x".repeat(70_000);
  expect((await world.owner.call("POST /v0/devices/on-off/", { name: huge })).status).toBe(413);
  const nested = JSON.parse(`${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`);
  expect((await world.owner.call("POST /v0/devices/on-off/", nested)).status).toBe(400);
  const many = Array.from({ length: 1500 }, () => crypto.randomUUID());
  expect((await world.owner.call("POST /v0/devices/on-off/", { name: "N", channels: many })).status).toBe(
    400,
  );
  expect((await world.owner.call("GET /v0/events/devices/on-off/?size=1000000000")).status).toBe(200);
});

test("API6 unrestricted access to sensitive business flows: registration and emails are counted by address [T2] [T29]", async () => {
  const throttled = apiWith({ THROTTLE: "on" });
  const headers = { "CF-Connecting-IP": "2001:db8:1:1::1" };
  // The e-mail is invalid: a call that is answered 400 counts, too.
  for (let n = 0; n < 60; n++) await throttled("POST /v0/waitlist_entries/", { email: "x" }, { headers });
  const other = { "CF-Connecting-IP": "2001:db8:1:ffff::2", "X-Forwarded-For": "198.51.100.7" };
  const refused = await throttled("POST /v0/waitlist_entries", { email: "a@b.co" }, { headers: other });
  expect(refused.status).toBe(429);
  const elsewhere = { "CF-Connecting-IP": "2001:db8:2:1::1" };
  expect(
    (await throttled("POST /v0/waitlist_entries/", { email: "a@b.co" }, { headers: elsewhere })).status,
  ).toBe(201);
});
