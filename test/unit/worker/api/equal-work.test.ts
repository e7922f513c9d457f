/**
 * A forgotten password costs the same work for known and unknown addresses, before and after the response.
 */

import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import worker from "../../../../worker/index.ts";
import { lookupHash } from "../../../../worker/keys/keys.ts";
import { apiWith, newAccount } from "./client.ts";
import { verify } from "./emails.ts";
import { countRoundTrips } from "./trips.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** All statements of one call, in order, including those after the response. */
async function workFor(email: string, overrides: Record<string, unknown> = {}) {
  const { db, statements } = countRoundTrips(env.DB);
  const [sealed, opened] = (["encrypt", "decrypt"] as const).map((name) => vi.spyOn(crypto.subtle, name));
  const takes: string[] = [];
  const THROTTLE_LOG = {
    getByName: (name: string) => {
      const stub = env.THROTTLE_LOG.getByName(name);
      return {
        take: (...given: Parameters<typeof stub.take>) => {
          takes.push("take");
          return stub.take(...given);
        },
      };
    },
  };
  const to: string[] = [];
  const MAIL = { send: async (letter: { to: string }) => void to.push(letter.to) };
  const call = apiWith({ DB: db, THROTTLE_LOG, MAIL, ...overrides });
  const headers = { "CF-Connecting-IP": `10.5.0.${Math.floor(Math.random() * 250)}` };
  const { status, body } = await call("POST /v0/forgot-password/", { email }, { headers });
  const work = {
    answer: { status, body },
    statements: [...statements],
    takes: takes.length,
    sealed: sealed?.mock.calls.length,
    opened: opened?.mock.calls.length,
  };
  vi.restoreAllMocks();
  return { work, to };
}

const nobody = () => `nobody-${crypto.randomUUID()}@example.com`;

test.each(["development", "production"])(
  "the same statements, seals and throttle calls in %s [T1]",
  async (ENVIRONMENT) => {
    const { email } = await newAccount();
    const settings = { THROTTLE: "on", ENVIRONMENT, SHIELD: undefined };
    const unproven = await workFor(email, settings);
    await verify(email);
    const proven = await workFor(email, settings);
    const unknown = await workFor(nobody(), settings);
    expect(unproven.to).toEqual([email]);
    expect(proven.to).toEqual([email]);
    expect(unknown.to).toEqual([]);
    expect(proven.work.statements.length).toBeGreaterThan(5);
    // in development a sent email is kept, except one without a recipient
    const kept = (statement: string) =>
      /^(delete from "mail_outbox"|update "mail_outbox" set "next_attempt_at" = \?, "sent_at")/.test(
        statement,
      );
    const same = ({ work }: typeof proven) => ({
      ...work,
      statements: work.statements.map((statement) => (kept(statement) ? "finish" : statement)),
    });
    expect(same(unknown)).toEqual(same(proven));
    expect(same(unproven)).toEqual(same(proven));
    if (ENVIRONMENT === "production") expect(unknown.work).toEqual(proven.work);
  },
);

test("the email without a recipient opens no account, and is deleted on delivery [T1]", async () => {
  const email = nobody();
  await workFor(email);
  const rows = async (table: string) => (await env.DB.prepare(`SELECT * FROM ${table}`).all()).results;
  expect(JSON.stringify(await rows("mail_outbox"))).not.toContain("waiting");
  const outbox = (await rows("mail_outbox")).length;
  await workFor(email);
  const links = "SELECT token_hash FROM reset_links WHERE email_hash = ? AND user_id IS NULL";
  const mine = await env.DB.prepare(links).bind(lookupHash(env, email)).all();
  expect(mine.results).toHaveLength(1);
  expect(await rows("mail_outbox")).toHaveLength(outbox);
});

test("above the email limit known and unknown addresses are equal, too [T1] [T62]", async () => {
  const { email } = await newAccount();
  const settings = { THROTTLE: "on", SHIELD: undefined };
  const unknown = nobody();
  // the first email of an account made without the throttle was not counted
  for (let call = 0; call < 5; call++) {
    await workFor(email, settings);
    await workFor(unknown, settings);
  }
  const [one, other] = [await workFor(email, settings), await workFor(unknown, settings)];
  expect(one.to).toEqual([]);
  expect(one.work).toEqual(other.work);
  expect(one.work.answer.status).toBe(200);
});

test("the email of a forgotten password is sent after the response [T1]", async () => {
  const { email } = await newAccount();
  const order: string[] = [];
  const MAIL = { send: async () => void order.push("letter") };
  const request = new Request<unknown, IncomingRequestCfProperties>("http://api.test/v0/forgot-password/", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email }),
  });
  const { db, statements } = countRoundTrips(env.DB);
  const context = createExecutionContext();
  const environment = { ...env, DB: db, MAIL, THROTTLE: "on", SHIELD: undefined } as never;
  await (await worker.fetch(request, environment, context)).text();
  order.push("answer");
  const before = statements.length;
  await waitOnExecutionContext(context);
  expect(order).toEqual(["answer", "letter"]);
  expect(statements.slice(0, before).filter((statement) => statement.includes("next_attempt_at = "))).toEqual(
    [],
  );
});
