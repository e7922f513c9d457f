/** The controls of announced devices: which are found, what a command sends, and what a report says. */

import { describe, expect, it } from "vitest";
import type { ControlSet } from "../../../../broker/contract/controls.ts";
import { DiscoveredSwitch } from "../../../../broker/contract/discovered.ts";
import { announcedDevices } from "../../../../broker/discovery/announced.ts";
import { commandMessages, reportedValues } from "../../../../broker/discovery/control-values.ts";
import { controlReports } from "../../../../broker/discovery/state-reports.ts";

const LIGHT = "homeassistant/light/lamp/config";
const DEVICE = "homeassistant/device/bench/config";
const TASMOTA = "tasmota/discovery/A/config";
const JSON_LIGHT = { schema: "json", cmd_t: "lamp/set", stat_t: "lamp" };
const PLAIN = { cmd_t: "lamp/set", stat_t: "lamp", bri_cmd_t: "lamp/dim", bri_stat_t: "lamp/dimmed" };
const DIMMER = { t: "d", tp: ["cmnd", "stat", "tele"], rl: [2], lt_st: 1, so: { "68": 0 } };

function switchOf(topic: string, payload: object): DiscoveredSwitch {
  const [device] = announcedDevices(topic, JSON.stringify(payload), 512);
  return DiscoveredSwitch.parse(device?.how);
}
const controlsOf = (topic: string, payload: object) =>
  (switchOf(topic, payload).controls ?? []).map(({ control }) => control);
const bench = (cmps: object) => ({
  dev: { name: "Bench" },
  cmps: { lamp: { p: "switch", cmd_t: "l" }, ...cmps },
});

describe("a light has", () => {
  const named = { name: null, unit: null };
  const brightness = (max: number) => ({
    key: "brightness",
    kind: "number",
    min: 1,
    max,
    step: 1,
    ...named,
    unit: max === 100 ? "%" : null,
  });
  const color = { key: "color", kind: "color", ...named };

  it.each<[object, object[]]>([
    [{ ...JSON_LIGHT, brightness: true }, [brightness(100)]],
    [{ ...JSON_LIGHT, brightness: true, bri_scl: 10 }, [brightness(10)]],
    [{ ...JSON_LIGHT, sup_clrm: ["brightness"] }, [brightness(100)]],
    [{ ...JSON_LIGHT, sup_clrm: ["rgb"] }, [brightness(100), color]],
    // a colour that it reports in another form
    [{ ...JSON_LIGHT, sup_clrm: ["xy", "color_temp"] }, [brightness(100)]],
    [{ ...JSON_LIGHT, sup_clrm: ["onoff"] }, []],
    [JSON_LIGHT, []],
    [{ ...JSON_LIGHT, brightness: true, bri_scl: 0 }, []],
    [{ ...JSON_LIGHT, brightness: true, bri_scl: "many" }, []],
    [PLAIN, [brightness(100)]],
    [{ ...PLAIN, rgb_cmd_t: "lamp/rgb" }, [brightness(100), color]],
    [{ ...PLAIN, bri_cmd_tpl: "{{ value }}" }, []],
    [{ ...PLAIN, bri_val_tpl: "{{ value | int }}" }, []],
    [{ ...PLAIN, bri_cmd_t: "x".repeat(513) }, []],
  ])("%j", (payload, controls) => {
    expect(controlsOf(LIGHT, payload)).toEqual(controls);
  });

  it.each<[object, number]>([
    [DIMMER, 1],
    [{ ...DIMMER, lt_st: 0 }, 0],
    [{ ...DIMMER, lt_st: "x" }, 0],
    [{ ...DIMMER, so: { "68": 1 } }, 0],
    [{ ...DIMMER, so: [] }, 1],
    [{ ...DIMMER, rl: [1] }, 0],
    [{ ...DIMMER, rl: [2, 2] }, 0],
  ])("by Tasmota %j", (payload, count) => {
    expect(controlsOf(TASMOTA, payload)).toHaveLength(count);
  });
});

