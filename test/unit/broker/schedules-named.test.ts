/** An event caused by a schedule names the schedule, as long as the event exists. */

import { expect, test } from "vitest";
import { Account, nap, useLimits } from "./support/account.ts";
import { prepare } from "./support/prepare.ts";
import { at, inObject, MINUTE, NOON, schedule as planned } from "./support/schedules.ts";

const DAY = 1440 * MINUTE;

prepare({ EVENT_RATE: 0 }, NOON - 30_000);

const names = async (account: Account) => (await account.kept()).map(({ schedule }) => schedule?.name);
const commandBy = async (account: Account, deviceId: string) =>
  (await account.ask((calls) => calls.devices.presence(deviceId))).schedule;

test("by its current or last name, until the last of its events is deleted [F272]", async () => {
  const account = new Account();
  const { deviceId } = account.device();
  const evening = await planned(account, deviceId, { name: "Evening" });
  const never = await planned(account, deviceId, { name: "Never", timing: { at: NOON + DAY } });
  await at(account, NOON);
  const [event] = await account.kept();
  expect(event).toMatchObject({ actor: "schedule", schedule: { id: evening.id, name: "Evening" } });
  expect(await commandBy(account, deviceId)).toEqual({ id: evening.id, name: "Evening" });
  await account.change(() =>
    Object.assign(account, { schedules: [{ ...evening, name: "Dusk", since: Date.now() }, never] }),
  );
  expect(await names(account)).toEqual(["Dusk"]);
  await account.change(() => Object.assign(account, { schedules: [] }));
  await nap(account);
  expect(await names(account)).toEqual(["Dusk"]);
  expect(await commandBy(account, deviceId)).toEqual({ id: evening.id, name: "Dusk" });
  const past = () => inObject(account, "SELECT name FROM past_schedules");
  expect(await past()).toEqual([{ name: "Dusk" }]);
  await at(account, NOON + 31 * DAY);
  expect(await account.kept()).toEqual([]);
  expect(await past()).toEqual([]);
});

test("also when events of a device are summed", async () => {
  useLimits({ EVENT_RATE: 1 });
  const account = new Account();
  const { deviceId } = account.device();
  for (let n = 0; n < 15; n++) {
    await planned(account, deviceId, { name: `Rule ${n}`, timing: { at: NOON + n }, missed: "skip" });
  }
  await at(account, NOON + 100);
  await at(account, NOON + 11_000);
  const events = await account.kept();
  expect(events.at(-1)).toMatchObject({ count: 5, schedule: { name: "Rule 14" } });
});

test("switches by others name none", async () => {
  const account = new Account();
  const { deviceId } = account.device();
  account.switching = [{ deviceId, commandTtl: 0, autoOff: 60, offOnDisconnect: false }];
  await planned(account, deviceId, { timing: { at: NOON } });
  await at(account, NOON);
  await at(account, NOON + MINUTE);
  await account.ask((calls) => calls.devices.switchDevice(deviceId, "on"));
  expect((await account.kept()).map(({ actor, schedule }) => [actor, schedule?.name])).toEqual([
    ["schedule", "Evening"],
    ["timer", undefined],
    ["api", undefined],
  ]);
  expect(await commandBy(account, deviceId)).toBeNull();
});
