/** Targets at chat services: what is stored of them, and who can read it. */

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { CHAT_FORMATS, type ChatFormat, type WebhookAddress } from "../../../../broker/contract/watch.ts";
import { newNamedKey } from "../../../../worker/keys/keys.ts";
import { chatAddressOf, deliverWebhook } from "../../../../worker/notify/webhook.ts";
import { CHATS, TOKENS, TOPICS, WEBHOOK_PATHS } from "../../../support/chat/rules.ts";
import { apiWith, newAccount } from "./client.ts";

afterEach(() => void vi.restoreAllMocks());

const BODIES: Record<ChatFormat, object> = {
  discord: { url: `https://discord.com${WEBHOOK_PATHS.discord}` },
  slack: { url: `https://hooks.slack.com${WEBHOOK_PATHS.slack}` },
  telegram: { token: TOKENS.telegram, chat: CHATS.known },
  ntfy: { url: `https://ntfy.sh/${TOPICS.open}`, token: TOKENS.ntfy },
};
/** What nobody may read. A topic of ntfy is as good as a password. */
const SECRETS = [...Object.values(TOKENS), TOPICS.open].flatMap((secret) => [secret, secret.slice(-12)]);
const secretsIn = (value: unknown) => SECRETS.filter((secret) => JSON.stringify(value).includes(secret));

const create = async (account: Awaited<ReturnType<typeof newAccount>>, format: ChatFormat) =>
  (await account.call("POST /v0/targets/", { kind: "webhook", format, ...BODIES[format] })).body;
const message = () => ({ id: crypto.randomUUID(), at: Date.now(), test: true as const });

async function storedOf(userId: string, id: string): Promise<WebhookAddress> {
  const stub = env.BROKER.get(env.BROKER.idFromName(userId));
  return runInDurableObject(stub, (_, state) => {
    const { facts } = state.storage.sql.exec("SELECT facts FROM targets WHERE id = ?", id).one();
    return JSON.parse(String(facts)).value.address;
  });
}

describe.each(CHAT_FORMATS)("the address of %s", (format) => {
  test("is sealed, and in no answer, list, export, row or log [T386]", async () => {
    const lines: unknown[] = [];
    for (const name of ["log", "info", "warn", "error"] as const) {
      vi.spyOn(console, name).mockImplementation((...args) => void lines.push(args));
    }
    const account = await newAccount();
    const made = await create(account, format);
    expect(made).toMatchObject({ kind: "webhook", format, secret: null, confirmed: false });
    const answers = [made];
    const test = `POST /v0/targets/${made.id}/test/`;
    for (const call of ["GET /v0/targets/", test, "GET /v0/targets/", "GET /v0/export/"]) {
      const { status, body } = await account.call(call);
      expect(status).toBe(200);
      answers.push(body);
    }
    expect(secretsIn(answers)).toEqual([]);
    const { results } = await env.DB.prepare("SELECT * FROM webhook_secrets WHERE user_id = ?")
      .bind(account.id)
      .all();
    expect(results).toHaveLength(1);
    expect(secretsIn(results)).toEqual([]);
    const stub = env.BROKER.get(env.BROKER.idFromName(account.id));
    const rows = await runInDurableObject(stub, (_, { storage }) =>
      storage.sql
        .exec("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'")
        .toArray()
        .map(({ name }) => [...storage.sql.exec(`SELECT * FROM "${name}"`).raw()]),
    );
    expect(JSON.stringify(rows)).toContain(made.id);
    expect(secretsIn(rows)).toEqual([]);
    expect(secretsIn(lines)).toEqual([]);
  });

  test("has no secret to replace, and is gone with its target", async () => {
    const account = await newAccount();
    const { id } = await create(account, format);
    const rotated = await account.call(`POST /v0/targets/${id}/rotate/`);
    expect([rotated.status, JSON.stringify(rotated.body)]).toEqual([
      400,
      expect.stringContaining("delete the target and add it again"),
    ]);
    const ref = { userId: account.id, targetId: id };
    expect(await chatAddressOf(env, ref, Date.now())).not.toBeNull();
    expect((await account.call(`DELETE /v0/targets/${id}/`)).status).toBe(204);
    expect(await chatAddressOf(env, ref, Date.now())).toBeNull();
  });

  test("reaches the service, opens after another key was added, and without its key no error has any of it", async () => {
    const account = await newAccount();
    const { id, address } = await create(account, format);
    const requests: string[] = [];
    vi.spyOn(globalThis, "fetch").mockImplementation(async (url) => {
      requests.push(String(url));
      return new Response(JSON.stringify({ ok: false, description: "no", message: "no", error: "no" }), {
        status: 500,
      });
    });
    const ref = { userId: account.id, targetId: id };
    const target = await storedOf(account.id, id);
    const deliver = (environment = env) =>
      deliverWebhook(environment, ref, target, message(), async () => ["93.184.216.34"]);
    expect(await deliver()).toMatchObject({
      outcome: "failed",
      detail: expect.stringMatching(/ 500: no\.$/),
    });
    expect(await deliver({ ...env, SEAL_KEYS: `${newNamedKey()},${env.SEAL_KEYS}` })).toMatchObject({
      outcome: "failed",
    });
    expect(new Set(requests.map((url) => new URL(url).host))).toEqual(new Set([address]));
    expect(requests).toHaveLength(2);
    await expect(deliver({ ...env, SEAL_KEYS: newNamedKey() })).rejects.toSatisfy(
      (error: Error) => secretsIn([error.message, error.stack]).length === 0,
    );
  });
});