describe("a device has", () => {
  const LEVEL = {
    p: "number",
    name: "Level",
    cmd_t: "level/set",
    min: 0,
    max: 10,
    step: 0.5,
    unit_of_meas: "m",
  };

  it("its numbers and selects, in their bounds", () => {
    const select = { p: "select", cmd_t: "mode/set", ops: ["eco", 5] };
    expect(controlsOf(DEVICE, bench({ "my level": LEVEL, mode: select }))).toEqual([
      { key: "my_level", kind: "number", name: "Level", unit: "m", min: 0, max: 10, step: 0.5 },
      { key: "mode", kind: "choice", name: null, unit: null, options: ["eco", "5"] },
    ]);
  });

  it.each<[string, object]>([
    ["a setting", { a: { ...LEVEL, ent_cat: "config" } }],
    ["a command by a template", { a: { ...LEVEL, cmd_tpl: "{{ value }}" } }],
    ["no command", { a: { p: "number", stat_t: "a" } }],
    ["no range", { a: { ...LEVEL, min: 10 } }],
    ["a range of words", { a: { ...LEVEL, max: "much" } }],
    ["one option", { a: { p: "select", cmd_t: "a", ops: ["eco"] } }],
    ["no list of options", { a: { p: "select", cmd_t: "a", ops: "eco" } }],
    ["a reserved key", { state: LEVEL, ts: LEVEL, ["__proto__"]: LEVEL }],
    ["two switches", { a: LEVEL, second: { p: "switch", cmd_t: "s" } }],
  ])("none of them with %s", (_, cmps) => {
    expect(controlsOf(DEVICE, bench(cmps))).toEqual([]);
  });

  it("at most eight, with different keys", () => {
    const many = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`n${n}`, LEVEL]));
    expect(controlsOf(DEVICE, bench(many))).toHaveLength(8);
    expect(controlsOf(DEVICE, bench({ "a b": LEVEL, "a+b": LEVEL }))).toHaveLength(1);
  });
});

describe("a command", () => {
  const sent = (found: DiscoveredSwitch, set: ControlSet, state: "on" | "off" = "on") =>
    commandMessages(found, state, set).map(({ topic, text }) => [topic, text]);

  it("is one JSON message with the brightness in the device's scale", () => {
    const found = switchOf(LIGHT, { ...JSON_LIGHT, bri_scl: 254, sup_clrm: ["rgb"] });
    expect(sent(found, { brightness: 40, color: "#ff8800" })).toEqual([
      ["lamp/set", '{"state":"ON","brightness":102,"color":{"r":255,"g":136,"b":0}}'],
    ]);
    expect(sent(found, {}, "off")).toEqual([["lamp/set", '{"state":"OFF"}']]);
  });

  it("sends values on their own topics before the state", () => {
    const found = switchOf(LIGHT, { ...PLAIN, rgb_cmd_t: "lamp/rgb" });
    expect(sent(found, { brightness: 40, color: "#ff8800" })).toEqual([
      ["lamp/dim", "102"],
      ["lamp/rgb", "255,136,0"],
      ["lamp/set", "ON"],
    ]);
    expect(sent(switchOf(TASMOTA, DIMMER), { brightness: 40 }, "off")).toEqual([
      ["cmnd/d/Dimmer", "40"],
      ["cmnd/d/POWER", "OFF"],
    ]);
  });
});

describe("a report", () => {
  const reported = (found: DiscoveredSwitch, topic: string, payload: string) =>
    Object.fromEntries(
      reportedValues(
        controlReports(found).filter(({ report }) => report?.topic === topic),
        payload,
      ),
    );

  it("of each percentage is the wanted one", () => {
    const found = switchOf(LIGHT, { ...JSON_LIGHT, bri_scl: 254, brightness: true });
    for (let brightness = 1; brightness <= 100; brightness++) {
      const [message] = commandMessages(found, "on", { brightness });
      expect(reported(found, "lamp", message?.text ?? "")).toEqual({ brightness });
    }
  });

  it.each<[string, string, object]>([
    ["lamp", '{"brightness":254,"color":{"r":255,"g":136,"b":0}}', { brightness: 100, color: "#ff8800" }],
    ["lamp", '{"brightness":"254"}', { brightness: 100 }],
    ["lamp", '{"brightness":null,"color":{"x":0.3,"y":0.2}}', {}],
    ["lamp", '{"brightness":"bright","color":{"r":256,"g":0,"b":0}}', {}],
    ["lamp", '{"brightness":true}', {}],
    ["lamp", "[]", {}],
    ["lamp", "ON", {}],
  ])("on %s: %s", (topic, payload, values) => {
    const found = switchOf(LIGHT, { ...JSON_LIGHT, bri_scl: 254, sup_clrm: ["rgb"] });
    expect(reported(found, topic, payload)).toEqual(values);
  });

  it("of Tasmota stands in RESULT, in STATE, and with SetOption4 in DIMMER", () => {
    const found = { ...switchOf(TASMOTA, DIMMER), place: TASMOTA };
    for (const topic of ["stat/d/RESULT", "stat/d/DIMMER", "tele/d/STATE"]) {
      expect(reported(found, topic, '{"POWER":"ON","Dimmer":40}')).toEqual({ brightness: 40 });
    }
  });
});
