/** What reports and commands of discovered devices change, and what they must not change. */

import { describe, expect, test } from "vitest";
import {
  besideItsAnnouncement,
  tasmotaDimmer,
  zigbeeBulb,
  zigbeeParts,
} from "../../support/announcing-devices.ts";
import { dimmed } from "./support/discovered.ts";
import { prepare } from "./support/prepare.ts";

prepare();

const BULB = "zigbee2mqtt/Kitchen lamp";
const PANTRY = "homeassistant/light/pantry";

const report = (message: object): [string, string][] => [[BULB, JSON.stringify(message)]];

function colored(mode = "rgb") {
  const made = zigbeeBulb();
  return {
    ...made,
    announcement: {
      ...made.announcement,
      brightness_scale: 255,
      supported_color_modes: [mode, "color_temp"],
    },
  };
}

const pantry = (more: object) => ({
  ...besideItsAnnouncement(PANTRY, more),
  commands: `${PANTRY}/#`,
});

describe("a light that is off", () => {
  test("keeps brightness and colour, whatever it reports", async () => {
    const { made, say, set, obey, presence } = await dimmed(colored());
    const outcome = set({ brightness: 40, color: "#ff8800" }, "on");
    await obey();
    await outcome;
    const before = await presence();
    expect(before.reported).toEqual({ brightness: 40, color: "#ff8800" });
    for (const off of [
      { state: "OFF", brightness: 0, color: { r: 0, g: 0, b: 0 } },
      { state: "OFF", brightness: 77, color: { r: 1, g: 2, b: 3 } },
      { brightness: 77, color: { r: 1, g: 2, b: 3 } },
    ]) {
      await say(report(off));
      expect(await presence()).toEqual({ ...before, state: "off" });
    }
    await say(made.pressed("ON"));
    await say(report({ state: "ON", brightness: 128 }));
    expect(await presence()).toMatchObject({ state: "on", reported: { brightness: 50, color: "#ff8800" } });
  });

  test("is proven by its state when it was switched off with a brightness", async () => {
    const { client, say, set, presence } = await dimmed(zigbeeBulb());
    await say(report({ state: "ON", brightness: 200 }));
    const outcome = set({ brightness: 10 }, "off");
    await client.next("publish");
    await say(report({ state: "OFF", brightness: 0 }));
    expect(await outcome).toMatchObject({ deliveredAt: expect.any(Number) });
    expect(await presence()).toMatchObject({
      state: "off",
      isAcknowledged: true,
      reported: { brightness: 79 },
    });
  });

  test("is not black, nor at 0 %, when it is adopted", async () => {
    const made = colored();
    made.birth.push(...report({ state: "OFF", brightness: 0, color: { r: 0, g: 0, b: 0 } }));
    expect((await (await dimmed(made)).presence()).reported).toEqual({});
  });

  test("is ignored on a topic of its brightness, too", async () => {
    const { client, say, set, presence } = await dimmed(
      pantry({ bri_cmd_t: "~/dim", bri_stat_t: "~/dimmed" }),
    );
    const outcome = set({ brightness: 40 }, "on");
    await client.next("publish");
    await say([
      [`${PANTRY}/state`, "ON"],
      [`${PANTRY}/dimmed`, "102"],
    ]);
    await outcome;
    await say([
      [`${PANTRY}/state`, "OFF"],
      [`${PANTRY}/dimmed`, "0"],
      [`${PANTRY}/dimmed`, "9"],
    ]);
    expect(await presence()).toMatchObject({
      state: "off",
      wanted: { brightness: 40 },
      reported: { brightness: 40 },
    });
  });

  test("reports the numbers beside it", async () => {
    const made = zigbeeBulb();
    made.birth.push(...zigbeeParts().map(([place, part]): [string, string] => [place, JSON.stringify(part)]));
    const { say, presence } = await dimmed(made);
    await say(report({ state: "OFF", brightness: 0, motor_speed: 6 }));
    expect((await presence()).reported).toEqual({ motor_speed: 6 });
  });
});

