/** Notices at Discord, Slack, Telegram and ntfy on this machine: from the address to the message that a person reads. */

import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CHAT_FORMATS, type ChatFormat } from "../../broker/contract/watch.ts";
import type { Notice, NoticeTarget } from "../../worker/contract/watches.ts";
import { type Account, newAccount } from "../support/account.ts";
import { CHATS, TOKENS, TOPICS, WEBHOOK_PATHS } from "../support/chat/rules.ts";
import { chatServices } from "../support/chat/server.ts";
import { newStateDirectory, type RunningProduct, startProductProcess } from "../support/product-process.ts";
import { until } from "../support/until.ts";

const NAME = "Tank @everyone <!channel> *x* `y` 🏳️‍🌈";
const state = newStateDirectory();
let services: Awaited<ReturnType<typeof chatServices>>;
let product: RunningProduct;

beforeAll(async () => {
  services = await chatServices();
  const variables = ["WEBHOOK_LAN:true", `TELEGRAM_URL:${services.url}`];
  product = await startProductProcess({ variables, stateDirectory: state });
});
afterAll(async () => {
  await product?.stop();
  await services?.close();
  rmSync(state, { recursive: true, force: true });
});

type Tested = { outcome: string; detail: string; target: NoticeTarget };

const bodies = (): Record<ChatFormat, object> => ({
  discord: { url: services.url + WEBHOOK_PATHS.discord },
  slack: { url: services.url + WEBHOOK_PATHS.slack },
  telegram: { token: TOKENS.telegram, chat: CHATS.known },
  ntfy: { url: `${services.url}/${TOPICS.reserved}`, token: TOKENS.ntfy },
});

const add = (account: Account, format: ChatFormat, more: object = {}) =>
  account.call<NoticeTarget>("POST", "/v0/targets/", {
    kind: "webhook",
    format,
    ...bodies()[format],
    ...more,
  });
const tested = (account: Account, { id }: NoticeTarget) =>
  account.call<Tested>("POST", `/v0/targets/${id}/test/`);
/** Without invisible characters. */
const seen = (text = "") => text.replace(/[\u2060\u200e]/g, "").split("\n");

/** Everything that the product wrote: databases with their logs. */
const written = () =>
  readdirSync(state, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)));

async function tankOf(account: Account) {
  await account.newKey();
  const { id } = await account.newDevice(NAME);
  await account.call("PUT", "/v0/users/", {
    email: account.email,
    first_name: "Ann",
    last_name: "Ex",
    time_zone: "Asia/Kolkata",
    clock: "24",
  });
  return id;
}

test("each service takes hello and notice, shows names as text, and its secret is in no file and no log [T385] [T386]", async () => {
  const account = await newAccount(product.url);
  const device = await tankOf(account);
  const targets = await Promise.all(CHAT_FORMATS.map((format) => add(account, format)));
  for (const target of targets) {
    const { outcome, detail, target: after } = await tested(account, target);
    expect([outcome, detail, after.confirmed]).toEqual([
      "delivered",
      expect.stringMatching(/ took it\.$/),
      true,
    ]);
  }
  const hello = "Hello from Switchyard. The notices of your watches arrive here.";
  for (const { text } of services.taken) expect(seen(text)).toContain(hello);
  expect(services.taken.map(({ format }) => format)).toEqual([...CHAT_FORMATS]);
  services.taken.length = 0;

  const when = { device, key: "water_c", above: 60, for: "PT1S" };
  const watch = await account.call<{ id: string }>("POST", "/v0/watches/", {
    name: NAME,
    when,
    targets: targets.map(({ id }) => id),
  });
  await account.call("POST", `/v0/devices/on-off/${device}/telemetry/`, { water_c: 61.5 });
  await until("four messages", () => services.taken.length === 4, 30_000);
  const [notice] = await account.call<Notice[]>("GET", `/v0/watches/${watch.id}/notices/`);
  const local = new Date(Date.parse(notice?.at ?? "") + 5.5 * 3_600_000).toISOString();
  const time = `${local.slice(0, 10)} ${local.slice(11, 16)}, Asia/Kolkata`;
  const link = `http://localhost:${new URL(product.url).port}/dashboard/devices/${device}`;
  for (const { format, text, made, body } of services.taken) {
    expect(made).toEqual([]);
    const lines = seen(text);
    expect(lines.slice(0, 4)).toEqual([NAME, `${NAME}: water_c is above 60 °C.`, "water_c: 61.5 °C", time]);
    expect(format === "ntfy" ? body.click : lines[4]).toBe(link);
  }
  await until("four outcomes", async () => {
    const [last] = await account.call<Notice[]>("GET", `/v0/watches/${watch.id}/notices/`);
    return last?.deliveries.every(({ outcome }) => outcome === "delivered");
  });
  const files = written();
  expect(files.some((file) => file.includes(device))).toBe(true);
  for (const secret of Object.values(TOKENS)) {
    expect(files.some((file) => file.includes(secret))).toBe(false);
    expect(product.log()).not.toContain(secret);
  }
});

test.each([
  ["telegram", { chat: CHATS.absent }, /chat not found\. Press Start/],
  ["telegram", { chat: CHATS.blocked }, /blocked by the user\. Press Start/],
  ["telegram", { chat: CHATS.upgraded }, new RegExp(`with the chat ${CHATS.known}`)],
] as const)(
  "a test of %s with %j says what the service said, and what to do",
  async (format, more, detail) => {
    const account = await newAccount(product.url);
    const result = await tested(account, await add(account, format, more));
    expect(result).toMatchObject({ outcome: "gone", target: { confirmed: false } });
    expect(result.detail).toMatch(detail);
    expect(result.target.disabled).toMatch(detail);
  },
);

test("a target that was ended works again after a test that the service takes", async () => {
  const account = await newAccount(product.url);
  const target = await add(account, "slack");
  await tested(account, target);
  services.limit(3600);
  const limited = await tested(account, target);
  services.limit(null);
  expect(limited).toMatchObject({ outcome: "failed", detail: "Slack answered 429: ratelimited." });
  expect(await tested(account, target)).toMatchObject({ outcome: "delivered", target: { disabled: null } });
});