test("a name that resolves to a private address gets no message, whatever the format [T383]", async () => {
  const account = await newAccount();
  const { id } = await create(account, "ntfy");
  const request = vi.spyOn(globalThis, "fetch");
  const target = await storedOf(account.id, id);
  const ref = { userId: account.id, targetId: id };
  const { outcome } = await deliverWebhook(env, ref, target, message(), async () => ["127.0.0.1"]);
  expect([outcome, request.mock.calls]).toEqual(["refused", []]);
});

test("an address of a chat that was added before formats says what to do, and gets no request", async () => {
  const ref = { userId: (await newAccount()).id, targetId: crypto.randomUUID() };
  const request = vi.spyOn(globalThis, "fetch");
  const url = `https://discord.com${WEBHOOK_PATHS.discord}`;
  const target = { kind: "webhook", url, isConfirmed: false } as const;
  expect(await deliverWebhook(env, ref, target, message())).toEqual({
    outcome: "refused",
    detail: "This is an address of Discord. Choose Discord (format discord). Add it again so.",
  });
  expect(request).not.toHaveBeenCalled();
});

test("a target without a stored address says what to do", async () => {
  const ref = { userId: (await newAccount()).id, targetId: crypto.randomUUID() };
  const target = {
    kind: "webhook",
    format: "slack",
    url: "https://hooks.slack.com",
    isConfirmed: true,
  } as const;
  expect(await deliverWebhook(env, ref, target, message())).toEqual({
    outcome: "refused",
    detail: "Its address is not stored any more. Delete the target, and add it again.",
  });
});

test.each(["https://api.test/greenhouse", "https://127.0.0.1/greenhouse", "http://ntfy.sh/greenhouse"])(
  "no format may have the address %s",
  async (url) => {
    const account = await newAccount();
    for (const format of ["discord", "slack", "ntfy"]) {
      const { status, body } = await account.call("POST /v0/targets/", { kind: "webhook", format, url });
      expect([status, body.errors.url]).toEqual([400, [expect.stringMatching(/itself|private|https/)]]);
    }
  },
);

test.each([
  ["discord", TOKENS.telegram, /no address of Discord's webhooks\. Copy it in Discord/],
  ["slack", "xoxb-1-2-a", /no address of Slack's webhooks\. Copy it at/],
  ["ntfy", "greenhouse", /no address of ntfy\. It is the server and the topic/],
  ["discord", "https://discord.com./api/webhooks/1/a", /no address of Discord/],
  ["discord", `https://discord.com${WEBHOOK_PATHS.discord}/slack`, /no address of Discord/],
  ["slack", "https://evil.example/services/T0/B0/a", /no address of Slack/],
] as const)("the format %s with %s says where the address is", async (format, url, sentence) => {
  const account = await newAccount();
  const { body } = await account.call("POST /v0/targets/", { kind: "webhook", format, url });
  expect(body.errors.url).toEqual([expect.stringMatching(sentence)]);
});

test("Discord's former name, a slash and a part of a page are put right; a thread stays", async () => {
  const account = await newAccount();
  const url = `https://discordapp.com${WEBHOOK_PATHS.discord}/?thread_id=5#a`;
  const { id, address } = (
    await account.call("POST /v0/targets/", { kind: "webhook", format: "discord", url })
  ).body;
  expect(address).toBe("discord.com");
  expect(await chatAddressOf(env, { userId: account.id, targetId: id }, Date.now())).toEqual({
    url: `https://discord.com${WEBHOOK_PATHS.discord}?thread_id=5`,
  });
});

test("a Telegram server of the operator's own is used, under the rules of webhooks", async () => {
  const account = await newAccount();
  const api = apiWith({ TELEGRAM_URL: "https://bots.example.org/" });
  const body = { kind: "webhook", format: "telegram", ...BODIES.telegram };
  const made = await api("POST /v0/targets/", body, { token: account.token });
  expect(made.body).toMatchObject({ address: "bots.example.org", chat: CHATS.known });
  const ref = { userId: account.id, targetId: made.body.id };
  expect(await chatAddressOf(env, ref, Date.now())).toMatchObject({ url: "https://bots.example.org" });
  for (const TELEGRAM_URL of ["bots.example.org", "https://10.0.0.1", "https://bots.example.org:8081"]) {
    const refused = await apiWith({ TELEGRAM_URL })("POST /v0/targets/", body, { token: account.token });
    expect(refused.body.errors.token).toEqual([expect.stringContaining("TELEGRAM_URL")]);
  }
});
