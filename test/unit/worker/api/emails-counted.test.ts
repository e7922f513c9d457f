/** Limits on emails to one address, from all callers together. */

import { env } from "cloudflare:workers";
import { scryptSync } from "node:crypto";
import { expect, test } from "vitest";
import { digest } from "../../../../worker/keys/digest.ts";
import { countLetters } from "../../../../worker/mail/outbox.ts";
import { PASSWORD } from "../../../support/golden/world.ts";
import { type Account, api, apiWith, newAccount, run } from "./client.ts";
import { emailsTo, tokenFrom, verify } from "./emails.ts";

const throttled = apiWith({ THROTTLE: "on" });
const NAMES = { first_name: "A", last_name: "B" };
let last = 0;
/** A new address for each call: only the email limits count. */
const from = () => ({ headers: { "CF-Connecting-IP": `10.2.0.${++last}` } });

const forgot = (email: string) => throttled("POST /v0/forgot-password/", { email }, from());
const counted = (account: Account, line: string, body?: unknown) =>
  throttled(line, body, { ...from(), token: account.token });
const move = (account: Account, email: string) =>
  counted(account, "PUT /v0/users/", { ...NAMES, email, password: PASSWORD });

/** The same password under a fast hash. */
async function cheapPassword({ id }: Account): Promise<void> {
  const key = scryptSync(PASSWORD, new Uint8Array(16), 32, { N: 16, r: 1, p: 1 }).toString("base64url");
  await run(
    "UPDATE users SET password_hash = ?1 WHERE id = ?2",
    `scrypt$16$1$1$1$${"A".repeat(22)}$${key}`,
    id,
  );
}

test("one address gets five resets an hour; then public calls respond as before and the last link still works [T62]", async () => {
  const account = await newAccount();
  const before = (await emailsTo(account.email)).length;
  const answers = [];
  for (let call = 0; call < 7; call++) answers.push(await forgot(account.email));
  expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
  expect(await emailsTo(account.email)).toHaveLength(before + 5);
  const token = await tokenFrom(account.email, "reset");
  expect((await api("POST /v0/validate-reset-token/", { token })).status).toBe(200);
});

test("a call with a login returns the wait, and has no effect [T62]", async () => {
  const account = await newAccount();
  for (let call = 0; call < 5; call++) {
    expect((await counted(account, "POST /v0/users/verification/")).status).toBe(200);
  }
  const again = await counted(account, "POST /v0/users/verification/");
  expect(again.status).toBe(429);
  expect(Number(again.headers.get("Retry-After"))).toBeGreaterThan(3500);
  await verify(account.email);
  for (let call = 0; call < 5; call++) {
    expect((await move(account, `${call}-${account.email}`)).status).toBe(200);
  }
  // the old address cannot be notified, so the new one gets no email either
  const next = `next-${account.email}`;
  expect((await move(account, next)).status).toBe(429);
  expect(await emailsTo(next)).toEqual([]);
});

test("strangers' requests for a reset use up no e-mail that its owner causes [T62]", async () => {
  const account = await newAccount();
  const kinds = async () => (await emailsTo(account.email)).map(({ kind }) => kind);
  for (let call = 0; call < 6; call++) await forgot(account.email);
  expect((await counted(account, "POST /v0/users/verification/")).status).toBe(200);
  await verify(account.email);
  // the owner learns of a move to another address, and of a new password
  expect((await move(account, `next-${account.email}`)).status).toBe(200);
  const change = { password: PASSWORD, new_password: "Another-horse-8" };
  expect((await counted(account, "POST /v0/users/password/", change)).status).toBe(200);
  expect((await kinds()).slice(0, 3).sort()).toEqual(["moved", "password", "verify"]);
  const token = await tokenFrom(account.email, "moved");
  expect((await api("POST /v0/undo-email/", { token })).status).toBe(200);
});

