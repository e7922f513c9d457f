import { createExecutionContext, createScheduledController, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import worker from "../../../../worker/development.ts";
import type { DevEmail } from "../../../../worker/mail/dev-mail.ts";
import { devMail } from "../../../../worker/mail/dev-mail.ts";
import { passwordResetEmail, verificationEmail } from "../../../../worker/mail/emails.ts";
import { queueEmail } from "../../../../worker/mail/outbox.ts";
import { MAIL_KEY } from "../../../support/mail-key.ts";

const outbox: Parameters<typeof devMail>[1] = {
  DB: env.DB,
  SEAL_KEYS: env.SEAL_KEYS,
  MAIL: env.MAIL,
  MAIL_FROM: "hello@example.com",
  APP_URL: "http://localhost:8787",
  ENVIRONMENT: "development",
  DEV_MAIL_KEY: MAIL_KEY,
};
const get = (path: string, accept: string, from = outbox, key = MAIL_KEY) =>
  devMail(new Request(`http://localhost${path}?key=${key}`, { headers: { Accept: accept } }), from);

beforeEach(async () => {
  await env.DB.exec("DELETE FROM mail_outbox");
  const appUrl = "http://localhost:8787";
  const first = await queueEmail(
    outbox,
    verificationEmail({ appUrl, token: "<b>Ada</b>" }),
    "ada@example.com",
    {
      now: 1000,
    },
  );
  const second = await queueEmail(outbox, passwordResetEmail({ appUrl, token: "tok-1" }), "<i>@example.com", {
    now: 2000,
  });
  await env.DB.batch([first.statement, second.statement]);
  await first.deliver();
});

describe("/dev/mail", () => {
  test("returns the last emails, newest first, sent or not", async () => {
    const response = await get("/dev/mail", "application/json");
    const letters = await response.json<DevEmail[]>();
    expect(letters.map(({ to, kind, sent_at }) => ({ to, kind, sent: sent_at !== null }))).toEqual([
      { to: "<i>@example.com", kind: "reset", sent: false },
      { to: "ada@example.com", kind: "verify", sent: true },
    ]);
    expect(letters[0]?.text).toContain("http://localhost:8787/reset-password?token=tok-1");
    expect(letters[1]?.created_at).toBe("1970-01-01T00:00:01.000Z");
  });

  test("is a page with the link to follow, without active content of an email", async () => {
    const response = await get("/dev/mail/", "text/html,*/*");
    const html = await response.text();
    expect(html).toContain('<a href="http://localhost:8787/reset-password?token=tok-1">');
    expect(html).toContain("&lt;i&gt;@example.com");
    expect(html).not.toContain("<i>");
    expect(html).not.toContain("<b>Ada");
    expect(response.headers.get("Content-Security-Policy")).toMatch(/^default-src 'none'/);
  });

  test("shows one email as it was sent, in a sandbox", async () => {
    const [letter] = await (await get("/dev/mail", "application/json")).json<DevEmail[]>();
    const response = await get(`/dev/mail/${letter?.id}`, "text/html");
    expect(await response.text()).toBe(letter?.html);
    expect(response.headers.get("Content-Security-Policy")).toContain("sandbox");
    expect((await get("/dev/mail/none", "text/html")).status).toBe(404);
  });

  test.each(["production", "staging", undefined])(
    "does not exist when ENVIRONMENT is %s",
    async (ENVIRONMENT) => {
      const response = await get("/dev/mail", "application/json", { ...outbox, ENVIRONMENT });
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({ detail: "Not found." });
    },
  );

  test.each([
    ["/dev/mail", MAIL_KEY, ""],
    ["/dev/mail", MAIL_KEY, "another"],
    ["/dev/mail/none", MAIL_KEY, ""],
    ["/dev/mail", "", ""],
    ["/dev/mail", undefined, ""],
  ])("%s with the key %j set and %j given is refused [T50]", async (path, DEV_MAIL_KEY, key) => {
    const response = await get(path, "application/json", { ...outbox, DEV_MAIL_KEY }, key);
    expect([response.status, await response.json()]).toEqual([
      403,
      { detail: "Open this page by the address that npm start printed: it holds the key." },
    ]);
  });

  test("answers GET only", async () => {
    const response = await devMail(new Request("http://localhost/dev/mail", { method: "POST" }), outbox);
    expect(response.status).toBe(405);
  });
});

test.each([
  ["a client of the local network", "*/5 * * * *", 1],
  ["the timer of npm start", MAIL_KEY, 0],
])("scheduled jobs asked for by %s [T50]", async (_, cron, kept) => {
  await env.DB.exec("UPDATE mail_outbox SET created_at = 1, next_attempt_at = NULL");
  const context = createExecutionContext();
  await worker.scheduled(createScheduledController({ cron }), env, context);
  await waitOnExecutionContext(context);
  const letters = await (await get("/dev/mail", "application/json")).json<DevEmail[]>();
  expect(Math.min(letters.length, 1)).toBe(kept);
});
