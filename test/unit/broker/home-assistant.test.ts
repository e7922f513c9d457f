/**
 * Devices announced to Home Assistant: a stand-in that follows its documentation, connected in root view.
 */

import { describe, expect, test, vi } from "vitest";
import type { Control } from "../../../broker/contract/controls.ts";
import { telemetryTopic } from "../../../broker/contract/topics.ts";
import { HomeAssistant } from "../../support/home-assistant.ts";
import { Account } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { prepare } from "./support/prepare.ts";

prepare();

/** A Home Assistant with its own connection. */
async function house(account: Account) {
  const client = await Client.connect(account, account.root());
  let messageId = 0;
  const home = new HomeAssistant({
    subscribe: (topic) =>
      client.send({ cmd: "subscribe", messageId: ++messageId, subscriptions: [{ topic, qos: 1 }] }),
    publish: (topic, payload) => client.publish(topic, payload, { qos: 1, messageId: ++messageId }),
  });
  /** Handles all received messages and their consequences, and returns the entities. */
  const seen = async () => {
    for (let news = true; news; ) {
      news = false;
      for (const packet of await client.all()) {
        if (packet.cmd !== "publish") continue;
        if (packet.messageId !== undefined) client.send({ cmd: "puback", messageId: packet.messageId });
        home.hear(packet.topic, String(packet.payload));
        news = true;
      }
    }
    return [...home.entities.values()].map(({ name, state, available }) => ({ name, state, available }));
  };
  return { home, seen };
}

async function scene() {
  const account = new Account();
  const device = account.device();
  account.names.set(device.deviceId, "Kitchen lamp");
  account.homeAssistant = true;
  await account.rightsAdded();
  return { account, device, id: `sw_${device.deviceId}_switch`, ...(await house(account)) };
}

