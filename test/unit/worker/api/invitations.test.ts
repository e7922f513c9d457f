/**
 * Waitlist: operators invite those who wait the longest, and the email's link registers beyond the limit.
 */

import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { PASSWORD } from "../../../support/golden/world.ts";
import { api, apiWith, newAccount, rows, run } from "./client.ts";
import { emailsTo, tokenFrom } from "./emails.ts";
import { operator, operatorWith } from "./operator.ts";

const full = apiWith({ MAX_USERS: "1" });
const invite = (count: number) => operator("POST /v0/operator/waitlist/invitations/", { count });
const emailsOf = ({ body }: { body: { email: string }[] }) => body.map(({ email }) => email);

beforeEach(async () => {
  await env.DB.exec("DELETE FROM waitlist");
  await newAccount();
});

let last = 0;
async function waiting(): Promise<string> {
  const email = `waits-${++last}-${crypto.randomUUID().slice(0, 8)}@example.com`;
  await api("POST /v0/waitlist_entries/", { email });
  // in this order, whatever the clock
  await run("UPDATE waitlist SET created_at = ?2 WHERE email = ?1", email, last);
  return email;
}

test("invites those who wait the longest, once, who then register beyond the limit [T197]", async () => {
  const [first, second, third] = [await waiting(), await waiting(), await waiting()];
  expect(emailsOf(await invite(2))).toEqual([first, second]);
  const list = (await operator("GET /v0/operator/waitlist/")).body;
  expect(list.map(({ invited_at }: { invited_at: string | null }) => invited_at === null)).toEqual([
    false,
    false,
    true,
  ]);
  expect(await emailsTo(third)).toEqual([]);
  expect(await emailsTo(first)).toHaveLength(1);
  const token = await tokenFrom(first, "invitation");
  const register = (email: string, invitation?: string) =>
    full("POST /v0/register/", { email, password: PASSWORD, ...(invitation && { invitation }) });
  expect((await register(first)).status).toBe(403);
  // for this address only
  const other = await register(third, token);
  expect([other.status, other.body.detail]).toEqual([403, expect.stringContaining("invitation")]);
  expect((await register(first, "made-up")).status).toBe(403);
  const { status, body } = await register(first.toUpperCase(), token);
  expect(status).toBe(201);
  // the email proved the address, so no verification follows
  expect(body.data.user).toMatchObject({ email: first, email_verified: true });
  expect(await emailsTo(first)).toHaveLength(1);
  // once
  await api("DELETE /v0/users/", { password: PASSWORD }, { token: body.data.token });
  expect((await register(first, token)).status).toBe(403);
  // each person is invited once, and registered ones not at all
  expect(emailsOf(await invite(50))).toEqual([third]);
  expect(emailsOf(await operator("GET /v0/operator/waitlist/"))).toEqual([second, third]);
});

test("an invitation expires after fourteen days; joining again starts at the end [T197]", async () => {
  const [first, second] = [await waiting(), await waiting()];
  await invite(1);
  const token = await tokenFrom(first, "invitation");
  const later = "UPDATE invitations SET expires_at = expires_at - 14 * 86400000 WHERE email = ?1";
  await run(later, first);
  const body = { email: first, password: PASSWORD, invitation: token };
  expect((await full("POST /v0/register/", body)).status).toBe(403);
  await api("POST /v0/waitlist_entries/", { email: first });
  expect(emailsOf(await operator("GET /v0/operator/waitlist/"))).toEqual([first, second]);
  const past = "UPDATE waitlist SET invited_at = invited_at - 14 * 86400000 WHERE email = ?1";
  await run(past, first);
  await api("POST /v0/waitlist_entries/", { email: first });
  expect(emailsOf(await operator("GET /v0/operator/waitlist/"))).toEqual([second, first]);
  expect(emailsOf(await invite(2))).toEqual([second, first]);
});

test("two operators at once write each person one email", async () => {
  const emails = [await waiting(), await waiting(), await waiting()];
  await Promise.all([invite(3), invite(3)]);
  for (const email of emails) expect(await emailsTo(email)).toHaveLength(1);
  expect(await rows("SELECT email FROM invitations WHERE email = ?1", emails[0])).toHaveLength(1);
});

test("without a way to send emails no person is marked as invited", async () => {
  await waiting();
  const mute = operatorWith({ APP_URL: "", HOSTS: "api.test" });
  expect((await mute("POST /v0/operator/waitlist/invitations/", { count: 1 })).status).toBe(503);
  expect(await rows("SELECT 1 FROM waitlist WHERE invited_at IS NOT NULL")).toEqual([]);
});
