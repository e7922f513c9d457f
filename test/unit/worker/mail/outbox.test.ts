import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { isOffered } from "../../../../worker/db/email-links.ts";
import {
  addressChangedEmail,
  changeEmail,
  noticeEmail,
  passwordResetEmail,
  verificationEmail,
} from "../../../../worker/mail/emails.ts";
import {
  deliverDue,
  header,
  type OutboxEnv,
  queueEmail,
  send,
  UnsafeHeader,
} from "../../../../worker/mail/outbox.ts";

interface Sent {
  to: string;
  subject: string;
  text: string;
}

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 0, 1);

/** A provider that accepts, refuses or hangs. */
function outboxWith(ENVIRONMENT: string, answer: () => Promise<void> = async () => undefined) {
  const sent: Sent[] = [];
  const MAIL = {
    send: async (message: Sent) => {
      await answer();
      sent.push(message);
      return { messageId: String(sent.length) };
    },
  } as unknown as SendEmail;
  const outbox: OutboxEnv = {
    DB: env.DB,
    SEAL_KEYS: env.SEAL_KEYS,
    MAIL,
    MAIL_FROM: "hello@example.com",
    APP_URL: "https://app.example.com",
    ENVIRONMENT,
  };
  return { outbox, sent };
}

const rows = async () =>
  (await env.DB.prepare("SELECT * FROM mail_outbox").all<Record<string, unknown>>()).results;
const verify = verificationEmail({ appUrl: "https://app.example.com", token: "t" });
const reset = passwordResetEmail({ appUrl: "https://app.example.com", token: "the-secret-token" });

beforeEach(() => env.DB.exec("DELETE FROM mail_outbox"));

