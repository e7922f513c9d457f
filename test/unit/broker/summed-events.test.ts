/** Events that are being summed: what becomes of them, whatever happens to the object, the database and the clock. */

import { abortAllDurableObjects } from "cloudflare:test";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { Account, nap, useAccounts, useLimits } from "./support/account.ts";
import { arrived, at, BURST, burst, over, program, ring, states, told } from "./support/burst.ts";

beforeAll(useAccounts);
beforeEach(() => {
  useLimits({ MQTT_CONNECT_RATE: 0, MQTT_PUBLISH_RATE: 0 });
  vi.useFakeTimers({ toFake: ["Date"] });
  at(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  useAccounts();
});

test.each(["nap", "crash"] as const)("a sum is there after a %s [F90]", async (how) => {
  const { account, deviceId } = await over(40);
  if (how === "nap") await nap(account);
  else await abortAllDurableObjects();
  const by = await program(account);
  await burst(account, deviceId, by, 2, "off");
  at(10);
  await ring(account);
  const [last, ...none] = (await arrived(account, deviceId, BURST + 42)).slice(BURST);
  expect(last).toMatchObject({ type: "turned_off", count: 42 });
  expect(none).toEqual([]);
});

test("a sum waits for a database that is away, is counted on meanwhile, and comes once [F91]", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const { account, deviceId, by } = await over(40);
  account.down = "sink";
  for (let seconds = 5; seconds <= 35; seconds += 5) {
    at(seconds);
    await ring(account);
    await burst(account, deviceId, by, 200, "off");
  }
  account.down = null;
  at(60);
  await ring(account);
  await ring(account);
  const events = await arrived(account, deviceId, BURST + 40 + 7 * 200);
  expect(events.at(-1)?.type).toBe("turned_off");
  expect(events.length).toBeLessThan(BURST + 35 * 10);
  const times = events.map((each) => each.at);
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
});

test("a sum is one event when the database has it, and its answer is lost [F91]", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const { account, deviceId } = await over(40);
  const write = vi.spyOn(account, "write").mockImplementationOnce(async (records) => {
    await Account.prototype.write.call(account, records);
    throw new Error("Network connection lost.");
  });
  at(10);
  await ring(account);
  await ring(account);
  expect(write.mock.calls.length).toBeGreaterThan(1);
  expect((await arrived(account, deviceId, BURST + 40)).at(-1)).toMatchObject({ count: 40 });
});

test("a sum ends in time also when the clock goes back [F92]", async () => {
  const { account, deviceId, by } = await over(40);
  at(-3600);
  await burst(account, deviceId, by, 1, "off");
  const events = await arrived(account, deviceId, BURST + 40);
  at(-3590);
  await ring(account);
  await arrived(account, deviceId, BURST + 41);
  const times = events.map((each) => each.at);
  expect(times).toEqual([...times].sort((a, b) => a - b));
});

test("a sum is told as a state within a second, as often as once a second, and no event comes with it [T94]", async () => {
  const { account, deviceId, by } = await over(40, "on");
  expect(states(account)).toEqual([]);
  at(1);
  await ring(account);
  expect(states(account)).toEqual(["turned_on"]);
  at(2);
  await ring(account);
  expect(states(account)).toEqual(["turned_on"]);
  await burst(account, deviceId, by, 300, "off");
  at(3);
  await ring(account);
  expect(states(account)).toEqual(["turned_on", "turned_off"]);
  expect(told(account, deviceId)).toHaveLength(BURST);
});