test("another account's moves to an address use up no reset of it [T62]", async () => {
  const [stranger, account] = [await newAccount(), await newAccount()];
  const free = `free-${account.email}`;
  for (let call = 0; call < 6; call++) await move(stranger, free);
  expect((await emailsTo(free)).map(({ kind }) => kind)).toEqual(Array(5).fill("change"));
  expect((await throttled("POST /v0/register/", { email: free, password: PASSWORD }, from())).status).toBe(
    201,
  );
  await forgot(free);
  expect((await emailsTo(free)).slice(0, 2).map(({ kind }) => kind)).toEqual(["reset", "verify"]);
});

test("a refused registration uses no email of the allowance [T62]", async () => {
  const account = await newAccount();
  for (let call = 0; call < 6; call++) {
    const body = { email: account.email, password: PASSWORD };
    expect((await throttled("POST /v0/register/", body, from())).status).toBe(409);
  }
  const before = (await emailsTo(account.email)).length;
  await forgot(account.email);
  expect(await emailsTo(account.email)).toHaveLength(before + 1);
});

test("an account has ten changes an hour, and its emails are counted together, also at once [T61] [T62]", async () => {
  const account = await newAccount();
  await cheapPassword(account);
  const changes = Array.from({ length: 14 }, (_, n) => move(account, `to-${n}-${account.email}`));
  const answers = (await Promise.all(changes)).map(({ status }) => status);
  expect(answers.filter((status) => status === 200)).toHaveLength(10);
  expect(answers.filter((status) => status === 429)).toHaveLength(4);
  const again = Array.from({ length: 14 }, () => counted(account, "POST /v0/users/verification/"));
  const sent = (await Promise.all(again)).filter(({ status }) => status === 200);
  // five to the pending address, of which it had one
  expect(sent.length).toBeLessThanOrEqual(4);
});

const PURPOSES = ["verify", "change", "moved", "reset"];
const letterKeys = (email: string) => PURPOSES.map((purpose) => digest(`letter|${purpose}|email|${email}`));

test("without the email counter registration, change and reset are refused, without a trace [F64]", async () => {
  const account = await newAccount();
  // calls are counted as usual, only emails are not
  const letters = new Set([...letterKeys(account.email), ...letterKeys(`never-${account.email}`)]);
  const broken = {
    getByName: (name: string) => {
      const stub = env.THROTTLE_LOG.getByName(name);
      return {
        take: (...given: Parameters<typeof stub.take>) =>
          letters.has(given[0]) ? Promise.reject(new Error("gone")) : stub.take(...given),
      };
    },
  };
  const call = apiWith({ THROTTLE: "on", THROTTLE_LOG: broken });
  const email = `never-${account.email}`;
  const before = await emailsTo(account.email);
  const calls: [line: string, body: unknown, token?: string][] = [
    ["POST /v0/register/", { email, password: PASSWORD }],
    ["POST /v0/forgot-password/", { email: account.email }],
    ["POST /v0/users/verification/", undefined, account.token],
    ["PUT /v0/users/", { ...NAMES, email, password: PASSWORD }, account.token],
  ];
  for (const [line, body, token] of calls) {
    expect([line, (await call(line, body, { ...from(), token })).status]).toEqual([line, 503]);
  }
  expect(await emailsTo(account.email)).toEqual(before);
  expect((await account.call("GET /v0/users/")).body).toMatchObject({ first_name: "", pending_email: null });
  expect((await api("POST /v0/login/", { email, password: PASSWORD })).status).toBe(400);
});

test("a registration without remaining emails succeeds, and the email is requested later", async () => {
  const email = `used-up-${crypto.randomUUID()}@example.com`;
  const verifying = [{ kind: "verify", email }] as const;
  for (let call = 0; call < 5; call++) await countLetters({ ...env, THROTTLE: "on" }, verifying);
  const { status, body } = await throttled("POST /v0/register/", { email, password: PASSWORD }, from());
  expect(status).toBe(201);
  expect(body.data.user.email_verified).toBe(false);
  expect(await emailsTo(email)).toEqual([]);
});
