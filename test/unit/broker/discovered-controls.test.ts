/** Controls of discovered devices: relayed in their own words, proven and seen by their reports. */

import { describe, expect, test } from "vitest";
import { DiscoveredSwitch } from "../../../broker/contract/discovered.ts";
import {
  besideItsAnnouncement,
  tasmotaDimmer,
  zigbeeBulb,
  zigbeeParts,
} from "../../support/announcing-devices.ts";
import { Client } from "./support/client.ts";
import { connectPlug, dimmed } from "./support/discovered.ts";
import { prepare } from "./support/prepare.ts";

prepare();

describe("a bulb by Zigbee2MQTT", () => {
  test("is dimmed by one message and proven by its report", async () => {
    const { set, obey, presence, account, deviceId } = await dimmed(zigbeeBulb());
    const outcome = set({ brightness: 40 }, "on");
    expect(await obey()).toEqual(["zigbee2mqtt/Kitchen lamp/set", '{"state":"ON","brightness":102}']);
    expect(await outcome).toMatchObject({ deliveredAt: expect.any(Number), set: { brightness: 40 } });
    expect(await presence()).toEqual({
      state: "on",
      isAcknowledged: true,
      wanted: { brightness: 40 },
      reported: { brightness: 40 },
    });
    expect(await account.events(deviceId)).toEqual(["turned_on"]);
  });

  test("shows its knob as reported, and is not switched by it", async () => {
    const { made, say, set, obey, presence, account, deviceId } = await dimmed(zigbeeBulb());
    const outcome = set({ brightness: 40 }, "on");
    await obey();
    await outcome;
    await say(made.turned(203));
    expect(await presence()).toMatchObject({
      isAcknowledged: true,
      wanted: { brightness: 40 },
      reported: { brightness: 80 },
    });
    expect(await account.events(deviceId)).toEqual(["turned_on"]);
  });

  test("has not taken a brightness while it reports another one", async () => {
    const { client, made, say, set, presence } = await dimmed(zigbeeBulb());
    await say(made.pressed("ON"));
    const outcome = set({ brightness: 40 });
    await client.next("publish");
    // a report of the time before the command
    await say(made.turned(254));
    expect(await presence()).toMatchObject({
      state: "on",
      isAcknowledged: false,
      reported: { brightness: 100 },
    });
    await say(made.turned(102));
    expect(await outcome).toMatchObject({ deliveredAt: expect.any(Number) });
  });

  test("gets the values that it missed, with the state, in one message", async () => {
    const { account, client, made, set, presence } = await dimmed(zigbeeBulb());
    client.cut();
    await expect.poll(async () => (await account.ask((calls) => calls.clients.clients())).length).toBe(0);
    await set({ brightness: 10 }, "on");
    await set({ brightness: 20 });
    const back = await connectPlug(account, made);
    expect(await back.obey()).toEqual(["zigbee2mqtt/Kitchen lamp/set", '{"state":"ON","brightness":51}']);
    expect(await presence()).toMatchObject({
      state: "on",
      isAcknowledged: true,
      reported: { brightness: 20 },
    });
  });

  test("reports the brightness that was retained when it was adopted", async () => {
    const made = zigbeeBulb();
    made.birth.push(...made.turned(127));
    const { presence } = await dimmed(made);
    expect(await presence()).toMatchObject({ reported: { brightness: 50 } });
  });

  test("has the number and the select that its device announces on topics of their own", async () => {
    const made = zigbeeBulb();
    made.birth.push(...zigbeeParts().map(([place, part]): [string, string] => [place, JSON.stringify(part)]));
    const { found, set, obey, say, presence, account } = await dimmed(made);
    const { controls = [] } = DiscoveredSwitch.parse(found?.how);
    expect(controls.map(({ control: { key, kind } }) => [key, kind])).toEqual([
      ["brightness", "number"],
      ["motor_speed", "number"],
      ["scene", "choice"],
    ]);
    expect(await account.ask((calls) => calls.devices.found())).toEqual([]);
    const outcome = set({ motor_speed: 4, scene: "night" }, "on");
    const sent = [await obey(), await obey(), await obey()];
    expect(sent.toSorted()).toEqual([
      ["zigbee2mqtt/Kitchen lamp/set", '{"state":"ON"}'],
      ["zigbee2mqtt/Kitchen lamp/set/motor_speed", "4"],
      ["zigbee2mqtt/Kitchen lamp/set/scene", "night"],
    ]);
    expect(await outcome).toMatchObject({ deliveredAt: expect.any(Number) });
    // its knob
    await say(made.obey("6", "zigbee2mqtt/Kitchen lamp/set/motor_speed"));
    expect(await presence()).toMatchObject({
      isAcknowledged: true,
      wanted: { motor_speed: 4, scene: "night" },
      reported: { brightness: 100, motor_speed: 6, scene: "night" },
    });
  });

  test("refuses a value out of bounds, by a call and by a message", async () => {
    const { account, deviceId, set, presence } = await dimmed(zigbeeBulb());
    expect(await set({ brightness: 101 })).toMatchObject({ mistake: { key: "brightness" } });
    const writer = await Client.connect(account, account.root());
    const topic = `devices/${deviceId}/control`;
    expect(await writer.publishQos1(topic, '{"state":"on","brightness":"40"}')).not.toBe(0x87);
    expect(await presence()).toMatchObject({ state: undefined, wanted: {} });
  });
});

test("a dimmer by Tasmota is dimmed and switched by two messages, and proven by both", async () => {
  const { set, obey, say, presence } = await dimmed(tasmotaDimmer());
  const outcome = set({ brightness: 40 }, "on");
  expect(await obey()).toEqual(["cmnd/tasmota_129D1F/Dimmer", "40"]);
  expect(await obey()).toEqual(["cmnd/tasmota_129D1F/POWER", "ON"]);
  expect(await outcome).toMatchObject({ deliveredAt: expect.any(Number) });
  expect(await presence()).toMatchObject({ state: "on", isAcknowledged: true, reported: { brightness: 40 } });
  // its own knob, and its regular report
  await say([["tele/tasmota_129D1F/STATE", '{"POWER":"ON","Dimmer":70}']]);
  expect(await presence()).toMatchObject({ wanted: { brightness: 40 }, reported: { brightness: 70 } });
  // the value is sent before the state: a value alone would switch it on
  const off = set({ brightness: 10 }, "off");
  expect(await obey()).toEqual(["cmnd/tasmota_129D1F/Dimmer", "10"]);
  expect(await obey()).toEqual(["cmnd/tasmota_129D1F/POWER", "OFF"]);
  await off;
  expect(await presence()).toMatchObject({
    state: "off",
    isAcknowledged: true,
    reported: { brightness: 10 },
  });
});

test("a lamp with a topic for each value is proven by all of its reports", async () => {
  const base = "homeassistant/light/pantry";
  const topics = { bri_cmd_t: "~/dim", bri_stat_t: "~/dimmed" };
  const { client, say, set, presence } = await dimmed({
    ...besideItsAnnouncement(base, topics),
    commands: `${base}/+`,
  });
  const outcome = set({ brightness: 40 }, "on");
  await client.next("publish");
  await say([[`${base}/state`, "ON"]]);
  expect(await presence()).toMatchObject({ state: "on", isAcknowledged: false });
  await say([[`${base}/dimmed`, "102"]]);
  expect(await outcome).toMatchObject({ deliveredAt: expect.any(Number) });
});
