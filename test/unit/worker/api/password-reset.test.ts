import { beforeEach, describe, expect, test } from "vitest";
import { PASSWORD } from "../../../support/golden/world.ts";
import { useAllRounds } from "../hash-cost.ts";
import { type Account, api, newAccount, rows, run } from "./client.ts";
import { tokenFrom } from "./emails.ts";

const NEW = "Another-horse-8";
const BAD = { detail: "Invalid or expired token. Please request a new password reset link." };
let person: Account;

beforeEach(async () => {
  person = await newAccount();
});

async function offered(): Promise<string> {
  await api("POST /v0/forgot-password/", { email: person.email });
  return tokenFrom(person.email, "reset");
}
const validate = (token: string) => api("POST /v0/validate-reset-token/", { token });
const reset = (token: string, password = NEW) => api("POST /v0/reset-password/", { token, password });

describe("a forgotten password", () => {
  test("is reset by the link in the email; every session ends and only the new password works", async () => {
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

  test("one token, twenty attempts at once: one succeeds [T28]", { timeout: 30_000 }, async () => {
    const token = await offered();
    const passwords = Array.from({ length: 20 }, (_, n) => `Another-horse-${n}0`);
    const answers = await Promise.all(passwords.map((password) => reset(token, password)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    const winner = passwords[answers.findIndex((answer) => answer.status === 200)];
    expect((await api("POST /v0/login/", { email: person.email, password: winner })).status).toBe(200);
  });

  test("a token expires after an hour, and when a new one is requested [T28]", async () => {
    const first = await offered();
    const second = await offered();
    expect(second).not.toBe(first);
    expect((await validate(first)).status).toBe(400);
    await run("UPDATE reset_links SET expires_at = ?1 WHERE user_id = ?2", Date.now(), person.id);
    expect((await validate(second)).status).toBe(400);
    expect((await reset(second)).status).toBe(400);
  });
});

test("a hash with older parameters still works, and is renewed at the next login", async () => {
  useAllRounds();
  const { scryptSync } = await import("node:crypto");
  const salt = new Uint8Array(16);
  const key = scryptSync(PASSWORD, salt, 32, { N: 1024, r: 8, p: 1 });
  const old = ["scrypt", 1024, 8, 1, 1, "A".repeat(22), key.toString("base64url")].join("$");
  await run("UPDATE users SET password_hash = ?1 WHERE id = ?2", old, person.id);
  expect((await api("POST /v0/login/", { email: person.email, password: PASSWORD })).status).toBe(200);
  const [row] = await rows<{ password_hash: string }>(
    "SELECT password_hash FROM users WHERE id = ?1",
    person.id,
  );
  expect(row?.password_hash).toMatch(/^scrypt\$8192\$8\$1\$10\$/);
  expect((await api("POST /v0/login/", { email: person.email, password: PASSWORD })).status).toBe(200);
});