describe("Home Assistant", () => {
  test("sees a new device, switches it, sees its lost connection and its deletion", async () => {
    const { account, device, id, home, seen } = await scene();
    expect(await seen()).toEqual([{ name: "Kitchen lamp", state: null, available: false }]);
    const lamp = await Client.connect(account, device);
    expect(await seen()).toEqual([{ name: "Kitchen lamp", state: "off", available: true }]);
    home.press(id, "on");
    const command = await lamp.next("publish");
    expect([command.topic, String(command.payload)]).toEqual([
      account.control(device.deviceId),
      '{"state":"on"}',
    ]);
    lamp.send({ cmd: "puback", messageId: command.messageId as number });
    await lamp.all();
    expect(await seen()).toEqual([{ name: "Kitchen lamp", state: "on", available: true }]);
    lamp.cut();
    await expect.poll(async () => (await seen())[0]?.available).toBe(false);
    await account.change(() => account.remove(device));
    expect(await seen()).toEqual([]);
  });

  test("follows renamed and new devices", async () => {
    const { account, device, seen } = await scene();
    await seen();
    account.names.set(device.deviceId, "Hall lamp");
    const second = account.device();
    account.names.set(second.deviceId, "Pump");
    await account.rightsAdded();
    expect((await seen()).map(({ name }) => name)).toEqual(["Hall lamp", "Pump"]);
    // a second one that starts now finds the same devices
    expect((await (await house(account)).seen()).map(({ name }) => name).toSorted()).toEqual([
      "Hall lamp",
      "Pump",
    ]);
  });

  test("has a sensor for each measured key of a device, from its first value", async () => {
    const { account, device, id, home, seen } = await scene();
    const lamp = await Client.connect(account, device);
    await seen();
    const measure = async (values: object) => {
      lamp.publish(account.topic(`devices/${device.deviceId}/telemetry`), JSON.stringify(values));
      await lamp.all();
      await seen();
    };
    const sensor = (key: string) => home.entities.get(`${id.replace("_switch", "_telemetry")}_${key}`);
    await measure({ temperature_c: 20.5, note: "calm", wifi: { rssi_dbm: -61 } });
    // their first message came before the announcement
    expect([sensor("temperature_c")?.state, sensor("note")?.name]).toEqual([null, "note"]);
    await measure({ temperature_c: 21, note: "wild", wifi: { rssi_dbm: -70 } });
    await measure({ humidity_pct: 40 });
    await measure({ humidity_pct: 41 });
    const keys = ["temperature_c", "note", "wifi.rssi_dbm", "humidity_pct"];
    expect(keys.map((key) => sensor(key)?.state)).toEqual(["21", "wild", "-70", "41"]);
    expect(keys.map((key) => sensor(key)?.component.device_class)).toEqual([
      "temperature",
      undefined,
      "signal_strength",
      "humidity",
    ]);
    expect(sensor("temperature_c")?.component).toMatchObject({
      unit_of_measurement: "°C",
      state_class: "measurement",
    });
    account.labels.set(device.deviceId, { humidity_pct: { name: "Air", unit: "g/m³" } });
    await account.rightsAdded();
    await seen();
    expect(sensor("humidity_pct")).toMatchObject({ name: "Air", component: { unit_of_measurement: "g/m³" } });
    lamp.cut();
    await expect.poll(async () => (await seen()).some(({ available }) => available)).toBe(false);
  });

  test("gets no announcement twice, and none after the account switches it off", async () => {
    const { account, home, seen } = await scene();
    await seen();
    const { retained } = await account.stub.usage();
    expect(retained).toBe(1);
    account.homeAssistant = false;
    await account.change(() => {});
    expect(await seen()).toEqual([]);
    expect((await account.stub.usage()).retained).toBe(0);
    home.entities.clear();
    await account.change(() => {});
    expect(await seen()).toEqual([]);
  });

  test("finds no device in the classic profile, which retains nothing, and all after a change to full", async () => {
    const { account, seen } = await scene();
    await seen();
    await account.change(() => Object.assign(account, { profile: "classic" }));
    expect(await seen()).toEqual([]);
    expect((await account.stub.usage()).retained).toBe(0);
    await account.change(() => Object.assign(account, { profile: "full" }));
    expect(await (await house(account)).seen()).toHaveLength(1);
  });

  test("[T251] only the broker may publish or delete announcements of the account's devices", async () => {
    const { account, device, seen } = await scene();
    const place = `homeassistant/device/sw_${device.deviceId}`;
    const root = await Client.connect(account, account.root());
    for (const topic of [`${place}/config`, place, `${place}/x/y`]) {
      expect(await root.publishQos1(topic, "", { retain: true })).toBe(0x87);
    }
    const key = await Client.connect(account, { clientId: account.apiKey().clientId() });
    expect(await key.publishQos1(account.topic(`${place}/config`), "{}")).toBe(0x87);
    expect(await seen()).toHaveLength(1);
    const tried = (await account.ask((calls) => calls.account.refusals())).map(({ rule }) => rule);
    expect(tried.every((rule) => rule.includes("only the broker announces"))).toBe(true);
    // a node of another maker with a similar name
    expect(await root.publishQos1("homeassistant/device/sw_heater/config", "{}")).not.toBe(0x87);
  });

  test("[F444] gets the last values again when it starts, and when they are overdue", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const { account, device, home, seen } = await scene();
    const board = await Client.connect(account, device);
    const topic = telemetryTopic(account.userId, device.deviceId);
    const measure = async (text: string) => {
      vi.setSystemTime(Date.now() + 30_000);
      board.publish(topic, text, { qos: 1, messageId: 1 });
      await board.all();
    };
    for (const celsius of [20, 21, 22, 23, 24]) await measure(JSON.stringify({ celsius, humidity: 50 }));
    await seen();
    const sensor = [...home.entities.values()].find(({ name }) => name?.endsWith("celsius"));
    expect(sensor?.component).toMatchObject({ platform: "sensor", expire_after: 300 });
    const rows = async () =>
      (await account.ask((calls) => calls.series.lastValues({ device: device.deviceId }))).map(
        ({ at }) => at,
      );
    const before = await rows();
    const restarted = await house(account);
    await restarted.seen();
    restarted.home.start();
    expect(await restarted.seen()).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: sensor?.name, state: "24" })]),
    );
    // sent again without a new sample
    expect(await rows()).toEqual(before);
    vi.setSystemTime(Date.now() + 400_000);
    const late = await house(account);
    await late.seen();
    late.home.start();
    expect(await late.seen()).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: sensor?.name, state: null })]),
    );
    vi.useRealTimers();
  });
});

const NAMED = { name: null, unit: null };
const BRIGHTNESS: Control = { key: "brightness", kind: "number", min: 0, max: 100, step: 5, ...NAMED };
const CONTROLS: Control[] = [
  { key: "speed", kind: "number", min: -1, max: 1, step: 0.0004, ...NAMED, unit: "m/s" },
  { key: "mode", kind: "choice", options: ["eco", 'the "best"'], ...NAMED, name: "Mode" },
  { key: "beep", kind: "toggle", ...NAMED },
  { key: "frame.color", kind: "color", ...NAMED },
  { key: "label", kind: "text", ...NAMED },
  { key: "reset", kind: "button", ...NAMED },
];

