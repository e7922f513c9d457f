/** Planned times that passed during an outage or a clock change: each has one row. */

import { runInDurableObject } from "cloudflare:test";
import { describe, expect, test, vi } from "vitest";
import type { DeviceSchedule } from "../../../broker/contract/schedule.ts";
import { Account, nap, useLimits } from "./support/account.ts";
import { prepare } from "./support/prepare.ts";
import {
  alarmOf,
  at,
  inObject,
  MINUTE,
  NOON,
  outcomesOf,
  schedule as planned,
  ring,
  runsOf,
  switches,
} from "./support/schedules.ts";

prepare({ EVENT_RATE: 0, MQTT_CONNECT_RATE: 0 }, NOON - 30_000);

describe("times due during an outage", () => {
  /** Planned at noon, and one and two minutes later; found ten minutes after that. */
  async function away(more: Partial<DeviceSchedule>) {
    vi.setSystemTime(NOON - 30_000);
    const account = new Account();
    const { deviceId } = account.device();
    const schedule = await planned(account, deviceId, { timing: { cron: "0-2 12 * * *" }, ...more });
    await nap(account);
    await at(account, NOON + 12 * MINUTE);
    return { account, schedule };
  }

  test("run late within the grace, and the row has the actual time [F260]", async () => {
    const { account, schedule } = await away({ grace: 3600 });
    const ranAt = NOON + 12 * MINUTE;
    expect(await runsOf(account, schedule)).toMatchObject([
      { plannedAt: NOON + 2 * MINUTE, ranAt },
      { plannedAt: NOON + MINUTE, ranAt },
      { plannedAt: NOON, ranAt },
    ]);
    expect(await switches(account)).toHaveLength(3);
    const half = await away({ grace: 660 });
    expect(await outcomesOf(half.account, half.schedule)).toEqual([
      [0, "missed"],
      [1, "not_connected"],
      [2, "not_connected"],
    ]);
  });

  test("beyond it, `skip` records one missed run and switches nothing [F261]", async () => {
    const { account, schedule } = await away({ grace: 0 });
    const run = { plannedAt: NOON + 2 * MINUTE, count: 3, ranAt: null, outcome: "missed", takenAt: null };
    expect(await runsOf(account, schedule)).toEqual([run]);
    expect(await switches(account)).toEqual([]);
  });

  test("beyond it, `once` runs the latest, and earlier ones are superseded [F262]", async () => {
    const { account, schedule } = await away({ grace: 0, missed: "once" });
    expect(await outcomesOf(account, schedule)).toEqual([
      [1, "superseded"],
      [2, "not_connected"],
    ]);
    expect((await runsOf(account, schedule))[1]?.count).toBe(2);
    expect((await runsOf(account, schedule))[0]?.ranAt).toBe(NOON + 12 * MINUTE);
    expect(await switches(account)).toEqual([["turned_on", "schedule"]]);
  });

  test("of a day become one run each, and a change of rights waits for one slice [F450]", async () => {
    const account = new Account();
    const made: DeviceSchedule[] = [];
    for (let n = 0; n < 120; n++) {
      const { deviceId } = n % 12 === 0 ? account.device() : (made.at(-1) as DeviceSchedule);
      made.push({ ...(made[0] ?? (await planned(account, deviceId, { grace: 0 }))), deviceId });
      if (n > 0) (made[n] as DeviceSchedule).id = crypto.randomUUID();
    }
    await account.change(() => account.schedules.push(...made.slice(1)));
    vi.setSystemTime(NOON + 1439 * MINUTE + 30_000);
    await account.change(() => account.names.set("nobody", "Renamed"));
    const sliced = await inObject(account, "SELECT sum(count) AS times, count(*) AS rows FROM runs");
    expect(sliced).toEqual([{ times: 100 * 1440, rows: 100 }]);
    await ring(account);
    for (const schedule of made) {
      expect(await runsOf(account, schedule)).toMatchObject([
        { plannedAt: NOON + 1439 * MINUTE, count: 1440, outcome: "missed" },
      ]);
    }
    expect(await alarmOf(account)).toBe(NOON + 1440 * MINUTE);
  });

  test("whose turn fails are retried with growing delays, fail after five, and delay no other [F451]", async () => {
    const account = new Account();
    const [bad, good] = [account.device(), account.device()];
    const failing = await planned(account, bad.deviceId, { timing: { cron: "0 * * * *" }, grace: 0 });
    const other = await planned(account, good.deviceId, { timing: { cron: "0 12 * * *" } });
    await inObject(
      account,
      `CREATE TRIGGER poison BEFORE INSERT ON switches WHEN new.device_id = '${bad.deviceId}' AND new.state = 'on'
       BEGIN SELECT raise(ABORT, 'poisoned'); END`,
    );
    const waits: number[] = [];
    vi.setSystemTime(NOON);
    while ((await runsOf(account, failing)).length === 0) {
      await ring(account);
      // an alarm in the past would ring at once, and again
      const next = ((await alarmOf(account)) as number) - Date.now();
      expect(next).toBeGreaterThan(0);
      const [row] = await inObject(account, `SELECT retry_at FROM schedules WHERE id = '${failing.id}'`);
      waits.push((Number(row?.retry_at) - Date.now()) / 1000);
      if (waits.length === 1) expect(await outcomesOf(account, other)).toEqual([[0, "not_connected"]]);
      // retries counted in memory are lost with it
      await nap(account);
      vi.setSystemTime(Number(row?.retry_at));
    }
    expect(waits).toEqual([5, 10, 20, 40, 80]);
    expect(await outcomesOf(account, failing)).toEqual([[0, "failed"]]);
    await inObject(account, "DROP TRIGGER poison");
    await at(account, NOON + 60 * MINUTE);
    expect(await outcomesOf(account, failing)).toEqual([
      [0, "failed"],
      [60, "not_connected"],
    ]);
  });

  test("runs past their retention are deleted once an hour, not with each run", async () => {
    const account = new Account();
    const schedule = await planned(account, account.device().deviceId);
    const old = "planned_at < 1000";
    const addOld = (plannedAt: number) =>
      inObject(
        account,
        `INSERT INTO runs (schedule_id, planned_at, count, outcome) VALUES ('${schedule.id}', ${plannedAt}, 1, 'missed')`,
      );
    const countOld = async () => (await inObject(account, `SELECT 1 FROM runs WHERE ${old}`)).length;
    await addOld(1);
    await at(account, NOON);
    expect(await countOld()).toBe(0);
    await addOld(2);
    for (const minute of [1, 30, 59]) await at(account, NOON + minute * MINUTE);
    expect(await countOld()).toBe(1);
    await at(account, NOON + 60 * MINUTE);
    expect(await countOld()).toBe(0);
  });

  test("a clock that jumps back repeats no run, nor does an alarm that rings twice [F269]", async () => {
    const account = new Account();
    const schedule = await planned(account, account.device().deviceId, { timing: { cron: "0 12 * * *" } });
    await at(account, NOON);
    await at(account, NOON - MINUTE);
    await at(account, NOON);
    await runInDurableObject(account.stub as never, (object: unknown) =>
      (object as { alarm(): Promise<void> }).alarm(),
    );
    expect(await outcomesOf(account, schedule)).toEqual([[0, "not_connected"]]);
  });

  test.each([
    ["2027-03-28", "2027-03-28T01:00:00Z"],
    ["2027-10-31", "2027-10-31T00:30:00Z"],
  ])("on the night of %s half past two in Berlin runs once [F256] [F257]", async (day, expected) => {
    vi.setSystemTime(Date.parse(`${day}T00:00:00Z`) - 6 * 60 * MINUTE);
    const account = new Account();
    const schedule = await planned(account, account.device().deviceId, {
      timing: { cron: "30 2 * * *" },
      timeZone: "Europe/Berlin",
    });
    const until = Date.now() + 24 * 60 * MINUTE;
    while (((await alarmOf(account)) ?? Infinity) < until)
      await at(account, (await alarmOf(account)) as number);
    expect((await runsOf(account, schedule)).map(({ ranAt }) => ranAt)).toEqual([Date.parse(expected)]);
  });
});

test("runs are kept as long as events, and as many [T241]", async () => {
  useLimits({ EVENT_RATE: 0, EVENT_RETENTION_DAYS: 1, MAX_EVENTS: 20 });
  const account = new Account();
  const schedule = await planned(account, account.device().deviceId, { grace: 3600 });
  await at(account, NOON + 30 * MINUTE);
  expect((await runsOf(account, schedule)).length).toBeLessThanOrEqual(20);
  const other = await planned(account, account.device().deviceId, { timing: { cron: "0 * * * *" } });
  await account.change(() => Object.assign(account, { schedules: [{ ...schedule, enabled: false }, other] }));
  await at(account, NOON + 25 * 60 * MINUTE);
  for (let more = 0; more < 3; more++) await ring(account);
  expect(await runsOf(account, schedule)).toEqual([]);
});
