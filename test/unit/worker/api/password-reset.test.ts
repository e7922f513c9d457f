import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PASSWORD } from "../../../support/golden/world.ts";
import { type Account, api, newAccount, rows } from "./client.ts";

const NEW = "Another-horse-8";
const BAD = { detail: "Invalid or expired token. Please request a new password reset link." };
let person: Account;

beforeAll(() => applyD1Migrations(env.DB, env.TEST_MIGRATIONS));
beforeEach(async () => {
  person = await newAccount();
});

/** The token of the last letter, read where a developer reads it. */
async function letterToken(email: string): Promise<string> {
  const { body } = await api("GET /dev/mail", undefined, { headers: { Accept: "application/json" } });
  const letter = (body as { to: string; kind: string; text: string }[]).find(
    (one) => one.to === email && one.kind === "reset",
  );
  return /token=([\w-]+)/.exec(letter?.text ?? "")?.[1] ?? "";
}
async function offered(): Promise<string> {
  await api("POST /v0/forgot-password/", { email: person.email });
  return letterToken(person.email);
}
const validate = (token: string) => api("POST /v0/validate-reset-token/", { token });
const reset = (token: string, password = NEW) => api("POST /v0/reset-password/", { token, password });

describe("a forgotten password", () => {
  test("is reset by the link in the letter; every session ends and only the new password works", async () => {
    const token = await offered();
    expect((await validate(token)).status).toBe(200);
    expect((await reset(token)).status).toBe(200);
    expect((await person.call("GET /v0/users/")).status).toBe(401);
    expect((await api("POST /v0/login/", { email: person.email, password: PASSWORD })).status).toBe(400);
    expect((await api("POST /v0/login/", { email: person.email, password: NEW })).status).toBe(200);
  });

  test("a token works once [T28]", async () => {
    const token = await offered();
    await reset(token);
    expect(await validate(token)).toMatchObject({ status: 400, body: BAD });
    expect(await reset(token)).toMatchObject({ status: 400, body: BAD });
  });

  test("one token, twenty attempts at once: one wins [T28]", { timeout: 30_000 }, async () => {
    const token = await offered();
    const passwords = Array.from({ length: 20 }, (_, n) => `Another-horse-${n}0`);
    const answers = await Promise.all(passwords.map((password) => reset(token, password)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    const winner = passwords[answers.findIndex((answer) => answer.status === 200)];
    expect((await api("POST /v0/login/", { email: person.email, password: winner })).status).toBe(200);
  });

  test("a token dies after an hour, and when a new one is asked for [T28]", async () => {
    const first = await offered();
    const second = await offered();
    expect(second).not.toBe(first);
    expect((await validate(first)).status).toBe(400);
    await env.DB.prepare("UPDATE password_resets SET expires_at = ?1 WHERE user_id = ?2")
      .bind(Date.now(), person.id)
      .run();
    expect((await validate(second)).status).toBe(400);
    expect((await reset(second)).status).toBe(400);
  });

  test("a token dies when the account gets another address; other sessions too, this one lives [T34]", async () => {
    const token = await offered();
    const { body } = await api("POST /v0/login/", { email: person.email, password: PASSWORD });
    await person.call("PUT /v0/users/", { first_name: "A", last_name: "B", email: `new-${person.email}` });
    expect((await validate(token)).status).toBe(400);
    expect((await api("GET /v0/users/", undefined, { token: body.data.token })).status).toBe(401);
    expect((await person.call("GET /v0/users/")).status).toBe(200);
  });

  test("the old address is told that the account has another one, and only then [T34]", async () => {
    const mover = await newAccount();
    const told = async () =>
      ((await api("GET /dev/mail")).body as { to: string; subject: string }[]).filter(
        ({ to, subject }) => to === mover.email && subject.includes("another address"),
      ).length;
    const change = (email: string) =>
      mover.call("PUT /v0/users/", { first_name: "A", last_name: "B", email });
    await change(mover.email);
    expect(await told()).toBe(0);
    expect((await change(person.email)).status).toBe(409);
    expect(await told()).toBe(0);
    expect((await change(`moved-${mover.email}`)).status).toBe(200);
    expect(await told()).toBe(1);
  });

  test("nothing is stored or sent for an address that nobody has [T1]", async () => {
    const before = await rows("SELECT id FROM mail_outbox");
    await api("POST /v0/forgot-password/", { email: "nobody@example.com" });
    expect(await rows("SELECT id FROM mail_outbox")).toEqual(before);
  });
});

test("a hash under older parameters still works, and is made anew at the next login", async () => {
  const { scryptSync } = await import("node:crypto");
  const salt = new Uint8Array(16);
  const key = scryptSync(PASSWORD, salt, 32, { N: 1024, r: 8, p: 1 });
  const old = ["scrypt", 1024, 8, 1, "A".repeat(22), key.toString("base64url")].join("$");
  await env.DB.prepare("UPDATE users SET password_hash = ?1 WHERE id = ?2").bind(old, person.id).run();
  expect((await api("POST /v0/login/", { email: person.email, password: PASSWORD })).status).toBe(200);
  const [row] = await rows<{ password_hash: string }>(
    "SELECT password_hash FROM users WHERE id = ?1",
    person.id,
  );
  expect(row?.password_hash).toMatch(/^scrypt\$16384\$8\$1\$5\$/);
  expect((await api("POST /v0/login/", { email: person.email, password: PASSWORD })).status).toBe(200);
});