describe("controls in Home Assistant", () => {
  /** The device with these controls, and the commands that it received. */
  async function controlled(controls: Control[]) {
    const { account, device, home, seen } = await scene();
    account.controls.set(device.deviceId, controls);
    await account.rightsAdded();
    const lamp = await Client.connect(account, device);
    await seen();
    const entity = (id: string) => home.entities.get(`sw_${device.deviceId}_${id}`);
    const id = (name: string) => entity(name)?.component.unique_id ?? name;
    const command = async () => {
      const packet = await lamp.next("publish");
      lamp.send({ cmd: "puback", messageId: packet.messageId as number });
      await lamp.all();
      await seen();
      return JSON.parse(String(packet.payload));
    };
    return { account, device, home, seen, entity, id, command };
  }

  test("are numbers, selects, switches, texts and buttons, and each sets its own key", async () => {
    const { account, device, home, entity, id, command } = await controlled(CONTROLS);
    expect(entity("switch")?.name).toBe("Kitchen lamp");
    expect(entity("control_speed")?.component).toMatchObject({
      min: -1,
      max: 1,
      step: expect.closeTo(0.0012),
    });
    expect(entity("control_speed")?.component).toMatchObject({ unit_of_measurement: "m/s" });
    home.set(id("control_speed"), -0.9988);
    expect(await command()).toEqual({ speed: -0.9988 });
    expect(entity("control_speed")?.state).toBe("-0.9988");
    home.set(id("control_mode"), 'the "best"');
    expect(await command()).toEqual({ mode: 'the "best"' });
    expect(entity("control_mode")).toMatchObject({ name: "Mode", state: 'the "best"' });
    home.press(id("control_beep"), "on");
    expect(await command()).toEqual({ beep: true });
    expect(entity("control_beep")?.state).toBe("on");
    home.set(id("control_frame.color"), "#FF8800");
    expect(await command()).toEqual({ "frame.color": "#FF8800" });
    expect(entity("control_frame.color")?.state).toBe("#ff8800");
    home.set(id("control_label"), 'a "label"');
    expect(await command()).toEqual({ label: 'a "label"' });
    home.push(id("control_reset"));
    expect(await command()).toEqual({ reset: true });
    // no command has switched the device
    const { command: last } = await account.ask((calls) => calls.devices.presence(device.deviceId));
    expect(last).toMatchObject({ state: "off", deliveredAt: expect.any(Number) });
  });

  test("out of bounds change nothing", async () => {
    const { account, device, home, id, command } = await controlled(CONTROLS);
    home.set(id("control_speed"), 2);
    expect(await command()).toEqual({ speed: 2 });
    expect((await account.kept()).at(-1)).toMatchObject({ type: "errored", mistake: { key: "speed" } });
    const { sighting } = await account.ask((calls) => calls.devices.presence(device.deviceId));
    expect(sighting).toMatchObject({ state: null, wanted: {} });
  });

  test("with a brightness are a light, which is dimmed and coloured by one message", async () => {
    const { home, entity, id, command } = await controlled([
      BRIGHTNESS,
      { key: "color", kind: "color", ...NAMED },
    ]);
    expect(entity("switch")).toBeUndefined();
    home.press(id("light"), "on");
    expect(await command()).toEqual({ state: "on" });
    expect(entity("light")).toMatchObject({ state: "on", brightness: null, rgb: null });
    home.light(id("light"), { brightness: 100 });
    expect(await command()).toEqual({ state: "on", brightness: 40 });
    expect(entity("light")).toMatchObject({ state: "on", brightness: 102, rgb: null });
    home.light(id("light"), { brightness: 255, rgb: [255, 136, 0] });
    expect(await command()).toEqual({ state: "on", brightness: 100, color: "#ff8800" });
    expect(entity("light")).toMatchObject({ brightness: 255, rgb: [255, 136, 0] });
    // the darkest light is not dark
    home.light(id("light"), { brightness: 1 });
    expect(await command()).toEqual({ state: "on", brightness: 5 });
    home.press(id("light"), "off");
    expect(await command()).toEqual({ state: "off" });
    expect(entity("light")).toMatchObject({ state: "off", available: true });
  });

  test("show the lowest step of a light with a thousand steps as the lowest one", async () => {
    const { account, device, entity, command } = await controlled([{ ...BRIGHTNESS, max: 1000, step: 1 }]);
    for (const [brightness, shown] of [
      [1, 1],
      [4, 1],
      [500, 128],
      [1000, 255],
    ] as const) {
      await account.ask((calls) =>
        calls.devices.switchDevice(device.deviceId, "on", { actor: "browser", wait: 0, set: { brightness } }),
      );
      expect(await command()).toEqual({ state: "on", brightness });
      expect(entity("light")).toMatchObject({ brightness: shown });
    }
  });

  test("that a device no longer has are removed, and a light is a switch again", async () => {
    const { account, device, seen, entity, home } = await controlled([BRIGHTNESS, ...CONTROLS]);
    expect(home.entities.size).toBe(CONTROLS.length);
    account.controls.set(device.deviceId, [{ key: "mode", kind: "toggle", ...NAMED }]);
    await account.rightsAdded();
    await seen();
    expect([...home.entities.keys()].toSorted()).toEqual([
      `sw_${device.deviceId}_control_mode`,
      `sw_${device.deviceId}_switch`,
    ]);
    expect(entity("control_mode")?.component.platform).toBe("switch");
    // another Home Assistant reads the same announcement
    const { home: second, seen: secondSeen } = await house(account);
    expect(await secondSeen()).toHaveLength(2);
    expect(second.entities.size).toBe(2);
  });
});
