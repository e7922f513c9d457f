/** Notices for Discord, Slack, Telegram and ntfy, at stand-ins that refuse what these services refuse. */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { CHAT_FORMATS, type ChatAddress, type ChatFormat } from "../../../../broker/contract/watch.ts";
import { attempt } from "../../../../worker/notify/attempt.ts";
import { type ChatWords, chatAttempt, chatRequest } from "../../../../worker/notify/formats.ts";
import { CHATS, TOKENS, TOPICS, WEBHOOK_PATHS } from "../../../support/chat/rules.ts";
import { chatServices } from "../../../support/chat/server.ts";

let services: Awaited<ReturnType<typeof chatServices>>;
beforeAll(async () => {
  services = await chatServices();
});
afterAll(() => services.close());
beforeEach(() => {
  services.taken.length = 0;
  services.posts.length = 0;
  services.limit(null);
});

const words = (more: Partial<ChatWords> = {}): ChatWords => ({
  title: "Frost",
  lines: ["Greenhouse: Air is below 3 °C.", "Air: 2.5 °C"],
  time: "2026-11-29 06:30, Europe/Berlin",
  link: "https://switchyard.example/dashboard/devices/0b3cf6e2-6f7c-4e0e-8d0e-1f7cc2a5b7a1",
  state: "raised",
  ...more,
});

const addresses = (): Record<ChatFormat, ChatAddress> => ({
  discord: { url: services.url + WEBHOOK_PATHS.discord },
  slack: { url: services.url + WEBHOOK_PATHS.slack },
  telegram: { url: services.url, token: TOKENS.telegram, chat: CHATS.known },
  ntfy: { url: `${services.url}/${TOPICS.open}` },
});

async function send(format: ChatFormat, said: ChatWords = words(), address = addresses()[format]) {
  const { url, ...init } = chatRequest(format, said, address);
  return attempt(url, init, { judge: (answer) => chatAttempt(format, answer, address) });
}

/** The sign that keeps a word from being read as a command, and the mark of direction, are not seen. */
const seen = () => (services.taken[0]?.text ?? "").replace(/[\u2060\u200e]/g, "");

describe.each(CHAT_FORMATS)("%s", (format) => {
  test("takes a notice: name, what happened, value, time and link", async () => {
    expect(await send(format)).toMatchObject({
      outcome: "delivered",
      detail: expect.stringMatching(/ took it\.$/),
    });
    const { title, lines, time, link } = words();
    const [first] = services.taken;
    for (const line of [title, ...lines, time]) expect(seen().split("\n")).toContain(line);
    expect(format === "ntfy" ? first?.body.click : seen().split("\n").at(-1)).toBe(link);
    expect(first?.made).toEqual([]);
  });

  test.each([
    "@everyone @here @switchyard_bot",
    "<@80351110224678912> <@&165511591545143296> <#1> </x:1> <t:1>",
    "<!channel> <!here|x> <@U012> <https://evil.example|Bank> &lt;!channel&gt;",
    "*bold* _italic_ ~~gone~~ `code` ||spoiler|| [Bank](https://evil.example) \\*twice\\*",
    "# heading",
    "> quote",
    "- list",
    ":smile: :+1:",
    "/start #tag $USD",
    "=?UTF-8?B?aGVsbG8=?=",
    "<b>bold</b> &amp; <script>",
  ])("shows %j as text, and nobody is called by it [T385]", async (name) => {
    expect(await send(format, words({ title: name, lines: [`${name} connected.`] }))).toMatchObject({
      outcome: "delivered",
    });
    expect(services.taken[0]?.made).toEqual([]);
    expect(seen().split("\n").slice(0, 2)).toEqual([name, `${name} connected.`]);
  });

  test("shows a name with line ends and controls as one line", async () => {
    await send(format, words({ title: "Lamp\r\n\u2028@everyone\u0000", lines: ["x"] }));
    expect(seen().split("\n")[0]).toBe("Lamp @everyone");
  });

  test("keeps the order of words around a right-to-left name, also with an override that never ends", async () => {
    await send(format, words({ title: "\u202eevil", lines: ["בית connected."] }));
    const text = services.taken[0]?.text ?? "";
    expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(text).toContain("\u200eבית connected.");
  });

  test.each([
    ["emoji", "🏳️‍🌈", 300],
    ["families", "👨‍👩‍👧‍👦", 900],
    ["signs that are escaped", "*", 5000],
    ["signs that are entities", "<", 5000],
    ["quotes", '"', 5000],
    ["keycaps", "#️⃣", 2000],
    ["long text", "ä", 9000],
  ])("cuts many %s after a whole character, and keeps time and link", async (_, character, count) => {
    const title = format === "ntfy" ? "Frost" : character.repeat(count);
    const said = words({ title, lines: [character.repeat(count)] });
    expect(await send(format, said)).toMatchObject({ outcome: "delivered" });
    const text = seen();
    expect(text).toContain(words().time);
    const [kept = ""] = text.split("\n").filter((line) => line.startsWith(character));
    expect(kept.replaceAll(character, "")).toMatch(/^…?$/);
    expect(services.taken[0]?.made).toEqual([]);
  });

  test("says hello as a person reads it", async () => {
    const hello = "Hello from Switchyard. The notices of your watches arrive here.";
    await send(format, words({ title: "Switchyard", lines: [hello], time: null, state: "test" }));
    expect(seen()).toContain(hello);
    expect(seen()).not.toMatch(/null|undefined/);
  });

  test("works without a link", async () => {
    expect(await send(format, words({ link: null }))).toMatchObject({ outcome: "delivered" });
  });

  test("asks to wait: the failure has the wait, and it ends", async () => {
    services.limit(64.57);
    const { retryAfterMs, ...failed } = await send(format);
    expect(failed).toMatchObject({ outcome: "failed", detail: expect.stringContaining("answered 429") });
    expect(retryAfterMs).toBe(format === "ntfy" ? undefined : 65_000);
    services.limit(1e12);
    expect((await send(format)).retryAfterMs ?? 0).toBeLessThanOrEqual(7 * 86_400_000);
  });
});

