/** States, deliveries and obstacles in words; when the list is loaded again; suggested limits. */

import { expect, it } from "vitest";
import { markSeen, seenUntil, unreadIn } from "../../../../web/src/features/watches/bell.tsx";
import { targetName, targetProblem } from "../../../../web/src/features/watches/names.ts";
import { attemptsText } from "../../../../web/src/features/watches/notices/notice-list.tsx";
import { pushObstacle } from "../../../../web/src/features/watches/push/use-turn-on-push.ts";
import { stateText } from "../../../../web/src/features/watches/state-text.ts";
import { rangeOf, suggestedLimits } from "../../../../web/src/features/watches/suggestion-list.tsx";
import { testText } from "../../../../web/src/features/watches/targets/send-test.tsx";
import { refreshIn } from "../../../../web/src/features/watches/use-watches.ts";
import { tomorrowMorning } from "../../../../web/src/features/watches/watches-table.tsx";
import { momentText } from "../../../../web/src/lib/time.ts";
import type { NoticeTarget } from "../../../../worker/contract/watches.ts";
import { aTarget } from "../../../support/nouns.ts";
import { FREEZER, NAMES, watchWith } from "./watch.ts";

const SINCE = "2027-05-03T12:02:00.000Z";
const LATER = "2027-05-03T12:07:00.000Z";
const NOW = Date.parse("2027-05-03T12:09:00.000Z");
const limit = { device: FREEZER, key: "t", above: -15, clear: -17, for: "PT1M" };

it.each([
  [{}, `Clear since ${momentText(SINCE)}`],
  [{ enabled: false, state: "raised" }, "Off sends no notices"],
  [{ state: "snoozed", snoozed_until: LATER }, `Snoozed until ${momentText(LATER)}`],
  [{ when: { events: ["errored"] } }, "On each event is a notice"],
  [{ state: "pending", next_at: LATER }, `Waiting not connected for 7 min, notice at ${momentText(LATER)}`],
  [{ state: "raised" }, "Raised not connected for 12 min"],
  [
    { state: "raised", when: { device: FREEZER, key: "t", differs_for: "PT1M" } },
    "Raised another temperature than the wanted one for 8 min",
  ],
  [{ state: "raised", when: limit }, "Raised temperature above -15\u00a0°C for 8 min"],
  [
    { state: "raised", when: { device: FREEZER, key: "t", silent_for: "auto" } },
    "Raised 7 min ago: no temperature",
  ],
] as const)("a state has a word and its time: %#", (change, text) => {
  const { word, rest } = stateText(watchWith(change as object), NAMES, NOW);
  expect(`${word} ${rest}`).toBe(text);
});

it("limits lie a tenth of the range outside it, on round numbers", () => {
  const suggested = (side: "above" | "below", min: number, max: number) =>
    Object.values(suggestedLimits(side, { min, max }));
  expect(suggested("above", 15.2, 24.7)).toEqual(["25.5", "25"]);
  expect(suggested("below", 15.2, 24.7)).toEqual(["14.5", "15"]);
  expect(suggested("above", 21, 21)).toEqual(["24", "22"]);
  expect(suggested("below", 0, 0)).toEqual(["-1", "0"]);
  expect(suggested("above", 0.1, 0.3)).toEqual(["0.32", "0.3"]);
  expect(
    rangeOf(
      [
        ["", 3],
        ["", null],
        ["", -2],
      ],
      1,
    ),
  ).toEqual({ min: -2, max: 3 });
});

it("the list is loaded again soon after the next due time", () => {
  const at = (seconds: number) => ({ next_at: new Date(NOW + seconds * 1000).toISOString() });
  expect(refreshIn([], NOW, 60_000)).toBe(60_000);
  expect(refreshIn([{ next_at: null }, at(90), at(5), at(-7)], NOW, 60_000)).toBe(6_500);
  // the list may be drawn again meanwhile, and the broker's alarm may be late
  expect([at(-1), at(-2), at(-7)].map((due) => refreshIn([due], NOW, 60_000))).toEqual([500, 4_000, 60_000]);
});

it("tomorrow's morning is at eight, also from one month to the next", () => {
  expect(tomorrowMorning(new Date(2027, 3, 30, 23, 59))).toEqual(new Date(2027, 4, 1, 8));
});

it("a delivery says how often it was tried, and what came of it", () => {
  const text = (outcome: "waiting" | "delivered" | "gone", attempts: number, detail: string) =>
    attemptsText({ target: "", at: SINCE, outcome, attempts, detail });
  expect(text("waiting", 0, "")).toBe("It is sent now.");
  expect(text("waiting", 2, "It answered 503.")).toBe("2 attempts. It answered 503. It is tried again.");
  expect(text("delivered", 1, "It answered 200.")).toBe("1 attempt. It answered 200.");
});

it("a target says why it gets no notices, and a test what it has shown", () => {
  const target = aTarget({ kind: "webhook", address: "https://a.example/", created_at: SINCE });
  expect(targetProblem({ ...target, confirmed: true, disabled: null }, true)).toBeNull();
  expect(targetProblem({ ...target, confirmed: false, disabled: null }, true)).toContain("Send Test");
  const mail = { ...target, kind: "mail", confirmed: true, disabled: null } as const;
  expect(targetProblem(mail, true)).toBeNull();
  expect(targetProblem(mail, false)).toContain("Waits for your confirmation");
  const gone = { ...target, confirmed: true, disabled: "It answered 410." };
  expect(targetProblem(gone, true)).toContain("410");
  expect(testText(target, { outcome: "delivered", detail: "It answered 200." })).toEqual({
    works: true,
    text: "It works. It answered 200.",
  });
  expect(testText(target, { outcome: "failed", detail: "It answered 302." }).works).toBe(false);
});

it("a chat is named by its service, and by its number where there may be several", () => {
  const nameOf = (more: Partial<NoticeTarget>) =>
    targetName(aTarget({ kind: "webhook", ...more }), { ownId: null, devices: [] });
  expect(nameOf({ format: "discord", address: "discord.com" })).toBe("Discord");
  expect(nameOf({ format: "ntfy", address: "ntfy.sh" })).toBe("ntfy");
  expect(nameOf({ format: "telegram", address: "api.telegram.org", chat: "-100" })).toBe(
    "Telegram, chat -100",
  );
  expect(nameOf({ format: "cloudevents", address: "https://a.example/b" })).toBe("Webhook at a.example");
});

const BROWSER = {
  pushKey: "k",
  hasWorker: true,
  hasPush: true,
  isApple: false,
  permission: "default",
} as const;

it.each([
  [{}, null],
  [{ permission: "granted" }, null],
  [{ pushKey: null }, "no key"],
  [{ hasPush: false }, "HTTPS"],
  [{ hasPush: false, isApple: true }, "home screen"],
  [{ hasWorker: false }, "service worker"],
  [{ permission: "denied" }, "blocks"],
] as const)("a browser without push messages says what to do: %#", (change, word) => {
  const obstacle = pushObstacle({ ...BROWSER, ...change });
  if (word === null) expect(obstacle).toBeNull();
  else expect(obstacle).toContain(word);
});

it("notices since the last opening are unread, also when older ones arrive later", () => {
  const [old, recent] = [{ at: SINCE }, { at: LATER }];
  expect(unreadIn([recent, old], seenUntil.get())).toBe(2);
  markSeen([old]);
  expect(unreadIn([recent, old], seenUntil.get())).toBe(1);
  markSeen([recent, old]);
  markSeen([old]);
  expect(unreadIn([recent, old], seenUntil.get())).toBe(0);
});