describe("a value that firmware rounds is taken", () => {
  test.each([
    ["#c91acc", { r: 201, g: 25, b: 204 }, true],
    ["#c91acc", { r: 203, g: 24, b: 202 }, true],
    ["#c91acc", { r: 204, g: 26, b: 204 }, false],
  ])("%s as %j: %s", async (color, reported, isAcknowledged) => {
    const { client, say, set, presence } = await dimmed(colored());
    const outcome = set({ color }, "on", isAcknowledged ? 5 : 0);
    await client.next("publish");
    await say(report({ state: "ON", color: reported }));
    await outcome;
    expect((await presence()).isAcknowledged).toBe(isAcknowledged);
  });

  test.each([
    ["xy", { x: 0.5785, y: 0.4027 }, { x: 0.5787, y: 0.4025 }, true],
    ["xy", { x: 0.5785, y: 0.4027 }, { x: 0.54, y: 0.41 }, false],
    ["hs", { h: 36, s: 100 }, { h: 35, s: 99 }, true],
    ["hs", { h: 36, s: 100 }, { h: 32, s: 100 }, false],
    ["rgbw", { r: 255, g: 136, b: 0, w: 0 }, { r: 254, g: 135, b: 0, w: 0 }, true],
  ])(
    "a dark orange by %s, sent as %j and reported as %j: %s",
    async (mode, sent, reported, isAcknowledged) => {
      const { client, say, set, presence } = await dimmed(colored(mode));
      const color = mode === "rgbw" ? "#ff8800" : "#553300";
      const outcome = set({ color }, "on", isAcknowledged ? 5 : 0);
      expect(JSON.parse(String((await client.next("publish")).payload)).color).toEqual(sent);
      await say(report({ state: "ON", color: reported, color_mode: mode }));
      await outcome;
      const seen = await presence();
      expect([seen.isAcknowledged, seen.wanted?.color]).toEqual([isAcknowledged, color]);
    },
  );

  test("a level one below the wanted one", async () => {
    const { client, say, set, presence } = await dimmed(colored());
    const outcome = set({ brightness: 19 }, "on");
    expect(await client.next("publish").then(({ payload }) => String(payload))).toContain('"brightness":48');
    await say(report({ state: "ON", brightness: 47 }));
    expect(await outcome).toMatchObject({ deliveredAt: expect.any(Number) });
    expect(await presence()).toMatchObject({ isAcknowledged: true, reported: { brightness: 19 } });
  });
});

test("the lowest step of a lamp is its control's minimum, and no step is above its maximum", async () => {
  const { say, presence } = await dimmed(zigbeeBulb());
  await say(report({ state: "ON", brightness: 1 }));
  expect((await presence()).reported).toEqual({ brightness: 1 });
  await say(report({ state: "ON", brightness: 255 }));
  expect((await presence()).reported).toEqual({ brightness: 100 });
});

test("a lamp that asks for it is switched on before it is dimmed", async () => {
  const topics = { bri_cmd_t: "~/dim", bri_stat_t: "~/dimmed", bri_scl: 100, on_cmd_type: "first" };
  const { client, set } = await dimmed(pantry(topics));
  await client.all();
  await set({ brightness: 40 }, "on", 0);
  const [first, second] = [await client.next("publish"), await client.next("publish")];
  expect([first, second].map(({ topic, payload }) => [topic, String(payload)])).toEqual([
    [`${PANTRY}/set`, "ON"],
    [`${PANTRY}/dim`, "40"],
  ]);
});

