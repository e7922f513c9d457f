/** A watch in the form: its sentence, and the way to and from the API. */

import { expect, it } from "vitest";
import { bodyOf, changedBody, draftOf } from "../../../../web/src/features/watches/body.ts";
import { newDraft, watchSentence } from "../../../../web/src/features/watches/conditions.ts";
import { DURATIONS, durationOptions, durationWords } from "../../../../web/src/features/watches/durations.ts";
import {
  commandDraft,
  differenceDraft,
  eventsDraft,
  limitDraft,
  presenceDraft,
  silenceDraft,
} from "../../../../web/src/features/watches/suggestion-list.tsx";
import { FREEZER, NAMES, watchWith } from "./watch.ts";

const RANGE = { min: -20.1, max: -17.2 };
const value = { deviceId: FREEZER, key: "t" };
const device = FREEZER;

it.each([
  [presenceDraft(FREEZER), "Freezer is not connected for 5 minutes", { device, lost_for: "PT5M" }],
  [
    commandDraft(FREEZER),
    "Freezer does not take a command for 30 seconds",
    { device, not_taken_for: "PT30S" },
  ],
  [
    eventsDraft(FREEZER),
    "Freezer has an error or misses a schedule",
    { device, events: ["errored", "schedule_missed"] },
  ],
  [
    differenceDraft(FREEZER, "t"),
    "Freezer reports another temperature than the wanted one for 30 seconds",
    { device, key: "t", differs_for: "PT30S" },
  ],
  [
    silenceDraft(FREEZER, "t"),
    "Freezer sends no temperature for longer than usual",
    { device, key: "t", silent_for: "auto" },
  ],
  [
    limitDraft("above", value, RANGE),
    "Freezer has temperature above -17\u00a0°C for 1 minute",
    { device, key: "t", above: -17, clear: -17.2, for: "PT1M" },
  ],
  [
    limitDraft("below", value, RANGE),
    "Freezer has temperature below -20.4\u00a0°C for 1 minute",
    { device, key: "t", below: -20.4, clear: -20.2, for: "PT1M" },
  ],
  [newDraft({ kind: "events", events: ["connected"] }), "Freezer connects", { events: ["connected"] }],
])("a suggestion is complete: %#", (draft, sentence, when) => {
  expect(watchSentence(draft, NAMES)).toBe(sentence);
  const body = bodyOf({ ...draft, targets: ["t1"] }, NAMES);
  expect(body).toEqual({ name: sentence, when, targets: ["t1"], repeat: null, enabled: true });
  const stored = watchWith({ name: sentence, when: body.when as never, targets: ["t1", "gone"] });
  expect(bodyOf(draftOf(stored, NAMES, [{ id: "t1" }]), NAMES)).toEqual(body);
});

it("a chosen name and other durations survive editing", () => {
  const stored = watchWith({ name: "Ice", when: { device, lost_for: "PT90M" }, repeat: "PT24H" });
  const draft = draftOf(stored, NAMES, []);
  expect(draft).toMatchObject({ name: "Ice", duration: "PT1H30M", repeat: "PT24H" });
  expect(durationOptions(DURATIONS.lost, draft.duration)).toContainEqual(["PT1H30M", "1 hour 30 minutes"]);
  expect(bodyOf(draft, NAMES)).toMatchObject({ name: "Ice", when: { lost_for: "PT1H30M" }, repeat: "PT24H" });
  expect(durationOptions(DURATIONS.repeat, "")).toHaveLength(5);
  expect([durationWords("P1DT1S"), durationWords("PT1M")]).toEqual(["1 day 1 second", "1 minute"]);
});

it("text in place of a number is left to the server, and an empty second limit is the first", () => {
  const draft = { ...limitDraft("above", value, RANGE), threshold: "12,5", clear: " " };
  expect(JSON.parse(JSON.stringify(bodyOf(draft, NAMES).when))).toEqual({
    device,
    key: "t",
    above: null,
    for: "PT1M",
  });
});

it("a long name is cut between two characters", () => {
  const { name } = bodyOf(presenceDraft(FREEZER), { ...NAMES, device: `${"x".repeat(98)}💡💡` });
  expect(name).toBe(`${"x".repeat(98)}…`);
});

it("a watch is turned off without the targets that were deleted, which the API would refuse", () => {
  const body = changedBody(watchWith({ targets: ["t1", "gone"] }), { enabled: false }, [{ id: "t1" }]);
  expect(body).toEqual({
    name: "Freezer is not connected for 5 minutes",
    when: { device, lost_for: "PT5M" },
    targets: ["t1"],
    repeat: null,
    enabled: false,
  });
});
