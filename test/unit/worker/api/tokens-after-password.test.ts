/** A new password keeps the tokens, says how many, and deletes them on request. */

import { beforeEach, expect, test } from "vitest";
import { PASSWORD } from "../../../support/golden/world.ts";
import { type Account, api, newAccount, run } from "./client.ts";
import { connected } from "./connected.ts";
import { emailsTo, tokenFrom, verify } from "./emails.ts";

const NEW = "Another-horse-8";
const CHANGED = "Your password is changed, and every other session has ended.";
const RESET = "Your password has been reset. You can log in with it now.";
const OFFER = "The page for a new password offers to delete all tokens.";
let person: Account;
let tokens: string[];

/** Three tokens that are valid, and one that has expired. */
beforeEach(async () => {
  person = await newAccount();
  await verify(person.email);
  tokens = [];
  for (const name of ["grafana", "script", "house"]) tokens.push(await newToken(name));
  const expired = await newToken("expired");
  await run("UPDATE tokens SET expires_at = 1 WHERE name = 'expired' AND user_id = ?1", person.id);
  expect(tokens).not.toContain(expired);
});

async function newToken(name: string): Promise<string> {
  const scopes = ["devices:read", "messages:read:#"];
  return (await person.call("POST /v0/tokens/", { name, scopes })).body.token;
}

const statuses = () =>
  Promise.all(
    tokens.map(async (token) => (await api("GET /v0/devices/on-off/", undefined, { token })).status),
  );
const lastLetter = async () => (await emailsTo(person.email))[0]?.text;
const change = (more: object = {}) =>
  person.call("POST /v0/users/password/", { password: PASSWORD, new_password: NEW, ...more });

async function link(): Promise<string> {
  await api("POST /v0/forgot-password/", { email: person.email });
  return tokenFrom(person.email, "reset");
}
const reset = (token: string, more: object = {}) =>
  api("POST /v0/reset-password/", { token, password: NEW, ...more });

test("a changed password keeps the tokens; answer and letter say how many [T271]", async () => {
  const { status, body } = await change();
  expect([status, body]).toEqual([200, { detail: `${CHANGED} 3 tokens stay valid.`, tokens: 3, guests: 0 }]);
  expect(await lastLetter()).toContain(`3 tokens stay valid. ${OFFER}`);
  expect(await statuses()).toEqual([200, 200, 200]);
});

test("a changed password deletes all tokens on request, and their clients, before the answer [T271]", async () => {
  const client = await connected(person.id, { username: "t", password: tokens[0] as string });
  expect((await change({ delete_tokens: "perhaps" })).status).toBe(400);
  const { status, body } = await change({ delete_tokens: true });
  expect([status, body]).toEqual([200, { detail: `${CHANGED} 3 tokens are deleted.`, tokens: 0, guests: 0 }]);
  expect(await client.end()).toBeGreaterThanOrEqual(1000);
  expect(await statuses()).toEqual([401, 401, 401]);
  expect((await person.call("GET /v0/tokens/")).body).toEqual([]);
  const letter = await lastLetter();
  expect(letter).toContain("3 tokens are deleted.");
  expect(letter).not.toContain(OFFER);
});

test("guests are counted as guests in answer, letter and check, and are deleted with the tokens [T271]", async () => {
  await person.call("POST /v0/api-keys/");
  const { id } = (await person.call("POST /v0/devices/on-off/", { name: "Lamp" })).body;
  const guest = { name: "Anna", devices: [id], may: "see" };
  tokens.push((await person.call("POST /v0/guests/", guest)).body.token);
  const reset = await link();
  expect((await api("POST /v0/validate-reset-token/", { token: reset })).body).toMatchObject({
    tokens: 3,
    guests: 1,
  });
  expect(await lastLetter()).toContain("3 tokens and 1 guest stay valid.");
  const { body } = await change({ delete_tokens: true });
  expect(body).toEqual({ detail: `${CHANGED} 3 tokens and 1 guest are deleted.`, tokens: 0, guests: 0 });
  expect(await statuses()).toEqual([401, 401, 401, 401]);
  expect(await lastLetter()).toContain("3 tokens and 1 guest are deleted.");
});

test("a refused change deletes no token [T271]", async () => {
  const wrong = { password: "Wrong-horse-1", delete_tokens: true };
  expect((await change(wrong)).status).toBe(400);
  expect(await statuses()).toEqual([200, 200, 200]);
});

test("a reset of a verified address keeps the tokens; letter, check and answer say how many [T60]", async () => {
  const token = await link();
  expect(await lastLetter()).toContain(`3 tokens stay valid. ${OFFER}`);
  expect((await api("POST /v0/validate-reset-token/", { token })).body).toEqual({
    detail: "The token is valid.",
    clears: false,
    tokens: 3,
    guests: 0,
  });
  expect((await reset(token)).body).toEqual({
    detail: `${RESET} 3 tokens stay valid.`,
    tokens: 3,
    guests: 0,
  });
  expect(await statuses()).toEqual([200, 200, 200]);
});

test("a reset deletes all tokens on request, before the answer [T60]", async () => {
  const token = await link();
  const { body } = await reset(token, { delete_tokens: true });
  expect(body).toEqual({ detail: `${RESET} 3 tokens are deleted.`, tokens: 0, guests: 0 });
  expect(await statuses()).toEqual([401, 401, 401]);
  // the link is used up: a second attempt deletes nothing
  const { token: session } = (await api("POST /v0/login/", { email: person.email, password: NEW })).body.data;
  const scopes = ["devices:read"];
  await api("POST /v0/tokens/", { name: "T", scopes }, { token: session });
  expect((await reset(token, { delete_tokens: true })).status).toBe(400);
  expect((await api("GET /v0/tokens/", undefined, { token: session })).body).toHaveLength(1);
});

test("the check of a link says that the reset clears the account, and its answer names no token [T60]", async () => {
  await run("UPDATE users SET email_state = 'unverified' WHERE id = ?1", person.id);
  const token = await link();
  expect(await lastLetter()).not.toContain("stay valid");
  expect((await api("POST /v0/validate-reset-token/", { token })).body).toMatchObject({ clears: true });
  expect((await reset(token)).body).toEqual({ detail: RESET, tokens: 0, guests: 0 });
  expect(await statuses()).toEqual([401, 401, 401]);
});
