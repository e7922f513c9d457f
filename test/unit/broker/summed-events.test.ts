/** Summed events and faults of object, database and clock. */

import { abortAllDurableObjects } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import { saboteur } from "./faults/saboteur.ts";
import { answer } from "./faults/scenarios.ts";
import { Account, nap, useAccounts as provideAccounts, useLimits } from "./support/account.ts";
import {
  at,
  BURST,
  burst,
  countOf,
  describeEvents,
  exceedAllowance,
  expectRecorded,
  program,
  ring,
  TOMORROW,
} from "./support/burst.ts";
import { Client } from "./support/client.ts";
import { prepare } from "./support/prepare.ts";

prepare({ MQTT_CONNECT_RATE: 0, MQTT_PUBLISH_RATE: 0 }, TOMORROW);

test.each(["nap", "crash"] as const)("a sum survives a %s [F90]", async (how) => {
  const { account, deviceId } = await exceedAllowance(40);
  if (how === "nap") await nap(account);
  else await abortAllDurableObjects();
  const by = await program(account);
  await burst(account, deviceId, by, 2, "off");
  at(10);
  await ring(account);
  const [last, ...none] = (await expectRecorded(account, deviceId, BURST + 42)).slice(BURST);
  expect(last).toMatchObject({ type: "turned_off", count: 42 });
  expect(none).toEqual([]);
});

test("the last command of a sum names its guest", async () => {
  useLimits({ MQTT_CONNECT_RATE: 0, MQTT_PUBLISH_RATE: 0, EVENT_RATE: 1 });
  const account = new Account();
  const { deviceId } = account.device();
  const order = (guest: string) =>
    account.ask((calls) => calls.devices.switchDevice(deviceId, "on", { actor: "guest", guest, wait: 0 }));
  const named = async () => (await account.ask((calls) => calls.devices.presence(deviceId))).guest;
  for (let n = 0; n < 40; n++) await order(n % 2 === 0 ? "Anna" : "Ben");
  expect(await named()).toBe("Ben");
  await order("Anna");
  expect(await named()).toBe("Anna");
  at(11);
  await ring(account);
  expect(await named()).toBe("Anna");
  const { length } = await describeEvents(account, deviceId);
  expect(length).toBeLessThan(41);
});

test("a sum does not use the shared database [F91]", async () => {
  const { account, deviceId, by } = await exceedAllowance(40);
  account.down = "directory";
  for (let seconds = 5; seconds <= 35; seconds += 5) {
    at(seconds);
    await ring(account);
    await burst(account, deviceId, by, 200, "off");
  }
  at(60);
  await ring(account);
  const events = await expectRecorded(account, deviceId, BURST + 40 + 7 * 200);
  expect(events.at(-1)?.type).toBe("turned_off");
  expect(events.length).toBeLessThan(BURST + 35 * 10);
  const times = events.map((each) => each.at);
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
});

test("a sum ends in time when the clock jumps back [F92]", async () => {
  const { account, deviceId, by } = await exceedAllowance(40);
  at(-3600);
  await burst(account, deviceId, by, 1, "off");
  const events = await expectRecorded(account, deviceId, BURST + 40);
  at(-3590);
  await ring(account);
  await expectRecorded(account, deviceId, BURST + 41);
  const times = events.map((each) => each.at);
  expect(times).toEqual([...times].sort((a, b) => a - b));
});

test("a summed command changes the device's state at once, without an event [T94]", async () => {
  const { account, deviceId, by } = await exceedAllowance(40, "on");
  const state = async () => (await account.ask((calls) => calls.devices.sightings()))[deviceId]?.state;
  expect(await state()).toBe("on");
  await burst(account, deviceId, by, 300, "off");
  expect(await state()).toBe("off");
  expect(await describeEvents(account, deviceId)).toHaveLength(BURST);
});

const KEPT = { clean: false, properties: { sessionExpiryInterval: 3600 } } as const;

/** Background objects without failures, and a silent log. */
function calm(): void {
  vi.restoreAllMocks();
  provideAccounts();
  for (const name of ["error", "warn"] as const) vi.spyOn(console, name).mockImplementation(() => {});
}

/**
 * Runs three commands above the rate and the end of their sum while the nth call fails. Returns the failed
 * call, if it was reached.
 */
async function sabotaged(account: Account, deviceId: string, nth: number): Promise<string | null> {
  const by = await program(account);
  await burst(account, deviceId, by, 10, "on");
  await expectRecorded(account, deviceId, 10);
  const sabotage = await saboteur(account);
  sabotage.arm(nth);
  vi.useRealTimers();
  for (const [n, state] of ["on", "off", "on"].entries()) {
    if (by.closed !== null) break;
    by.publish(account.control(deviceId), JSON.stringify({ state }), { qos: 1, messageId: n + 1 });
    await answer(by, "puback");
  }
  vi.useFakeTimers({ toFake: ["Date"] });
  for (const seconds of [1, 11]) {
    at(seconds);
    await ring(account);
  }
  sabotage.disarm();
  return sabotage.struck;
}

test("when any call fails, each accepted event is counted once [F90] [F91]", async () => {
  useLimits({ MQTT_CONNECT_RATE: 0, MQTT_PUBLISH_RATE: 0, EVENT_RATE: 1 });
  calm();
  for (let nth = 1, struck: string | null = ""; struck !== null; nth += 3) {
    at(0);
    const account = new Account();
    const { deviceId } = account.device();
    const witness = { clientId: account.apiKey().clientId("witness") };
    const away = await Client.connect(account, witness, 5, KEPT);
    await away.subscribe(account.control(deviceId), 1);
    await away.leave();
    struck = await sabotaged(account, deviceId, nth);
    calm();
    await nap(account).catch(() => undefined);
    const heard = await (await Client.connect(account, witness, 5, KEPT)).messages();
    for (const seconds of [30, 60]) {
      at(seconds);
      await ring(account);
    }
    const events = await describeEvents(account, deviceId);
    // the ten before were sent at QoS 0, which offline clients do not get
    expect([struck, countOf(events)]).toEqual([struck, 10 + heard.length]);
    const { state } = JSON.parse(heard.at(-1) ?? '{"state":"on"}') as { state: string };
    expect(events.at(-1)?.type).toBe(`turned_${state}`);
  }
}, 120_000);
