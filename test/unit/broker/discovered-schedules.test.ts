/** Adopted devices have schedules, auto-off and off-on-disconnect like any other. */

import { describe, expect, test, vi } from "vitest";
import { tasmota, zigbee2mqtt } from "../../support/announcing-devices.ts";
import { eventually, SOON } from "./support/client.ts";
import { connectPlug, press, scene } from "./support/discovered.ts";
import { prepare } from "./support/prepare.ts";
import { at, MINUTE, NOON, runsOf, schedule, switches } from "./support/schedules.ts";

prepare({}, NOON - 30_000);

describe.each([
  ["Tasmota", tasmota],
  ["Zigbee2MQTT", zigbee2mqtt],
])("a plug by %s", (_, make) => {
  test("[F317] is switched at a planned time, and its state report proves the run", async () => {
    const { account, deviceId, obey, client } = await scene(make());
    const due = await schedule(account, deviceId, { timing: { at: NOON } });
    await at(account, NOON);
    expect(await runsOf(account, due)).toMatchObject([{ outcome: "accepted", ranAt: NOON, takenAt: null }]);
    vi.setSystemTime(NOON + 1000);
    expect((await obey())[1]).toBe("ON");
    expect(await runsOf(account, due)).toMatchObject([{ outcome: "taken", takenAt: NOON + 1000 }]);
    expect(await switches(account)).toEqual([["turned_on", "schedule"]]);
    expect(await client.messages()).toEqual([]);
  });

  test("[F317] that is offline at a planned time gets one command when it returns, and the run records both", async () => {
    const { account, made, deviceId, client, sighting } = await scene(make());
    const due = await schedule(account, deviceId, { timing: { at: NOON } });
    client.cut();
    await eventually(sighting, ({ connected }) => !connected);
    await at(account, NOON);
    expect(await runsOf(account, due)).toMatchObject([{ outcome: "not_connected", takenAt: null }]);
    vi.setSystemTime(NOON + 5 * MINUTE);
    const back = await connectPlug(account, made);
    expect((await back.obey())[1]).toBe("ON");
    expect(await runsOf(account, due)).toMatchObject([{ outcome: "taken", takenAt: NOON + 5 * MINUTE }]);
    expect(await back.client.messages()).toEqual([]);
  });

  test("[F317] switches off by itself after its time, also after its own button was pressed", async () => {
    const { account, made, deviceId, obey, say } = await scene(make());
    account.switching.push({ deviceId, commandTtl: 60, autoOff: 60, offOnDisconnect: false });
    await account.change(() => {});
    const pressed = press(account, deviceId, "on");
    await obey();
    await pressed;
    await at(account, NOON + MINUTE);
    expect((await obey())[1]).toBe("OFF");
    await say(made.pressed("ON"));
    await at(account, NOON + 3 * MINUTE);
    expect((await obey())[1]).toBe("OFF");
    expect(await switches(account)).toEqual([
      ["turned_on", "browser"],
      ["turned_off", "timer"],
      ["turned_on", "device"],
      ["turned_off", "timer"],
    ]);
  });

  test("[F317] switches off when it goes offline, and gets the command when it returns", async () => {
    const { account, made, deviceId, obey, client } = await scene(make());
    account.switching.push({ deviceId, commandTtl: 60, autoOff: 0, offOnDisconnect: true });
    await account.change(() => {});
    const pressed = press(account, deviceId, "on");
    await obey();
    await pressed;
    client.cut();
    await expect
      .poll(() => account.events(deviceId), SOON)
      .toEqual(["turned_on", "disconnected", "turned_off"]);
    const back = await connectPlug(account, made);
    expect((await back.obey())[1]).toBe("OFF");
    expect((await account.ask((calls) => calls.devices.presence(deviceId))).sighting).toMatchObject({
      connected: true,
      state: "off",
      taken: true,
    });
  });
});
