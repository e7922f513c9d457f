/** Deliveries: signatures of webhooks, limits of e-mails, and the time of an attempt. */

import { env } from "cloudflare:workers";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import type { NoticeMessage, ReachedTarget } from "../../../../broker/contract/watch.ts";
import { deliverMail } from "../../../../worker/notify/mail.ts";
import { createNotifier } from "../../../../worker/notify/notifier.ts";
import {
  cloudEvent,
  createSecret,
  signedHeaders,
  signingSecrets,
} from "../../../../worker/notify/webhook.ts";
import { PASSWORD } from "../../../support/golden/world.ts";
import { apiWith, newAccount } from "../api/client.ts";
import { emailsTo, verify } from "../api/emails.ts";

const MAIL: ReachedTarget = { id: "mail", address: { kind: "mail" }, createdAt: 0, disabled: null };
const message = (): NoticeMessage => ({ id: crypto.randomUUID(), at: Date.now(), test: true });
const DAY = 86_400_000;

test("both secrets verify a webhook after a rotation, and only the new one after the overlap", async () => {
  const { id: userId } = await newAccount();
  const webhook = { userId, targetId: crypto.randomUUID() };
  const now = Date.now();
  const first = await createSecret(env, webhook, now, 0);
  const second = await createSecret(env, webhook, now, DAY);
  const { id, ...rest } = message();
  const body = cloudEvent({ id, ...rest }, "/");
  const headersAt = async (at: number) =>
    signedHeaders({ id, body, now }, await signingSecrets(env, webhook, at));
  const both = await headersAt(now);
  for (const secret of [first, second]) expect(new Webhook(secret).verify(body, both)).toMatchObject({ id });
  expect(() => new Webhook(second).verify(`${body} `, both)).toThrow(/No matching signature/);
  const later = await headersAt(now + DAY);
  expect(new Webhook(second).verify(body, later)).toMatchObject({ id });
  expect(() => new Webhook(first).verify(body, later)).toThrow(/No matching signature/);
  const stranger = await newAccount();
  expect(await signingSecrets(env, { ...webhook, userId: stranger.id }, now)).toEqual([]);
});

test("an account has twenty e-mails of notices and tests a day, and they use up no other e-mail [T62]", async () => {
  const account = await newAccount();
  await verify(account.email);
  const { deliver } = createNotifier({ ...env, THROTTLE: "on" });
  const outcomes: string[] = [];
  for (let n = 0; n < 20; n++) outcomes.push((await deliver(account.id, MAIL, message())).outcome);
  expect(outcomes).toEqual(Array(20).fill("delivered"));
  const { outcome, detail } = await deliver(account.id, MAIL, message());
  expect([outcome, detail]).toEqual(["failed", expect.stringMatching(/20 e-mails.*Test it tomorrow/)]);
  const other = await newAccount();
  await verify(other.email);
  expect((await deliver(other.id, MAIL, message())).outcome).toBe("delivered");
  const throttled = apiWith({ THROTTLE: "on" });
  await throttled("POST /v0/forgot-password/", { email: account.email });
  expect((await emailsTo(account.email))[0]?.kind).toBe("reset");
  const change = { password: PASSWORD, new_password: "Another-horse-8" };
  await throttled("POST /v0/users/password/", change, { token: account.token });
  expect((await emailsTo(account.email))[0]?.kind).toBe("password");
});

test("letters about the account use up no e-mail of notices [T62]", async () => {
  const account = await newAccount();
  await verify(account.email);
  const throttled = apiWith({ THROTTLE: "on" });
  for (let n = 0; n < 5; n++) await throttled("POST /v0/forgot-password/", { email: account.email });
  const { deliver } = createNotifier({ ...env, THROTTLE: "on" });
  expect((await deliver(account.id, MAIL, message())).outcome).toBe("delivered");
});

test("an attempt that hangs before its request ends", async () => {
  const hanging = { prepare: () => ({ bind: () => ({ first: () => new Promise(() => {}) }) }) };
  const { deliver } = createNotifier({ ...env, DB: hanging as never }, 10);
  expect(await deliver("a", MAIL, message())).toEqual({ outcome: "failed", detail: "It took too long." });
});

test("an e-mail that hangs at the provider is stored once, not again by a further attempt", async () => {
  const account = await newAccount();
  await verify(account.email);
  const MAIL = { send: () => new Promise(() => {}) } as unknown as SendEmail;
  const attempt = await deliverMail({ ...env, MAIL }, account.id, message(), 10);
  expect(attempt).toEqual({ outcome: "delivered", detail: "It was handed to the mail service." });
});