describe("the outbox", () => {
  test("retries a reset before the notices of a flood of watches", async () => {
    const { outbox, sent } = outboxWith("production");
    const notice = noticeEmail({ text: "It is cold.", url: "https://app.example.com" });
    for (let n = 0; n < 3; n++) {
      const { statement } = await queueEmail(outbox, notice, "bea@example.com", { now: NOW });
      await statement.run();
    }
    await (await queueEmail(outbox, reset, "ada@example.com", { now: NOW + MINUTE })).statement.run();
    await deliverDue(outbox, NOW + 10 * MINUTE, 2);
    expect(sent.map(({ to }) => to)).toEqual(["ada@example.com", "bea@example.com"]);
  });

  test("sends once after the batch, and deletes its row", async () => {
    const { outbox, sent } = outboxWith("production");
    const queued = await queueEmail(outbox, reset, "ada@example.com", { now: NOW });
    await env.DB.batch([queued.statement]);
    expect(sent).toHaveLength(0);
    await Promise.all([queued.deliver(), queued.deliver(), deliverDue(outbox, NOW + MINUTE, 10)]);
    expect(sent).toEqual([
      expect.objectContaining({ to: "ada@example.com", subject: reset.subject, text: reset.text }),
    ]);
    expect(await rows()).toEqual([]);
  });

  test("has no token, address or link in plain text", async () => {
    const { outbox } = outboxWith("production");
    await env.DB.batch([(await queueEmail(outbox, reset, "ada@example.com")).statement]);
    const dump = JSON.stringify(await rows());
    expect(dump).toContain('"kind":"reset"');
    for (const secret of ["the-secret-token", "ada@", "reset-password?"]) expect(dump).not.toContain(secret);
  });

  test.each([undefined, ""])("sends no email while its own address is %j [T51]", async (APP_URL) => {
    const { outbox, sent } = outboxWith("production");
    const queued = await queueEmail({ ...outbox, APP_URL }, reset, "ada@example.com", { now: NOW });
    await env.DB.batch([queued.statement]);
    await queued.deliver();
    expect([await rows(), sent]).toEqual([[], []]);
  });

  test("stores no row when its condition does not hold, and then delivers none", async () => {
    const { outbox, sent } = outboxWith("production");
    const onlyIf = isOffered("a digest without a link");
    const queued = await queueEmail(outbox, reset, "nobody@example.com", { onlyIf });
    await env.DB.batch([queued.statement]);
    await queued.deliver();
    expect(await rows()).toEqual([]);
    expect(sent).toEqual([]);
  });

  test("retries with growing delays, and sends when the provider is back [F36]", async () => {
    let down = true;
    const { outbox, sent } = outboxWith("production", async () => {
      if (down) throw new Error("provider down");
    });
    const queued = await queueEmail(outbox, verify, "ada@example.com", { now: NOW });
    await env.DB.batch([queued.statement]);
    await queued.deliver();
    const waits: number[] = [];
    let before = NOW;
    for (let attempt = 0; attempt < 4; attempt++) {
      const [row] = await rows();
      const next = Number(row?.next_attempt_at);
      waits.push((next - before) / MINUTE);
      expect(await deliverDue(outbox, next - 1, 10)).toEqual({ sent: 0, failed: 0 });
      down = attempt < 3;
      expect(await deliverDue(outbox, next, 10)).toEqual(
        down ? { sent: 0, failed: 1 } : { sent: 1, failed: 0 },
      );
      before = next;
    }
    expect(waits).toEqual([2, 5, 15, 60]);
    expect(sent).toHaveLength(1);
    expect(await rows()).toEqual([]);
  });

  test("a send that hangs delays no other e-mail, and is not sent a second time while it is in flight", async () => {
    let release = () => {};
    const hanging = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isFirst = true;
    const { outbox, sent } = outboxWith("production", async () => {
      const isHanging = isFirst;
      isFirst = false;
      if (isHanging) await hanging;
    });
    for (const [minute, to] of ["a@x.example", "b@x.example"].entries()) {
      const queued = await queueEmail(outbox, verify, to, { now: NOW + minute * MINUTE });
      await env.DB.batch([queued.statement]);
    }
    expect(await deliverDue(outbox, NOW + 5 * MINUTE, 10, 50)).toEqual({ sent: 1, failed: 1 });
    for (const minutes of [10, 15, 20, 30]) {
      expect(await deliverDue(outbox, NOW + minutes * MINUTE, 10, 50)).toEqual({ sent: 0, failed: 0 });
    }
    expect(sent.map(({ to }) => to)).toEqual(["b@x.example"]);
    release();
    while ((await rows()).length > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(sent.map(({ to }) => to)).toEqual(["b@x.example", "a@x.example"]);
  });

  test.each([
    ["verify", verify, 24],
    ["reset", reset, 1],
  ])("drops a %s email after its hours", async (_, email, hours) => {
    const { outbox } = outboxWith("production", async () => {
      throw new Error("provider down");
    });
    const queued = await queueEmail(outbox, email, "ada@example.com", { now: NOW });
    await env.DB.batch([queued.statement]);
    await queued.deliver();
    let last = NOW;
    for (let [row] = await rows(); row !== undefined; [row] = await rows()) {
      last = Number(row.next_attempt_at);
      await deliverDue(outbox, last, 10);
    }
    expect(last).toBeGreaterThan(NOW);
    expect(last - NOW).toBeLessThanOrEqual(hours * 60 * MINUTE);
  });

  test("never retries an email with an unsafe header, and never rejects [T29]", async () => {
    const { outbox, sent } = outboxWith("production");
    const queued = await queueEmail(outbox, verify, "ada@example.com\r\nBcc: all@example.com", { now: NOW });
    await env.DB.batch([queued.statement]);
    await queued.deliver();
    expect(sent).toEqual([]);
    expect(await rows()).toEqual([]);
    const noDatabase = {
      ...outbox,
      DB: {
        prepare: () => {
          throw new Error("down");
        },
      } as unknown as D1Database,
    };
    await expect(deliverDue(noDatabase, NOW, 1)).rejects.toThrow("down");
    const orphan = await queueEmail(outbox, verify, "ada@example.com");
    await expect(orphan.deliver()).resolves.toBeUndefined();
  });

  test("sends the oldest emails first, up to its maximum", async () => {
    const { outbox, sent } = outboxWith("production");
    const written = { "c@x.example": 2, "a@x.example": 0, "b@x.example": 1 };
    for (const [to, minutes] of Object.entries(written)) {
      const queued = await queueEmail(outbox, verify, to, { now: NOW + minutes * MINUTE });
      await env.DB.batch([queued.statement]);
    }
    expect(await deliverDue(outbox, NOW + 60 * MINUTE, 2)).toEqual({ sent: 2, failed: 0 });
    expect(sent.map((email) => email.to)).toEqual(["a@x.example", "b@x.example"]);
  });

  test("uses the runtime's mail binding", async () => {
    const outbox: OutboxEnv = { ...outboxWith("production").outbox, MAIL: env.MAIL };
    const queued = await queueEmail(outbox, verify, "ada@example.com", { now: NOW });
    await env.DB.batch([queued.statement]);
    await queued.deliver();
    expect(await rows()).toEqual([]);
  });
});

const appUrl = "https://app.example.com";

describe("emails", () => {
  test("a reset email has its link once in each format", () => {
    const email = passwordResetEmail({ appUrl, token: "a-b_c&d=é" });
    const link = `${appUrl}/reset-password?token=${encodeURIComponent("a-b_c&d=é")}`;
    expect(email.text).toContain(link);
    expect(email.html).toContain(`href="${link}"`);
    expect(email.subject).toContain("Switchyard");
  });

  test("values in an email cannot add HTML or paragraphs [T8] [T29]", () => {
    const bad = `<img src=x onerror="alert(1)">'&\n\nBuy now: https://bad.example`;
    const email = verificationEmail({ appUrl: bad, token: bad });
    expect(email.html).not.toContain("<img");
    expect(email.html).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&#39;&amp;");
    expect(email.text).not.toContain("\n\nBuy now");
  });

  test("each links to the page of its action, and only a clearing one announces it", () => {
    const facts = { appUrl, token: "t" };
    expect(verificationEmail(facts).text).toContain(`${appUrl}/verify-email?token=t`);
    expect(changeEmail(facts).text).toContain(`${appUrl}/verify-email?token=t`);
    expect(addressChangedEmail(facts).text).toContain(`${appUrl}/undo-email?token=t`);
    expect(passwordResetEmail({ ...facts, clears: true }).text).toContain("removes its API keys");
    expect(passwordResetEmail({ ...facts, clears: false }).text).not.toContain("removes its API keys");
  });

  test("text and HTML have the same content", () => {
    for (const write of [verificationEmail, changeEmail, addressChangedEmail, passwordResetEmail]) {
      const email = write({ appUrl, token: "t" });
      const lines = email.text.split("\n").filter((line) => line !== "");
      for (const line of lines) expect(email.html).toContain(line.replace(/:$/, ""));
    }
  });
});

describe("headers", () => {
  test.each([
    "a@example.com\r\nBcc: b@example.com",
    "a@example.com\nx",
    "a@example.com\rx",
    "a\u0000@example.com",
    "a\t@example.com",
    "a\u007f@example.com",
    "a\u0085@example.com",
    "a\u2028@example.com",
    "a\u2029@example.com",
    "a\ud800@example.com",
  ])("%j never reaches the provider", async (to) => {
    const delivered: unknown[] = [];
    const MAIL = {
      send: async (message: unknown) => {
        delivered.push(message);
        return { messageId: "1" };
      },
    } as unknown as SendEmail;
    const email = verificationEmail({ appUrl, token: "t" });
    const sending = send({ MAIL, MAIL_FROM: "from@example.com" }, to, email);
    await expect(sending).rejects.toThrow(UnsafeHeader);
    const subject = send({ MAIL, MAIL_FROM: "from@example.com" }, "a@example.com", {
      ...email,
      subject: to,
    });
    await expect(subject).rejects.toThrow(UnsafeHeader);
    expect(delivered).toEqual([]);
  });

  test("percent-encoding is kept", () => {
    expect(header("to", "a%0d%0a@example.com")).toBe("a%0d%0a@example.com");
  });
});
