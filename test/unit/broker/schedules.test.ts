/** Schedules: each planned time has one row with its outcome. */

import { runInDurableObject } from "cloudflare:test";
import { describe, expect, test, vi } from "vitest";
import { Account, nap } from "./support/account.ts";
import { Client, eventually } from "./support/client.ts";
import { prepare } from "./support/prepare.ts";
import {
  alarmOf,
  at,
  MINUTE,
  NOON,
  outcomesOf,
  schedule as planned,
  ring,
  runsOf,
  switches,
} from "./support/schedules.ts";

prepare({ EVENT_RATE: 0, MQTT_CONNECT_RATE: 0 }, NOON - 30_000);

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
      { plannedAt: NOON, count: 1, ranAt: NOON + 300, outcome: "accepted", takenAt: null },
    ]);
    lamp.send({ cmd: "puback", messageId: command.messageId as number });
    await eventually(
      () => runsOf(account, schedule),
      ([run]) => run?.outcome === "taken" && run.takenAt === NOON + 300,
    );
    expect(await switches(account)).toEqual([["turned_on", "schedule"]]);
    expect(await alarmOf(account)).toBe(NOON + 24 * 60 * MINUTE);
  });

  test("a command that the owner replaced before its proof is still taken in its run", async () => {
    const account = new Account();
    const device = account.device();
    const key = account.apiKey();
    const lamp = await Client.connect(account, device);
    const owner = await Client.connect(account, { clientId: key.clientId() });
    const schedule = await planned(account, device.deviceId, { timing: { at: NOON } });
    await at(account, NOON);
    const { messageId } = await lamp.next("publish");
    await owner.publishQos1(account.control(device.deviceId), '{"state":"off"}');
    await lamp.next("publish");
    lamp.send({ cmd: "puback", messageId: messageId as number });
    await eventually(
      () => runsOf(account, schedule),
      ([run]) => run?.outcome === "taken",
    );
  });

  test("an offline device gets the command when it returns, and the run records it", async () => {
    const account = new Account();
    const device = account.device();
    const schedule = await planned(account, device.deviceId, { timing: { at: NOON } });
    await at(account, NOON);
    expect(await outcomesOf(account, schedule)).toEqual([[0, "not_connected"]]);
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

  test("a hundred in one second run within it, in the planned order [F264]", async () => {
    const account = new Account();
    const ids = Array.from({ length: 10 }, () => account.device().deviceId);
    await account.change(() => {
      for (let n = 0; n < 100; n++) {
        account.schedules.push({
          id: crypto.randomUUID(),
          name: `s${n}`,
          deviceId: ids[n % 10] as string,
          state: n < 90 ? "on" : "off",
          timing: { at: NOON + n * 10 },
          timeZone: "UTC",
          place: null,
          missed: "skip",
          grace: 600,
          enabled: true,
          since: Date.now(),
        });
      }
    });
    // once for each due time
    for (let next = NOON; next < NOON + 1000; next = (await alarmOf(account)) ?? Infinity) {
      await at(account, Math.max(Date.now(), next));
    }
    const runs = await Promise.all(account.schedules.map((each) => runsOf(account, each)));
    expect(runs.every(({ length }) => length === 1)).toBe(true);
    expect(Math.max(...runs.flat().map(({ ranAt, plannedAt }) => (ranAt ?? 0) - plannedAt))).toBeLessThan(
      1000,
    );
    const states = await account.ask((calls) => calls.devices.sightings());
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

  test("after an absence, too, a device's auto-off comes before later planned times", async () => {
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

describe("between plan and run", () => {
  test("a changed schedule runs by its new settings, earlier due times by the old ones [F266]", async () => {
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
    expect(await outcomesOf(account, schedule)).toEqual([
      [0, "not_connected"],
      [5, "not_connected"],
    ]);
    expect(await switches(account)).toEqual([
      ["turned_on", "schedule"],
      ["turned_off", "schedule"],
    ]);
  });

  test("a schedule paused or deleted before its time does nothing; a paused one keeps its runs [F266]", async () => {
    const account = new Account();
    const { deviceId } = account.device();
    const [paused, deleted] = [await planned(account, deviceId), await planned(account, deviceId)];
    await at(account, NOON);
    await account.change(() =>
      Object.assign(account, { schedules: [{ ...paused, enabled: false, since: Date.now() }] }),
    );
    await at(account, NOON + 3 * MINUTE);
    expect(await outcomesOf(account, paused)).toEqual([[0, "not_connected"]]);
    expect(await outcomesOf(account, deleted)).toEqual([]);
    expect(await switches(account)).toHaveLength(2);
    await account.change(() =>
      Object.assign(account, { schedules: [{ ...paused, since: NOON + 3.5 * MINUTE }] }),
    );
    await at(account, NOON + 4 * MINUTE);
    // no run was planned during the pause
    expect(await outcomesOf(account, paused)).toEqual([
      [0, "not_connected"],
      [4, "not_connected"],
    ]);
  });

  test("a suspended account runs none, and makes up for none [F271]", async () => {
    const account = new Account();
    const due = await planned(account, account.device().deviceId, { missed: "once" });
    await account.change(() => Object.assign(account, { suspended: true }));
    await at(account, NOON + MINUTE);
    await account.change(() => Object.assign(account, { suspended: false }));
    await at(account, NOON + 2 * MINUTE);
    expect(await outcomesOf(account, due)).toEqual([
      [1, "missed"],
      [2, "not_connected"],
    ]);
    expect(await switches(account)).toHaveLength(1);
  });

  test("a deleted device's schedules do not run, and leave no row [F267]", async () => {
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

  test("one that cannot be planned blocks neither other schedules nor changes of rights [F268]", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const account = new Account();
    const { deviceId } = account.device();
    const broken = await planned(account, deviceId, { timeZone: "Atlantis/Capital" });
    const sound = await planned(account, deviceId);
    await at(account, NOON);
    expect(await outcomesOf(account, broken)).toEqual([]);
    expect(await outcomesOf(account, sound)).toEqual([[0, "not_connected"]]);
  });

  test("a failed turn leaves neither row nor command, and is done once on retry [F263]", async () => {
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
    expect(await outcomesOf(account, schedule)).toEqual([[0, "not_connected"]]);
    expect(await switches(account)).toHaveLength(1);
  });
});