describe("a number with a topic of its own", () => {
  const withParts = async () => {
    const made = zigbeeBulb();
    made.birth.push(...zigbeeParts().map(([place, part]): [string, string] => [place, JSON.stringify(part)]));
    return dimmed(made);
  };

  test("is set alone, and proven by its report", async () => {
    const { set, client, say, presence } = await withParts();
    const outcome = set({ motor_speed: 4 });
    const { topic, payload } = await client.next("publish");
    expect([topic, String(payload)]).toEqual([`${BULB}/set/motor_speed`, "4"]);
    // nothing else was sent
    expect((await client.all()).filter(({ cmd }) => cmd === "publish")).toEqual([]);
    await say(report({ motor_speed: 4 }));
    expect(await outcome).toMatchObject({ deliveredAt: expect.any(Number) });
    expect(await presence()).toMatchObject({ isAcknowledged: true, reported: { motor_speed: 4 } });
  });

  test("does not hide that somebody switched the device by hand", async () => {
    const { set, client, say, presence } = await withParts();
    await set({ motor_speed: 4 }, null, 0);
    await client.next("publish");
    await say(report({ state: "ON", motor_speed: 0 }));
    expect(await presence()).toMatchObject({ state: "on", wanted: { motor_speed: 4 } });
  });

  test("is sent with the state when its caller names one, or an earlier command waits", async () => {
    const { set, obey, client, presence } = await withParts();
    await set({ motor_speed: 4 }, "on", 0);
    const sent = [await client.next("publish"), await client.next("publish")];
    expect(sent.map(({ topic }) => topic).toSorted()).toEqual([`${BULB}/set`, `${BULB}/set/motor_speed`]);
    await set({ scene: "night" }, null, 0);
    expect(await obey()).toEqual([`${BULB}/set/scene`, "night"]);
    expect(await presence()).toMatchObject({ isAcknowledged: false });
  });

  test("without a report is sent, and never counts as proven", async () => {
    const made = zigbeeBulb();
    const [[place, part] = ["", {}]] = zigbeeParts();
    const { state_topic, ...silent } = part as Record<string, unknown>;
    made.birth.push([place, JSON.stringify(silent)]);
    const { set, client, say, presence } = await dimmed(made);
    await set({ motor_speed: 4 }, null, 0);
    await client.next("publish");
    await say(report({ state: "OFF" }));
    expect((await presence()).isAcknowledged).toBeNull();
  });

  test("is a button, too, which is not pressed later", async () => {
    const made = zigbeeBulb();
    const [[, part] = ["", {}]] = zigbeeParts();
    const topics = { command_topic: `${BULB}/set/reset`, payload_press: "now" };
    const button = JSON.stringify({ ...part, ...topics });
    made.birth.push(["homeassistant/button/0x1/reset/config", button]);
    const { set, client, say, presence } = await dimmed(made);
    await set({ reset: true }, null, 0);
    const { topic, payload } = await client.next("publish");
    expect([topic, String(payload)]).toEqual([`${BULB}/set/reset`, "now"]);
    expect((await presence()).isAcknowledged).toBeNull();
    await say([["zigbee2mqtt/bridge/state", '{"state":"offline"}']], true);
    await set({ reset: true }, null, 0);
    await client.next("publish");
    client.publish("zigbee2mqtt/bridge/state", '{"state":"online"}', { retain: true });
    expect((await client.all()).filter(({ cmd }) => cmd === "publish")).toEqual([]);
  });

  test("is all that a device gets that missed it", async () => {
    const { set, client, say } = await withParts();
    await say([["zigbee2mqtt/bridge/state", '{"state":"offline"}']], true);
    await set({ motor_speed: 4 }, null, 0);
    await client.next("publish");
    client.publish("zigbee2mqtt/bridge/state", '{"state":"online"}', { retain: true });
    const again = await client.next("publish");
    expect([again.topic, String(again.payload)]).toEqual([`${BULB}/set/motor_speed`, "4"]);
    expect((await client.all()).filter(({ cmd }) => cmd === "publish")).toEqual([]);
  });
});

test("a Tasmota that sleeps deeply counts as there", async () => {
  const made = tasmotaDimmer();
  const { say, presence, sighting } = await dimmed({
    ...made,
    announcement: { ...made.announcement, dslp: 1 },
  });
  await say([["tele/tasmota_129D1F/LWT", "Offline"]], true);
  expect((await sighting()).connected).toBe(true);
  await say([["tele/tasmota_129D1F/STATE", '{"POWER":"ON","Dimmer":70}']]);
  expect(await presence()).toMatchObject({ state: "on", reported: { brightness: 70 } });
});

test("a switch that several gateways report is proven by each of them", async () => {
  const place = "homeassistant/switch/bot";
  const topics = { stat_t: "+/+/BTtoMQTT/AABB", val_tpl: "{{ value_json.state | is_defined }}" };
  const texts = { pl_on: '{"SBS1":"on"}', pl_off: '{"SBS1":"off"}', stat_on: "on", stat_off: "off" };
  const made = besideItsAnnouncement(place, { ...topics, ...texts });
  const { client, say, set, presence } = await dimmed(made);
  await client.all();
  const outcome = set({}, "on");
  expect(String((await client.next("publish")).payload)).toBe('{"SBS1":"on"}');
  await say([["home/upstairs/BTtoMQTT/AABB", '{"state":"on"}']]);
  expect(await outcome).toMatchObject({ deliveredAt: expect.any(Number) });
  await say([["home/cellar/BTtoMQTT/AABB", '{"rssi":-60}']]);
  await say([["home/BTtoMQTT/AABB", '{"state":"off"}']]);
  expect((await presence()).state).toBe("on");
  await say([["home/cellar/BTtoMQTT/AABB", '{"state":"off"}']]);
  expect((await presence()).state).toBe("off");
});

test("a state of which two texts are made by a template is read", async () => {
  const place = "homeassistant/switch/heater";
  const template = '{% if value_json["child_lock"] %}true{% else %}false{% endif %}';
  const made = besideItsAnnouncement(place, { pl_on: "true", pl_off: "false", val_tpl: template });
  const { say, presence } = await dimmed(made);
  await say([[`${place}/state`, '{"child_lock":true}']]);
  expect((await presence()).state).toBe("on");
  // a message without the key, and an unknown value
  await say([[`${place}/state`, '{"heat":1}']]);
  await say([[`${place}/state`, '{"child_lock":null}']]);
  expect((await presence()).state).toBe("on");
  await say([[`${place}/state`, '{"child_lock":false}']]);
  expect((await presence()).state).toBe("off");
});
