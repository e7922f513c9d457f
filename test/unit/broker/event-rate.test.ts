/** Above EVENT_RATE commands still switch the device, and their events are summed into one with a count. */

import { describe, expect, test } from "vitest";
import { Account, useLimits } from "./support/account.ts";
import {
  at,
  BURST,
  burst,
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

describe("a thousand commands at once", () => {
  test("become a hundred events and one with the count and the outcome of the rest [T93]", async () => {
    const account = new Account();
    const { deviceId } = account.device();
    await burst(account, deviceId, await program(account), 1000, "on");
    await expectRecorded(account, deviceId, BURST);
    at(9.9);
    await ring(account);
    expect(await describeEvents(account, deviceId)).toHaveLength(BURST);
    at(10);
    await ring(account);
    const events = await expectRecorded(account, deviceId, 1000);
    expect(events).toHaveLength(BURST + 1);
    expect(events.at(-1)).toMatchObject({ type: "turned_on", count: 900, actor: "api" });
    const times = events.map((each) => each.at);
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
    const { command } = await account.ask((calls) => calls.devices.presence(deviceId));
    expect(command).toMatchObject({ state: "on", acceptedAt: times.at(-1) });
  });

  test("to one device do not affect the events of others", async () => {
    const account = new Account();
    const [loud, quiet] = [account.device(), account.device()];
    const by = await program(account);
    await burst(account, loud.deviceId, by, 3 * BURST, "off");
    await burst(account, quiet.deviceId, by, BURST, "on");
    expect(await expectRecorded(account, quiet.deviceId, BURST)).toHaveLength(BURST);
  });

  test("to each of six devices become five hundred events of the account and one more for each device", async () => {
    const account = new Account();
    const devices = Array.from({ length: 6 }, () => account.device().deviceId);
    const by = await program(account);
    for (const deviceId of devices) await burst(account, deviceId, by, BURST + 10, "on");
    at(10);
    await ring(account);
    for (const deviceId of devices) await expectRecorded(account, deviceId, BURST + 10);
    expect(await account.kept()).toHaveLength(500 + devices.length);
  });

  test("are summed in one event every ten seconds, and recorded singly again afterwards", async () => {
    const account = new Account();
    const { deviceId } = account.device();
    const by = await program(account);
    await burst(account, deviceId, by, 300, "on");
    at(10);
    // without an alarm: the next command notices that the time is over
    await burst(account, deviceId, by, 300, "off");
    const events = await expectRecorded(account, deviceId, 300 + 90);
    expect(events.slice(BURST).map(({ count, type }) => [type, count])).toContainEqual(["turned_on", 200]);
    at(60);
    await ring(account);
    await burst(account, deviceId, by, 3, "on");
    const calm = await expectRecorded(account, deviceId, 603);
    expect(calm.slice(-3).map(({ count }) => count)).toEqual([1, 1, 1]);
  });
});

describe("above the event rate", () => {
  const order = (account: Account, deviceId: string, state: "on" | "off") =>
    account.ask((calls) => calls.devices.switchDevice(deviceId, state, { actor: "api", wait: 0 }));

  test("a caller that switches sees the state at once, and its event is summed [T94]", async () => {
    const { account, deviceId } = await exceedAllowance(40, "on");
    await order(account, deviceId, "off");
    expect((await account.ask((calls) => calls.devices.presence(deviceId))).sighting.state).toBe("off");
    await order(account, deviceId, "on");
    at(10);
    await ring(account);
    const events = await expectRecorded(account, deviceId, BURST + 42);
    expect(events.at(-1)).toMatchObject({ type: "turned_on", count: 42 });
  });

  test("a device that reconnects in a loop writes each kind once in ten seconds, in order [T95]", async () => {
    const account = new Account();
    const device = account.device();
    const rounds = 80;
    for (let n = 0; n < rounds; n++) {
      const client = await Client.connect(account, device);
      await client.leave();
    }
    await account.ask((calls) => calls.clients.clients());
    at(10);
    await ring(account);
    const events = await expectRecorded(account, device.deviceId, 2 * rounds);
    expect(events.slice(BURST).map(({ type, count }) => [type, count])).toEqual([
      ["connected", rounds - BURST / 2],
      ["disconnected", rounds - BURST / 2],
    ]);
  });

  test("events of a device keep their order", async () => {
    const { account, deviceId, by } = await exceedAllowance(40);
    at(9);
    by.publish(account.control(deviceId), "nonsense");
    await by.all();
    expect(await describeEvents(account, deviceId)).toHaveLength(BURST);
    at(10);
    await ring(account);
    const events = await expectRecorded(account, deviceId, BURST + 41);
    expect(events.slice(BURST).map(({ type, count }) => [type, count])).toEqual([
      ["turned_on", 40],
      ["errored", 1],
    ]);
  });

  test("hundreds of devices at once are summed like others, without loss", async () => {
    const account = new Account();
    account.bareDevices.push(...Array.from({ length: 700 }, () => crypto.randomUUID()));
    const by = await program(account);
    for (const id of account.bareDevices) by.publish(account.control(id), "{}");
    await by.all();
    expect(await account.kept()).toHaveLength(500);
    for (let seconds = 10; seconds < 15; seconds++) {
      at(seconds);
      await ring(account);
    }
    expect(await account.kept()).toHaveLength(700);
  });

  test("no event is summed with EVENT_RATE 0", async () => {
    useLimits({ MQTT_PUBLISH_RATE: 0, EVENT_RATE: 0 });
    const account = new Account();
    const { deviceId } = account.device();
    await burst(account, deviceId, await program(account), 300, "on");
    expect(await expectRecorded(account, deviceId, 300)).toHaveLength(300);
  });
});
