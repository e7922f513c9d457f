/** No sentence on the page names a variable: a person cannot set it. */

import { expect, it } from "vitest";
import { BROKER_LIMITS } from "../../../../broker/contract/limits.ts";
import { plainSentence } from "../../../../broker/contract/plain-sentence.ts";
import { problemOf } from "../../../../web/src/api/problem.ts";
import { refusalText } from "../../../../web/src/devices/refusal-text.ts";
import { attemptsText } from "../../../../web/src/features/watches/notices/notice-list.tsx";
import { API_LIMITS } from "../../../../worker/contract/api-limits.ts";
import { MESSAGES } from "../../../../worker/contract/sentences.ts";
import { noticeText } from "../../../../worker/present/notice.ts";

const VARIABLE = /\b[A-Z]+(_[A-Z]+)+\b/;

/** The sentences of a table, also those that a function of numbers makes. */
function sentencesIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "function") return sentencesIn((value as (...of: unknown[]) => unknown)(10, 11));
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(sentencesIn) : [];
}

const ALL = [BROKER_LIMITS, API_LIMITS, MESSAGES.noSeriesRoom].flatMap(sentencesIn);

it("is so for the sentence of each limit", () => {
  const named = ALL.filter((sentence) => VARIABLE.test(sentence));
  expect(named.length).toBeGreaterThan(20);
  expect(named.map(plainSentence).filter((sentence) => VARIABLE.test(sentence))).toEqual([]);
});

it("leaves a sentence that reads well", () => {
  expect(plainSentence("There is no room for another series (MAX_SERIES): delete a device.")).toBe(
    "There is no room for another series: delete a device.",
  );
  expect(plainSentence("More messages than MQTT_PUBLISH_RATE allows; slow down.")).toBe(
    "More messages than the limit allows; slow down.",
  );
  expect(plainSentence("It may not publish to home/MAX_TEMP.")).toBe("It may not publish to home/MAX_TEMP.");
});

it("is so for errors of a call, refusals, deliveries and notices", () => {
  const sentence = "No room for it (MAX_SERIES).";
  const plain = "No room for it.";
  const { detail, errors } = problemOf(
    400,
    JSON.stringify({ detail: sentence, errors: { key: [sentence] } }),
  );
  expect([detail, errors.key]).toEqual([plain, [plain]]);
  expect(refusalText({ rule: sentence, tried: "" } as never, "id")).toBe(plain);
  expect(attemptsText({ outcome: "waiting", attempts: 0, detail: sentence } as never)).toBe(plain);
  const facts = {
    device: { name: "Lamp" },
    when: {},
    event: null,
    mistake: { reason: sentence, remedy: null },
  };
  expect(noticeText({ state: "raised", facts } as never)).toBe(`Lamp had an error: ${plain}`);
  for (const held of [{ heldBack: true, watch: { name: "Cold" } }, { allHeldBack: true }])
    expect(noticeText({ state: "raised", facts: { when: {}, ...held } } as never)).not.toMatch(VARIABLE);
});
