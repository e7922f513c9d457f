/** A schedule's input, its sentence and the API's body follow from each other. */

import { expect, it } from "vitest";
import { shiftText } from "../../../../web/src/devices/schedules/schedule-times.ts";
import {
  bodyOf,
  draftOf,
  missingIn,
  newDraft,
  plannedBy,
  type ScheduleDraft,
  sentenceOf,
} from "../../../../web/src/features/device-page/schedules/draft.ts";
import { aSchedule } from "../../../support/nouns.ts";

const draft = (change: Partial<ScheduleDraft>): ScheduleDraft => ({
  ...newDraft(),
  timeZone: "Europe/Berlin",
  ...change,
});
const berlin = { lat: "52.52", lon: "13.4" };

it.each([
  [{ days: [1, 2, 3, 4, 5] }, "Weekdays at 6:30 PM, off", { cron: "30 18 * * 1-5" }],
  [{ days: [0, 3, 5] }, "Wed, Fri and Sun at 6:30 PM, off", { cron: "30 18 * * 0,3,5" }],
  [{ time: "07:05", on: true }, "Every day at 7:05 AM, on", { cron: "5 7 * * *" }],
  [{ rhythm: "sunset", ...berlin }, "Every day at sunset, off", { sun: "sunset", offset: "PT0M" }],
  [
    { rhythm: "sunrise", days: [0, 6], minutes: "-30", on: true, ...berlin },
    "Weekends, 30 min before sunrise, on",
    { sun: "sunrise", offset: "-PT30M", days: [0, 6] },
  ],
  [
    { rhythm: "once", moment: "2027-07-01T12:00" },
    "Once, Jul 1, 2027 at 12:00 PM, off",
    { at: "2027-07-01T12:00" },
  ],
  [{ rhythm: "cron", cron: "0 9 1 1 *" }, "0 9 1 1 *, off", { cron: "0 9 1 1 *" }],
] as const)("%j reads %s", (change, sentence, when) => {
  const typed = draft(change);
  expect(sentenceOf(typed)).toBe(sentence);
  expect(bodyOf(typed)).toMatchObject({ name: sentence, when, time_zone: "Europe/Berlin" });
});

it.each([
  [{ cron: "30 18 * * 1-5" }, { rhythm: "time", days: [1, 2, 3, 4, 5], time: "18:30" }],
  [{ cron: "5 7 * * mon,6-7" }, { rhythm: "time", days: [0, 1, 6], time: "07:05" }],
  [{ cron: "*/5 * * * *" }, { rhythm: "cron", cron: "*/5 * * * *" }],
  [
    { sun: "sunset" as const, offset: "-PT1H30M", days: [2] },
    { rhythm: "sunset", minutes: "-90", days: [2] },
  ],
  [{ at: "2027-07-01T10:00:05.000Z" }, { rhythm: "once", moment: "2027-07-01T12:00:05" }],
])("%j returns to the same input", (when, typed) => {
  const schedule = aSchedule({
    name: "Evening",
    state: true,
    set: null,
    when,
    time_zone: "Europe/Berlin",
    missed: "once",
    place: { lat: 52.52, lon: 13.4 },
    grace: "PT1H",
    enabled: true,
  });
  const found = draftOf(schedule);
  expect(found).toMatchObject({ ...typed, ...berlin, on: true, missed: "once", grace: "PT1H" });
  expect(found.name).toBe("Evening");
  expect(draftOf({ ...schedule, name: sentenceOf(found) }).name).toBe("");
});

it.each([
  [{ days: [] }, "Choose one day or more."],
  [{ time: "" }, "Choose a time."],
  [{ rhythm: "once" }, "Choose a date and a time."],
  [{ rhythm: "sunset", days: [1] }, "Choose the place: the sun needs it."],
] as const)("%j lacks something: %s", (change, sentence) => {
  expect(missingIn(draft(change))).toBe(sentence);
});

const SKIPPED = "2027-03-28T01:00:00.000Z";
it.each([
  [{ time: "02:30" }, SKIPPED, "clocks skip 2:30 AM that day"],
  [{ rhythm: "once", moment: "2027-03-28T02:30" }, SKIPPED, "clocks skip 2:30 AM that day"],
  [{ rhythm: "cron", cron: "30 2 * 3 *" }, SKIPPED, "clocks skip 2:30 AM that day"],
  [{ time: "02:30" }, "2027-03-27T01:30:00.000Z", null],
  [{ rhythm: "cron", cron: "*/5 * * * *" }, SKIPPED, null],
  [{ rhythm: "sunset", ...berlin }, SKIPPED, null],
  [{ time: "02:30", timeZone: "Nowhere" }, SKIPPED, null],
] as const)("%j at %s has the reason for its shift: %s", (change, at, reason) => {
  expect(shiftText(plannedBy(draft(change)), at)).toBe(reason);
});