/** A request that breaks one rule of its service. */
const broken: [ChatFormat, string, (body: Record<string, unknown>) => void, number][] = [
  ["discord", "an unknown field", (body) => Object.assign(body, { specversion: "1.0" }), 400],
  ["discord", "2,001 characters", (body) => Object.assign(body, { content: "a".repeat(2001) }), 400],
  ["discord", "no content", (body) => void delete body.content, 400],
  ["discord", "a flag of others", (body) => Object.assign(body, { flags: 64 }), 400],
  ["slack", "an unknown field", (body) => Object.assign(body, { content: "a" }), 400],
  ["slack", "no text", (body) => void delete body.text, 400],
  ["telegram", "an unknown field", (body) => Object.assign(body, { content: "a" }), 400],
  ["telegram", "4,097 characters", (body) => Object.assign(body, { text: "a".repeat(4097) }), 400],
  ["telegram", "no chat", (body) => void delete body.chat_id, 400],
  ["telegram", "markup", (body) => Object.assign(body, { parse_mode: "MarkdownV2", text: "a*b" }), 400],
  ["ntfy", "an unknown field", (body) => Object.assign(body, { text: "a" }), 400],
  ["ntfy", "4,097 bytes", (body) => Object.assign(body, { message: "a".repeat(4097) }), 400],
  ["ntfy", "no topic", (body) => void delete body.topic, 400],
  ["ntfy", "a priority of 6", (body) => Object.assign(body, { priority: 6 }), 400],
];

test.each(broken)("the stand-in of %s refuses %s", async (format, _, change, status) => {
  const { url, headers, body } = chatRequest(format, words(), addresses()[format]);
  const changed = JSON.parse(body);
  change(changed);
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(changed) });
  await response.body?.cancel();
  expect(response.status).toBe(status);
  expect(services.taken).toEqual([]);
});

test.each([
  ["discord", "content", "@everyone", { allowed_mentions: undefined }],
  ["discord", "content", "**a**", {}],
  ["slack", "text", "<!channel>", {}],
  ["slack", "text", "*a*", { mrkdwn: true }],
  ["telegram", "text", "@everyone", {}],
  ["ntfy", "title", "=?UTF-8?B?aGVsbG8=?=", {}],
] as const)("the stand-in of %s finds in %s what is not escaped: %s", async (format, field, text, more) => {
  const { url, headers, body } = chatRequest(format, words(), addresses()[format]);
  const changed = JSON.stringify({ ...JSON.parse(body), [field]: text, ...more });
  await (await fetch(url, { method: "POST", headers, body: changed })).body?.cancel();
  expect(services.taken[0]?.made).not.toEqual([]);
});

