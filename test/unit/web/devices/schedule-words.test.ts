/** Schedules in words; cron patterns of a rare form stay as they are. */

import { expect, it } from "vitest";
import {
  commandWords,
  isNamedByWords,
  scheduleWords,
} from "../../../../web/src/devices/schedules/schedule-words.ts";
import { setTimeSettings } from "../../../../web/src/lib/time.ts";

/** Every 7 minutes, but 4 at the end of the hour; either the 13th or a Friday; in January; six fields; no days. */
const RARE = [
  "*/7 * * * *",
  "0 9 13 * 5",
  "0 9 * 1 *",
  "0 0 9 * * *",
  "0 9 * * 5-1",
  "0 9-17 * * *",
  "daily",
];

it.each<[cron: string, words: string]>([
  ["30 7 * * 1-5", "Weekdays at 07:30"],
  ["30 7 * * MON-FRI", "Weekdays at 07:30"],
  ["0 9 * * 6,0", "Weekends at 09:00"],
  ["0 9 * * 7", "Sundays at 09:00"],
  ["5 8,20 * * *", "Every day at 08:05 and 20:05"],
  ["*/15 * * * *", "Every 15 minutes"],
  ["*/15 * * * 1,3", "Mon and Wed, every 15 minutes"],
  ["* * * * *", "Every minute"],
  ["0 * * * *", "Every hour"],
  ["30 */2 * * *", "Every 2 hours at minute 30"],
  ["0 9 1 * *", "Day 1 of every month at 09:00"],
  ...RARE.map((cron): [string, string] => [cron, cron]),
])("%s is: %s", (cron, words) => {
  expect(scheduleWords({ when: { cron }, time_zone: "UTC", state: true }, "24")).toBe(`${words}, on`);
});

it("has the person's clock, and knows a name that only says the same by either clock", () => {
  const schedule = { when: { cron: "5 0,12 * * *" }, time_zone: "UTC", state: true };
  const [twelve, twentyFour] = ["Every day at 12:05 AM and 12:05 PM, on", "Every day at 00:05 and 12:05, on"];
  expect(scheduleWords(schedule)).toBe(twelve);
  setTimeSettings({ time_zone: null, clock: "24" });
  expect(scheduleWords(schedule)).toBe(twentyFour);
  setTimeSettings({ time_zone: null, clock: "12" });
  const isNamed = [twelve, twentyFour, "Night light"].map((name) => isNamedByWords({ ...schedule, name }));
  expect(isNamed).toEqual([true, true, false]);
});

it("the title of a button that runs a schedule has the unit of each value", () => {
  const controls = [{ key: "brightness", name: null, unit: "%" }];
  expect(commandWords(true, { brightness: 40 }, controls)).toBe("on, Brightness 40\u00a0%");
  expect(commandWords(false, null, controls)).toBe("off");
});
