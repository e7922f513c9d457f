/** Schedules: each planned time has one row that says what became of it, whatever happened meanwhile. */

import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Run, Schedule } from "../../../broker/contract/schedule.ts";
import { Account, nap, useAccounts, useLimits } from "./support/account.ts";
import { Client, eventually } from "./support/client.ts";
import { schedule as planned } from "./support/schedules.ts";

const MINUTE = 60_000;
const NOON = Date.parse("2027-05-03T12:00:00Z");

beforeAll(useAccounts);
beforeEach(() => {
  useLimits({ EVENT_RATE: 0, MQTT_CONNECT_RATE: 0 });
  vi.useFakeTimers({ toFake: ["Date"], now: NOON - 30_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

const ring = (account: Account) => runDurableObjectAlarm(account.stub as never);
/** The clock is moved there, and the alarm rings. */
async function at(account: Account, moment: number): Promise<void> {
  vi.setSystemTime(moment);
  await ring(account);
}
const runsOf = (account: Account, { id }: Pick<Schedule, "id">) =>
  account.stub.runs(account.userId, id) as Promise<Run[]>;
/** Minutes after noon and outcomes, oldest first. */
const told = async (account: Account, schedule: Schedule) =>
  (await runsOf(account, schedule))
    .toReversed()
    .map(({ plannedAt, outcome }) => [(plannedAt - NOON) / MINUTE, outcome]);
const alarmOf = (account: Account) =>
  runInDurableObject(account.stub as never, (_: unknown, { storage }: DurableObjectState) =>
    storage.getAlarm(),
  );
const switches = async (account: Account) =>
  (await account.kept()).flatMap(({ type, actor }) => (actor === null ? [] : [[type, actor]]));

describe("at its time", () => {
  test("a device is switched, by the schedule, and its proof becomes the run's outcome [F265]", async () => {
    const account = new Account();
    const device = account.device();
    const lamp = await Client.connect(account, device);
    const schedule = await planned(account, device.deviceId, { timing: { cron: "0 12 * * *" } });
    await ring(account);
    await nap(account);
    expect(await alarmOf(account)).toBe(NOON);
    await at(account, NOON + 300);
    const command = await lamp.next("publish");
    expect(String(command.payload)).toBe('{"state":"on"}');
    expect(await runsOf(account, schedule)).toEqual([
      { plannedAt: NOON, ranAt: NOON + 300, outcome: "accepted", takenAt: null },
    ]);
    lamp.send({ cmd: "puback", messageId: command.messageId as number });
    await eventually(
      () => runsOf(account, schedule),
      ([run]) => run?.outcome === "taken" && run.takenAt === NOON + 300,
    );
    expect(await switches(account)).toEqual([["turned_on", "schedule"]]);
    expect(await alarmOf(account)).toBe(NOON + 24 * 60 * MINUTE);
  });

  test("a device that is away is told when it comes back, and the run says so", async () => {
    const account = new Account();
    const device = account.device();
    const schedule = await planned(account, device.deviceId, { timing: { at: NOON } });
    await at(account, NOON);
    expect(await told(account, schedule)).toEqual([[0, "not_connected"]]);
    vi.setSystemTime(NOON + 5 * MINUTE);
    const lamp = await Client.connect(account, device);
    const { messageId } = await lamp.next("publish");
    lamp.send({ cmd: "puback", messageId: messageId as number });
    await eventually(
      () => runsOf(account, schedule),
      ([run]) => run?.outcome === "taken" && run.takenAt === NOON + 5 * MINUTE,
    );
    expect(await runsOf(account, schedule)).toHaveLength(1);
  });

  test("a hundred in one second run within it, in the order planned [F264]", async () => {
    const account = new Account();
    const ids = Array.from({ length: 10 }, () => account.device().deviceId);
    await account.change(() => {
      for (let n = 0; n < 100; n++) {
        account.schedules.push({
          ...{ id: crypto.randomUUID(), deviceId: ids[n % 10] as string, state: n < 90 ? "on" : "off" },
          ...{ timing: { at: NOON + n * 10 }, timeZone: "UTC", place: null, missed: "skip" },
          ...{ grace: 600, enabled: true, since: Date.now() },
        });
      }
    });
    // once for each moment that has any
    for (let next = NOON; next < NOON + 1000; next = (await alarmOf(account)) ?? Infinity) {
      await at(account, Math.max(Date.now(), next));
    }
    const runs = await Promise.all(account.schedules.map((each) => runsOf(account, each)));
    expect(runs.every(({ length }) => length === 1)).toBe(true);
    expect(Math.max(...runs.flat().map(({ ranAt, plannedAt }) => (ranAt ?? 0) - plannedAt))).toBeLessThan(
      1000,
    );
    const states = await account.stub.sightings(account.userId);
    expect(ids.map((id) => states[id]?.state)).toEqual(ids.map(() => "off"));
  });

  test("the earlier \"off\" wins: the schedule's, or the device's own [F270]", async () => {
    for (const [off, by] of [
      [1, "schedule"],
      [3, "timer"],
    ] as const) {
      vi.setSystemTime(NOON - 30_000);
      const account = new Account();
      const { deviceId } = account.device();
      account.switching = [{ deviceId, commandTtl: 0, autoOff: 120, offOnDisconnect: false }];
      await planned(account, deviceId, { timing: { at: NOON } });
      await planned(account, deviceId, { timing: { at: NOON + off * MINUTE }, state: "off" });
      for (const minute of [0, 1, 2, 4]) await at(account, NOON + minute * MINUTE);
      expect(await switches(account)).toEqual([
        ["turned_on", "schedule"],
        ["turned_off", by],
        ...(by === "timer" ? [["turned_off", "schedule"]] : []),
      ]);
    }
  });

  test("after an absence, too, a device's own end is kept before what was planned after it", async () => {
    const account = new Account();
    const { deviceId } = account.device();
    account.switching = [{ deviceId, commandTtl: 0, autoOff: 60, offOnDisconnect: false }];
    await planned(account, deviceId, { timing: { at: NOON } });
    await planned(account, deviceId, { timing: { at: NOON + 5 * MINUTE } });
    await at(account, NOON);
    await at(account, NOON + 6 * MINUTE);
    expect(await switches(account)).toEqual([
      ["turned_on", "schedule"],
      ["turned_off", "timer"],
      ["turned_on", "schedule"],
    ]);
  });
});

describe("what was due while nobody was there", () => {
  /** Planned at noon, and one and two minutes later; found ten minutes after that. */
  async function away(more: Partial<Schedule>) {
    vi.setSystemTime(NOON - 30_000);
    const account = new Account();
    const { deviceId } = account.device();
    const schedule = await planned(account, deviceId, { timing: { cron: "0-2 12 * * *" }, ...more });
    await nap(account);
    await at(account, NOON + 12 * MINUTE);
    return { account, schedule };
  }

  test("runs late within its grace, and the row says when [F260]", async () => {
    const { account, schedule } = await away({ grace: 3600 });
    const ranAt = NOON + 12 * MINUTE;
    expect(await runsOf(account, schedule)).toMatchObject([
      { plannedAt: NOON + 2 * MINUTE, ranAt },
      { plannedAt: NOON + MINUTE, ranAt },
      { plannedAt: NOON, ranAt },
    ]);
    expect(await switches(account)).toHaveLength(3);
    const half = await away({ grace: 660 });
    expect(await told(half.account, half.schedule)).toEqual([
      [0, "missed"],
      [1, "not_connected"],
      [2, "not_connected"],
    ]);
  });

  test("beyond it, `skip` says so of each and does nothing [F261]", async () => {
    const { account, schedule } = await away({ grace: 0 });
    expect(await runsOf(account, schedule)).toEqual(
      [2, 1, 0].map((minute) => ({
        plannedAt: NOON + minute * MINUTE,
        ranAt: null,
        outcome: "missed",
        takenAt: null,
      })),
    );
    expect(await switches(account)).toEqual([]);
  });

  test("beyond it, `once` runs the latest, and those before it are superseded [F262]", async () => {
    const { account, schedule } = await away({ grace: 0, missed: "once" });
    expect(await told(account, schedule)).toEqual([
      [0, "superseded"],
      [1, "superseded"],
      [2, "not_connected"],
    ]);
    expect((await runsOf(account, schedule))[0]?.ranAt).toBe(NOON + 12 * MINUTE);
    expect(await switches(account)).toEqual([["turned_on", "schedule"]]);
  });

  test("days of it are told in slices, an alarm each, and the alarm rings on", async () => {
    const account = new Account();
    const schedule = await planned(account, account.device().deviceId, { grace: 0 });
    vi.setSystemTime(NOON + 250 * MINUTE);
    const lengths: number[] = [];
    for (let slice = 0; slice < 3; slice++) {
      await ring(account);
      lengths.push((await runsOf(account, schedule)).length);
    }
    // the last of them is on time
    expect(lengths).toEqual([100, 200, 251]);
    expect((await runsOf(account, schedule)).filter(({ outcome }) => outcome === "missed")).toHaveLength(250);
    expect(await alarmOf(account)).toBe(NOON + 251 * MINUTE);
  });

  test("a clock that goes back runs nothing twice, nor does an alarm that rings twice [F269]", async () => {
    const account = new Account();
    const schedule = await planned(account, account.device().deviceId, { timing: { cron: "0 12 * * *" } });
    await at(account, NOON);
    await at(account, NOON - MINUTE);
    await at(account, NOON);
    await runInDurableObject(account.stub as never, (object: unknown) =>
      (object as { alarm(): Promise<void> }).alarm(),
    );
    expect(await told(account, schedule)).toEqual([[0, "not_connected"]]);
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

describe("between plan and run", () => {
  test("a schedule that is changed runs by its new words, and what was due before by its old ones [F266]", async () => {
    const account = new Account();
    const { deviceId } = account.device();
    const schedule = await planned(account, deviceId, { timing: { cron: "0 12 * * *" } });
    vi.setSystemTime(NOON + 1000);
    await account.change(() => {
      account.schedules = [
        { ...schedule, state: "off", timing: { cron: "0,5 12 * * *" }, since: NOON - MINUTE },
      ];
    });
    await ring(account);
    await at(account, NOON + 5 * MINUTE);
    expect(await told(account, schedule)).toEqual([
      [0, "not_connected"],
      [5, "not_connected"],
    ]);
    expect(await switches(account)).toEqual([
      ["turned_on", "schedule"],
      ["turned_off", "schedule"],
    ]);
  });

  test("one that is paused or deleted before its time does nothing; what is paused keeps its past [F266]", async () => {
    const account = new Account();
    const { deviceId } = account.device();
    const [paused, deleted] = [await planned(account, deviceId), await planned(account, deviceId)];
    await at(account, NOON);
    await account.change(() => {
      account.schedules = [{ ...paused, enabled: false, since: Date.now() }];
    });
    await at(account, NOON + 3 * MINUTE);
    expect(await told(account, paused)).toEqual([[0, "not_connected"]]);
    expect(await told(account, deleted)).toEqual([]);
    expect(await switches(account)).toHaveLength(2);
    await account.change(() => {
      account.schedules = [{ ...paused, since: NOON + 3.5 * MINUTE }];
    });
    await at(account, NOON + 4 * MINUTE);
    // while it was paused nothing was planned
    expect(await told(account, paused)).toEqual([
      [0, "not_connected"],
      [4, "not_connected"],
    ]);
  });

  test("of a device that is deleted nothing runs, and nothing is left [F267]", async () => {
    const account = new Account();
    const device = account.device();
    const schedule = await planned(account, device.deviceId);
    await at(account, NOON);
    await account.change(() => {
      account.remove(device);
      account.schedules = [];
    });
    await at(account, NOON + MINUTE);
    expect(await runsOf(account, schedule)).toEqual([]);
    expect(await alarmOf(account)).not.toBe(NOON + 2 * MINUTE);
    expect(await switches(account)).toHaveLength(1);
  });

  test("one that cannot be planned keeps no other from running, nor rights from changing [F268]", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const account = new Account();
    const { deviceId } = account.device();
    const broken = await planned(account, deviceId, { timeZone: "Atlantis/Capital" });
    const sound = await planned(account, deviceId);
    await at(account, NOON);
    expect(await told(account, broken)).toEqual([]);
    expect(await told(account, sound)).toEqual([[0, "not_connected"]]);
  });

  test("a turn that fails leaves neither row nor command, and is done once when it is tried again [F263]", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const account = new Account();
    const schedule = await planned(account, account.device().deviceId, { timing: { cron: "0 12 * * *" } });
    const sql = await runInDurableObject(account.stub as never, (_: unknown, state: DurableObjectState) =>
      Object.getPrototypeOf(state.storage.sql),
    );
    const { exec } = sql;
    const spy = vi.spyOn(sql, "exec").mockImplementation(function (this: SqlStorage, ...given: unknown[]) {
      if (String(given[0]).startsWith("INSERT INTO runs")) throw new Error("SQLITE_FULL");
      return exec.apply(this, given);
    });
    await at(account, NOON);
    expect(await switches(account)).toEqual([]);
    spy.mockRestore();
    await at(account, NOON + 5000);
    expect(await told(account, schedule)).toEqual([[0, "not_connected"]]);
    expect(await switches(account)).toHaveLength(1);
  });
});

test("runs are kept as long as events are, and as many [T241]", async () => {
  useLimits({ EVENT_RATE: 0, EVENT_RETENTION_DAYS: 1, MAX_EVENTS: 20 });
  const account = new Account();
  const schedule = await planned(account, account.device().deviceId, { grace: 0 });
  await at(account, NOON + 30 * MINUTE);
  expect((await runsOf(account, schedule)).length).toBeLessThanOrEqual(20);
  const other = await planned(account, account.device().deviceId, { timing: { cron: "0 * * * *" } });
  await account.change(() => {
    account.schedules = [{ ...schedule, enabled: false }, other];
  });
  await at(account, NOON + 25 * 60 * MINUTE);
  for (let more = 0; more < 3; more++) await ring(account);
  expect(await runsOf(account, schedule)).toEqual([]);
});