const ended: [ChatFormat, string, () => ChatAddress, RegExp][] = [
  [
    "discord",
    "a deleted webhook",
    () => ({ url: `${services.url}/api/webhooks/1/${TOKENS.discord}` }),
    /Unknown Webhook\. Make a new webhook/,
  ],
  [
    "discord",
    "a wrong token",
    () => ({ url: `${services.url}/api/webhooks/1180000000000000001/other` }),
    /Invalid Webhook Token\. Make a new/,
  ],
  [
    "slack",
    "a removed app",
    () => ({ url: `${services.url}/services/T0AAAAAAA/B0NONE/${TOKENS.slack}` }),
    /no_service\. Make a new webhook/,
  ],
  [
    "slack",
    "a wrong token",
    () => ({ url: `${services.url}/services/T0AAAAAAA/B0BBBBBBB/other` }),
    /invalid_token\. Make a new webhook/,
  ],
  [
    "slack",
    "an archived channel",
    () => ({ url: `${services.url}/services/T0AAAAAAA/B0ARCHIVE/${TOKENS.slack}` }),
    /channel_is_archived\. Add a webhook of another channel/,
  ],
  [
    "slack",
    "a forbidden app",
    () => ({ url: `${services.url}/services/T0AAAAAAA/B0DENIED/${TOKENS.slack}` }),
    /action_prohibited\. Ask an administrator/,
  ],
  [
    "telegram",
    "a wrong token",
    () => ({ ...addresses().telegram, token: "1:AAE-otherTokenOfABotHas35Characters" }),
    /Unauthorized\. Copy the token/,
  ],
  [
    "telegram",
    "an unknown chat",
    () => ({ ...addresses().telegram, chat: CHATS.absent }),
    /chat not found\. Press Start/,
  ],
  [
    "telegram",
    "a bot that was blocked",
    () => ({ ...addresses().telegram, chat: CHATS.blocked }),
    /blocked by the user\. Press Start/,
  ],
  [
    "telegram",
    "a bot that was removed",
    () => ({ ...addresses().telegram, chat: CHATS.kicked }),
    /kicked from the group chat\. Press Start/,
  ],
  [
    "telegram",
    "a group that was upgraded",
    () => ({ ...addresses().telegram, chat: CHATS.upgraded }),
    /supergroup chat\. Add it again with the chat -1001234567890\./,
  ],
  [
    "ntfy",
    "a topic that needs a token",
    () => ({ url: `${services.url}/${TOPICS.reserved}` }),
    /forbidden\. Add it again with an access token/,
  ],
  [
    "ntfy",
    "a wrong token",
    () => ({ ...addresses().ntfy, token: "tk_other" }),
    /unauthorized\. Add it again/,
  ],
];

test.each(ended)(
  "%s with %s ends the target, with the service's words and a remedy",
  async (format, _, address, detail) => {
    expect(await send(format, words(), address())).toEqual({
      outcome: "gone",
      detail: expect.stringMatching(detail),
    });
  },
);

test("Discord saves the message before it answers, also in a thread, and knows the program", async () => {
  const address = { url: `${addresses().discord.url}?thread_id=5&wait=false` };
  expect(await send("discord", words(), address)).toMatchObject({ outcome: "delivered" });
  const [{ query, agent } = { query: new URLSearchParams(), agent: "" }] = services.posts;
  expect([...query]).toEqual([
    ["wait", "true"],
    ["thread_id", "5"],
  ]);
  expect(agent).toMatch(/^DiscordBot \(https:\/\/switchyard\.example, \d/);
  const { url, headers, body } = chatRequest("discord", words(), addresses().discord);
  const anonymous = { ...headers, "User-Agent": "Switchyard" };
  const response = await fetch(url, { method: "POST", headers: anonymous, body });
  await response.body?.cancel();
  expect(response.status).toBe(403);
});

test("a token of ntfy is sent, and a reserved topic takes the message", async () => {
  const address = { url: `${services.url}/${TOPICS.reserved}`, token: TOKENS.ntfy };
  expect(await send("ntfy", words(), address)).toMatchObject({ outcome: "delivered" });
});

describe("an answer", () => {
  const judge = (format: ChatFormat, status: number, body: string) =>
    chatAttempt(format, { status, body, retryAfterMs: 0 }, addresses()[format]);

  test.each([
    ["discord", 204, "", "delivered"],
    ["discord", 202, "", "failed"],
    ["slack", 200, "ok", "delivered"],
    ["slack", 200, "<html>ok</html>", "failed"],
    ["telegram", 200, '{"ok":false}', "failed"],
    ["telegram", 200, "ok", "failed"],
    ["ntfy", 200, "ok", "failed"],
    ["ntfy", 302, "", "failed"],
    ["discord", 502, "<html>", "failed"],
    ["slack", 400, "invalid_payload", "refused"],
    ["telegram", 429, "[[[", "failed"],
    ["telegram", 429, '{"parameters":{"retry_after":-5}}', "failed"],
    ["telegram", 429, '{"parameters":{"retry_after":"soon"}}', "failed"],
    ["telegram", 429, '{"parameters":null}', "failed"],
    ["discord", 429, "null", "failed"],
  ] as const)("of %s with %i and %j: %s", (format, status, body, outcome) => {
    const { retryAfterMs, ...judged } = judge(format, status, body);
    expect(judged.outcome).toBe(outcome);
    expect(retryAfterMs).toBeUndefined();
  });

  test.each(CHAT_FORMATS)(
    "of %s that repeats the address shows no secret, no control, and no end [T386]",
    (format) => {
      const { token = "", chat = "", url } = addresses()[format];
      const echo = `${url} ${token} ${token.split(":").at(-1)} \u202e\u0007<b> `.repeat(50);
      const said = { message: echo, description: echo, error: echo };
      for (const status of [400, 403, 404, 429, 500]) {
        const { detail } = judge(format, status, format === "slack" ? echo : JSON.stringify(said));
        for (const secret of [TOKENS[format], TOKENS[format].split(":").at(-1) ?? "", TOPICS.open]) {
          expect(detail).not.toContain(secret.slice(0, 12));
        }
        expect(detail).not.toMatch(/[\u202e\p{Cc}]/u);
        expect(detail.length).toBeLessThan(400);
        expect(chat).toBe(format === "telegram" ? CHATS.known : "");
      }
    },
  );
});
