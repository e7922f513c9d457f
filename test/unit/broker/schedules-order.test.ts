/** Schedules that are due at one moment: the order of their local times, then of their making. */

import { expect, test, vi } from "vitest";
import type { DeviceSchedule } from "../../../broker/contract/schedule.ts";
import { Account } from "./support/account.ts";
import { prepare } from "./support/prepare.ts";
import { at, schedule as planned, switches } from "./support/schedules.ts";

/** Clocks in Berlin go from 2:00 to 3:00. */
const SKIP = Date.parse("2027-03-28T01:00:00Z");
/** Clocks in Berlin go back from 3:00 to 2:00. */
const DOUBLED = Date.parse("2027-10-31T00:30:00Z");
prepare({ EVENT_RATE: 0, MQTT_CONNECT_RATE: 0 }, SKIP - 60_000);

const BERLIN = { timeZone: "Europe/Berlin" };
const [FIRST_ID, LAST_ID] = ["00000000-0000-4000-8000-000000000000", "ffffffff-ffff-4fff-bfff-ffffffffffff"];
const at215 = { at: SKIP, skipped: 45 * 60_000 };
const at245 = { at: SKIP, skipped: 15 * 60_000 };

interface Case {
  why: string;
  moment?: number;
  on: Partial<DeviceSchedule>;
  off: Partial<DeviceSchedule>;
}

const cron = (pattern: string) => ({ ...BERLIN, timing: { cron: pattern } });

/** `off` is the last of each pair. */
const CASES: Case[] = [
  { why: "both in the skipped hour", on: cron("15 2 * * *"), off: cron("45 2 * * *") },
  { why: "one at its begin", on: cron("0 2 * * *"), off: cron("30 2 * * *") },
  { why: "one at its end", on: cron("30 2 * * *"), off: cron("0 3 * * *") },
  {
    why: "several times of one, between which the other lies",
    on: cron("15,30 2 * * *"),
    off: cron("0,45 2 * * *"),
  },
  { why: "once, in the skipped hour", on: { timing: at215 }, off: { timing: at245 } },
  { why: "once, and by a pattern", on: { timing: at215 }, off: cron("30 2 * * *") },
  { why: "in two zones, one of which skips", on: cron("15 2 * * *"), off: { timing: { cron: "0 1 * * *" } } },
  { why: "of one local time, by making", on: cron("30 2 * * *"), off: cron("30 2 * * 0") },
  { why: "in the doubled hour, by making", moment: DOUBLED, on: cron("30 2 * * *"), off: cron("30 2 * * 0") },
  {
    why: "on any other day, by making",
    moment: SKIP + 86_400_000,
    on: { timing: { cron: "0 1 * * *" } },
    off: cron("0 3 * * *"),
  },
];

test.each(
  CASES.flatMap((each) => [
    { ...each, ids: [FIRST_ID, LAST_ID] },
    { ...each, ids: [LAST_ID, FIRST_ID] },
  ]),
)(
  "$why: the later one counts, whatever the ids",
  async ({ moment = SKIP, on, off, ids: [onId = "", offId = ""] }) => {
    vi.setSystemTime(moment - 60_000);
    const account = new Account();
    const { deviceId } = account.device();
    await planned(account, deviceId, { ...on, id: onId, state: "on" });
    await planned(account, deviceId, { ...off, id: offId, state: "off" });
    await at(account, moment);
    expect(await switches(account)).toEqual([
      ["turned_on", "schedule"],
      ["turned_off", "schedule"],
    ]);
  },
);

test.each(CASES.slice(0, 6))("$why: also when the later one was made first", async ({ on, off }) => {
  vi.setSystemTime(SKIP - 60_000);
  const account = new Account();
  const { deviceId } = account.device();
  await planned(account, deviceId, { ...off, state: "off" });
  await planned(account, deviceId, { ...on, state: "on" });
  await at(account, SKIP);
  expect((await switches(account)).at(-1)).toEqual(["turned_off", "schedule"]);
});
