/** An app beside what protects the account: letters, and the password. */

import { expect, test } from "vitest";
import { PASSWORD } from "../../../support/golden/world.ts";
import { newAccount, run } from "./client.ts";
import { emailsTo } from "./emails.ts";
import { connectedApp, oauthWith, opens, READING, registered, requestOf } from "./oauth-app.ts";

const ORIGIN = "http://localhost";

test("sends a letter to a proven address when a person allows it", async () => {
  const person = await newAccount();
  await connectedApp(person);
  expect((await emailsTo(person.email)).filter(({ kind }) => kind === "app")).toEqual([]);
  await run("UPDATE users SET email_state = 'verified' WHERE id = ?1", person.id);
  // the desk of these calls has no address of its own for the link
  const told = oauthWith({ APP_URL: "https://app.test", API_URL: ORIGIN });
  const press = { query: requestOf(await registered()), allow: true, scopes: READING, name: "Claude" };
  expect((await told.call("POST /v0/authorize/", press, person.token)).status).toBe(200);
  const [letter] = (await emailsTo(person.email)).filter(({ kind }) => kind === "app");
  expect(letter?.text).toContain("“Claude” of a program on this computer was allowed to use your account");
});

test("outlives a changed password, which says so, unless it is deleted with the tokens", async () => {
  const person = await newAccount();
  const app = await connectedApp(person);
  const change = (password: string, more: object) =>
    person.call("POST /v0/users/password/", { password, ...more });
  const kept = await change(PASSWORD, { new_password: "Another-horse-8" });
  expect(kept.body.detail).toContain("1 app stays valid.");
  expect(await opens(app.access_token)).toBe(200);
  const ended = await change("Another-horse-8", { new_password: "Third-horse-9", delete_tokens: true });
  expect(ended.body.detail).toContain("1 app is deleted.");
  expect(await opens(app.access_token)).toBe(401);
});
