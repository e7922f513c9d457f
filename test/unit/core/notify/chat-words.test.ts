/** The words of a message in a chat: time in the account's zone and clock, value, link. */

import { expect, test } from "vitest";
import type { NoticeMessage } from "../../../../broker/contract/watch.ts";
import { chatWords } from "../../../../worker/notify/chat-words.ts";
import { noticeTargetOf } from "../../../../worker/present/notice.ts";

const AT = Date.parse("2026-11-29T18:05:59Z");
const NOTICE: NoticeMessage = {
  id: "n",
  at: AT,
  state: "cleared",
  facts: {
    watch: { id: "w", name: "Too hot" },
    device: { id: "d", name: "Tank" },
    key: "t",
    label: { name: "Water", unit: "°C" },
    value: 58.5,
    when: { above: 60, clear: 59, forMs: 0 },
    event: null,
  },
};
const APP = "https://switchyard.example";

test.each([
  ["Europe/Berlin", "24", "2026-11-29 19:05, Europe/Berlin"],
  ["Europe/Berlin", "12", "2026-11-29 7:05 PM, Europe/Berlin"],
  ["Pacific/Kiritimati", "24", "2026-11-30 08:05, Pacific/Kiritimati"],
  ["America/New_York", "12", "2026-11-29 1:05 PM, America/New_York"],
  // the runtime's data is older than this rule
  ["America/Havana", "24", "2026-11-29 14:05, America/Havana"],
  [null, null, "2026-11-29 6:05 PM, UTC"],
  ["Mars/Olympus", "24", "2026-11-29 18:05, UTC"],
] as const)("in %s with a clock of %s hours: %s", (time_zone, clock, time) => {
  expect(chatWords(NOTICE, { app: APP, time_zone, clock }).time).toBe(time);
});

test.each([
  [{ url: "https://discord.com/api/webhooks/1/secret" }, "discord.com"],
  [{ url: "https://HOOKS.slack.com./services/T/B/secret" }, "hooks.slack.com."],
  [{ url: "https://api.telegram.org/bot1:secret/sendMessage" }, "api.telegram.org"],
  [{ url: "https://hooks.example.com/a" }, "https://hooks.example.com/a"],
  [{ url: "https://ntfy.example.org", format: "ntfy" as const }, "ntfy.example.org"],
])(
  "of the target %j only %s is shown, also of one that was added before formats [T386]",
  (address, shown) => {
    const target = { id: "t", createdAt: AT, disabled: null };
    const webhook = { kind: "webhook" as const, isConfirmed: false, ...address };
    expect(noticeTargetOf({ ...target, address: webhook }).address).toBe(shown);
  },
);

test("midnight and noon have no hour 0 in a clock of twelve hours", () => {
  const timeAt = (iso: string) =>
    chatWords({ ...NOTICE, at: Date.parse(iso) }, { app: APP, time_zone: "UTC", clock: "12" }).time;
  expect(timeAt("2026-11-29T00:00:00Z")).toBe("2026-11-29 12:00 AM, UTC");
  expect(timeAt("2026-11-29T12:00:00Z")).toBe("2026-11-29 12:00 PM, UTC");
});

test("a notice has its watch, what happened, the value with its unit, and the device's page", () => {
  expect(chatWords(NOTICE, { app: APP })).toMatchObject({
    title: "Too hot",
    lines: ["Tank: Water is no longer above 60 °C.", "Water: 58.5 °C"],
    link: `${APP}/dashboard/devices/d`,
    state: "cleared",
  });
});

test("a notice that nothing more is sent today has no value, and a service without a page no link", () => {
  const { facts } = NOTICE as Extract<NoticeMessage, { facts: unknown }>;
  const last: NoticeMessage = { ...NOTICE, state: "raised", facts: { ...facts, when: null } };
  const { lines, link } = chatWords(last, { app: null });
  expect([lines, link]).toEqual([["No more notices are sent today: the limit of 200 is reached."], null]);
});
