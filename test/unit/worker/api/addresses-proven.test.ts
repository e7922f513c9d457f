/** Verification, change and recovery of an account's email address. */

import { beforeEach, describe, expect, test } from "vitest";
import { PASSWORD } from "../../../support/golden/world.ts";
import { type Account, api, apiWith, newAccount, rows, run } from "./client.ts";
import { emailsTo, tokenFrom, verify } from "./emails.ts";

const BAD = { detail: "Invalid or expired token. Please request a new verification link." };
const NAMES = { first_name: "Ada", last_name: "Byron" };
let person: Account;

beforeEach(async () => {
  person = await newAccount();
});

const user = async (token = person.token) => (await api("GET /v0/users/", undefined, { token })).body;
const opened = (token: string) => api("POST /v0/verify-email/", { token });
const undone = (token: string) => api("POST /v0/undo-email/", { token });
const login = (email: string, password = PASSWORD) => api("POST /v0/login/", { email, password });
const move = (email: string, password: string | undefined = PASSWORD, call: Account["call"] = person.call) =>
  call("PUT /v0/users/", { ...NAMES, email, password });
const kindsTo = async (email: string) => (await emailsTo(email)).map(({ kind }) => kind);

describe("a new address", () => {
  test("is verified by the link in its first email, once [T60]", async () => {
    expect(await user()).toMatchObject({ email_verified: false, pending_email: null });
    const token = await tokenFrom(person.email, "verify");
    expect(await opened(token)).toMatchObject({ status: 200 });
    expect(await user()).toMatchObject({ email_verified: true });
    expect((await login(person.email)).body.data.user.email_verified).toBe(true);
    expect(await opened(token)).toMatchObject({ status: 400, body: BAD });
  });

  test("is not verified by an expired or replaced link [T60]", async () => {
    const first = await tokenFrom(person.email, "verify");
    expect((await person.call("POST /v0/users/verification/")).status).toBe(200);
    const second = await tokenFrom(person.email, "verify");
    expect(second).not.toBe(first);
    expect((await opened(first)).status).toBe(400);
    await run("UPDATE email_links SET expires_at = ?1 WHERE user_id = ?2", Date.now(), person.id);
    expect((await opened(second)).status).toBe(400);
    expect(await user()).toMatchObject({ email_verified: false });
  });

  test("is verified once by twenty simultaneous uses of its link [F65]", async () => {
    const token = await tokenFrom(person.email, "verify");
    const answers = await Promise.all(Array.from({ length: 20 }, () => opened(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
  });

  test("that is verified gets no second verification email", async () => {
    await verify(person.email);
    const before = await kindsTo(person.email);
    expect((await person.call("POST /v0/users/verification/")).body.detail).toContain("verified already");
    expect(await kindsTo(person.email)).toEqual(before);
  });

  test("gets only that email and a reset before it is verified [T60]", async () => {
    await move(`next-${person.email}`);
    await api("POST /v0/forgot-password/", { email: person.email });
    expect((await kindsTo(person.email)).sort()).toEqual(["reset", "verify"]);
  });

  test("is stored without the token of any email [T60]", async () => {
    const token = await tokenFrom(person.email, "verify");
    expect(token.length).toBeGreaterThan(40);
    expect(JSON.stringify(await rows("SELECT * FROM email_links"))).not.toContain(token);
  });
});

describe("another address", () => {
  test("needs the password, and has no effect without it [T61]", async () => {
    const next = `next-${person.email}`;
    const missing = await person.call("PUT /v0/users/", { ...NAMES, email: next });
    expect(missing).toMatchObject({
      status: 400,
      body: { errors: { password: ["This field is required."] } },
    });
    expect((await move(next, "Wrong-horse-7")).body).toEqual({
      errors: { password: ["This password is wrong."] },
    });
    expect(await user()).toMatchObject({ first_name: "", email: person.email, pending_email: null });
    expect(await emailsTo(next)).toEqual([]);
    const names = await person.call("PUT /v0/users/", { ...NAMES, email: person.email });
    expect(names).toMatchObject({ status: 200, body: { data: NAMES } });
  });

  test("takes effect when its link is opened, and not before [T61]", async () => {
    const next = `next-${person.email}`;
    const { body } = await login(person.email);
    await api("POST /v0/forgot-password/", { email: person.email });
    const reset = await tokenFrom(person.email, "reset");
    expect((await move(next)).body.data).toMatchObject({ email: person.email, pending_email: next });
    expect((await login(next)).status).toBe(400);
    expect((await verify(next, "change")).body.detail).toBe("Your account has its new email address.");
    expect(await user()).toMatchObject({ email: next, pending_email: null, email_verified: true });
    expect((await login(person.email)).status).toBe(400);
    // the session that asked continues, the others and the open reset end
    expect((await api("GET /v0/users/", undefined, { token: body.data.token })).status).toBe(401);
    expect((await api("POST /v0/validate-reset-token/", { token: reset })).status).toBe(400);
  });

  test("replaces an earlier request, whose link no longer works [T61]", async () => {
    await move(`one-${person.email}`);
    const one = await tokenFrom(`one-${person.email}`, "change");
    await move(`two-${person.email}`);
    expect(await user()).toMatchObject({ pending_email: `two-${person.email}` });
    expect((await opened(one)).status).toBe(400);
    expect((await person.call("POST /v0/users/verification/")).status).toBe(200);
    expect(await kindsTo(`two-${person.email}`)).toEqual(["change", "change"]);
  });

  test("that another account took meanwhile stays there", async () => {
    const next = `next-${person.email}`;
    await move(next);
    const other = await api("POST /v0/register/", { email: next, password: PASSWORD });
    expect(other.status).toBe(201);
    expect((await verify(next, "change")).status).toBe(409);
    expect((await move(next)).status).toBe(409);
    expect(await user()).toMatchObject({ email: person.email });
  });

  test("cannot be requested without a configured address", async () => {
    const call = apiWith({ APP_URL: "" });
    const options = { token: person.token };
    const body = { ...NAMES, email: `next-${person.email}`, password: PASSWORD };
    expect((await call("PUT /v0/users/", body, options)).status).toBe(503);
    expect((await call("POST /v0/users/verification/", undefined, options)).status).toBe(503);
    expect(await user()).toMatchObject({ pending_email: null });
  });
});

describe("an account moved by a thief", () => {
  /** A thief knows the password, and has the new address. */
  async function stolen() {
    await verify(person.email);
    const thief = (await login(person.email)).body.data.token as string;
    const away = `thief-${person.email}`;
    await move(away, PASSWORD, (line, body) => api(line, body, { token: thief }));
    const token = await tokenFrom(person.email, "moved");
    return { thief, away, token };
  }

  test("is recovered by the email to the old address, without a login [T34] [T61]", async () => {
    const { thief, away, token } = await stolen();
    await verify(away, "change");
    await api("POST /v0/forgot-password/", { email: away });
    const reset = await tokenFrom(away, "reset");
    expect((await undone(token)).status).toBe(200);
    expect((await api("GET /v0/users/", undefined, { token: thief })).status).toBe(401);
    expect((await person.call("GET /v0/users/")).status).toBe(401);
    expect((await login(away)).status).toBe(400);
    expect((await login(person.email)).body.data.user).toMatchObject({ email: person.email });
    expect(
      (await api("POST /v0/reset-password/", { token: reset, password: "Another-horse-8" })).status,
    ).toBe(400);
    expect((await undone(token)).status).toBe(400);
  });

  test("is not moved if that link is opened first [T61]", async () => {
    const { away, token } = await stolen();
    expect((await undone(token)).status).toBe(200);
    expect((await verify(away, "change")).status).toBe(400);
  });

  test("is recovered after any number of moves and a reset by the thief [T61]", async () => {
    const { thief, away, token } = await stolen();
    await verify(away, "change");
    const further = `further-${person.email}`;
    await move(further, PASSWORD, (line, body) => api(line, body, { token: thief }));
    await verify(further, "change");
    await api("POST /v0/forgot-password/", { email: further });
    const reset = await tokenFrom(further, "reset");
    await api("POST /v0/reset-password/", { token: reset, password: "Another-horse-8" });
    const thiefs = await tokenFrom(away, "moved");
    expect((await undone(token)).status).toBe(200);
    expect((await undone(thiefs)).status).toBe(400);
    expect((await login(person.email, "Another-horse-8")).status).toBe(200);
  });

  test("keeps its old address reserved meanwhile [T61]", async () => {
    const { away, token } = await stolen();
    await verify(away, "change");
    expect((await api("POST /v0/register/", { email: person.email, password: PASSWORD })).status).toBe(409);
    const other = await newAccount();
    expect((await move(person.email, PASSWORD, other.call)).status).toBe(409);
    await run("UPDATE email_links SET expires_at = ?1 WHERE user_id = ?2", Date.now(), person.id);
    expect((await undone(token)).status).toBe(400);
    expect((await api("POST /v0/register/", { email: person.email, password: PASSWORD })).status).toBe(201);
  });
});

test("cannot be deleted without the password [T61]", async () => {
  expect((await person.call("DELETE /v0/users/", {})).status).toBe(400);
  const wrong = await person.call("DELETE /v0/users/", { password: "Wrong-horse-7" });
  expect(wrong.body).toEqual({ errors: { password: ["This password is wrong."] } });
  expect((await person.call("DELETE /v0/users/", { password: PASSWORD })).status).toBe(204);
});
