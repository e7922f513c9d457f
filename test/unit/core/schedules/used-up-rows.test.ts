import { expect, test } from "vitest";
import { waitsUntil } from "../../../../broker/schedules/used-up-rows.ts";

const MINUTE = 60_000;
const NOON = Date.parse("2027-05-03T12:00:00Z");
const MIDNIGHT = NOON + 720 * MINUTE;
const EARLIER = NOON - 59 * MINUTE;

test.each([
  ["on waits for the next day", "on", null, null, MIDNIGHT],
  ["on waits, also after an off", "on", EARLIER, "off", MIDNIGHT],
  ["the first off runs", "off", null, "off", null],
  ["an off of a device that is on runs", "off", EARLIER, "on", null],
  ["an off of a device that was never switched runs", "off", EARLIER, null, null],
  ["an off that repeats itself within the hour waits for its end", "off", EARLIER, "off", NOON + MINUTE],
  ["after an hour it runs again", "off", NOON - 60 * MINUTE, "off", null],
  ["a run after now, of a clock that was set back", "off", NOON + 30 * MINUTE, "off", NOON + 60 * MINUTE],
] as const)("%s", (_, state, ranAt, last, until) => {
  expect(waitsUntil({ state, ranAt, last }, NOON)).toBe(until);
});

test("no wait is longer than the day", () => {
  const now = MIDNIGHT - MINUTE;
  expect(waitsUntil({ state: "off", ranAt: now - MINUTE, last: "off" }, now)).toBe(MIDNIGHT);
  expect(waitsUntil({ state: "on", ranAt: null, last: null }, MIDNIGHT)).toBe(MIDNIGHT + 1440 * MINUTE);
});
