/** The controls of announced devices: which are found, what a command sends, and what a report says. */

import { describe, expect, it } from "vitest";
import { type ControlSet, checkSet } from "../../../../broker/contract/controls.ts";
import { DiscoveredSwitch } from "../../../../broker/contract/discovered.ts";
import { announcedDevices } from "../../../../broker/discovery/announced.ts";
import { commandMessages, reportedValues } from "../../../../broker/discovery/control-values.ts";
import { controlReports, stateReports } from "../../../../broker/discovery/state-reports.ts";

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
    [{ ...DIMMER, so: [] }, 1],
    [{ ...DIMMER, rl: [1] }, 0],
    [{ ...DIMMER, rl: [2, 2] }, 0],
  ])("by Tasmota %j", (payload, count) => {
    expect(controlsOf(TASMOTA, payload)).toHaveLength(count);
  });

  it.each<[string, object, [string | null, string | undefined][]]>([
    [
      "a relay and a light",
      { rl: [1, 2, 0], lt_st: 1, lk: 1 },
      [
        [null, undefined],
        ["Dimmer", "Dimmer"],
      ],
    ],
    [
      "a light and a relay",
      { rl: [2, 1], lt_st: 3, lk: 1 },
      [
        ["Dimmer", "Dimmer"],
        [null, undefined],
      ],
    ],
    [
      "a split light",
      { rl: [2, 2], lt_st: 5, lk: 0 },
      [
        ["Dimmer1", "Dimmer1"],
        ["Dimmer2", "Dimmer2"],
      ],
    ],
    [
      "a split light of four",
      { rl: [1, 2, 2], lt_st: 4, lk: "0" },
      [
        [null, undefined],
        ["Dimmer1", "Dimmer1"],
        ["Dimmer2", "Dimmer2"],
      ],
    ],
    [
      "three channels alone",
      { rl: [2, 2, 2], lt_st: 3, lk: 0 },
      [
        [null, undefined],
        [null, undefined],
        [null, undefined],
      ],
    ],
    [
      "channels of SetOption68",
      { rl: [2, 2], lt_st: 2, so: { "68": 1 } },
      [
        ["Channel1", "Channel1"],
        ["Channel2", "Channel2"],
      ],
    ],
    ["a dimmer of Tuya", { rl: [2], lt_st: 1, ty: 1 }, [["Dimmer3", "Dimmer"]]],
  ])("by Tasmota of %s", (_, payload, dimmers) => {
    const found = announcedDevices(TASMOTA, JSON.stringify({ ...DIMMER, ...payload }), 512);
    const names = found.map(({ how }) => {
      const [control] = DiscoveredSwitch.parse(how).controls ?? [];
      return [control?.commandTopic?.replace("cmnd/d/", "") ?? null, control?.report?.path[0]];
    });
    expect(names).toEqual(dimmers);
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

  it("its texts and buttons, after its numbers and selects", () => {
    const found = switchOf(
      DEVICE,
      bench({
        reset: { p: "button", cmd_t: "reset/set", pl_prs: "1" },
        again: { p: "button", cmd_t: "again/set" },
        label: { p: "text", cmd_t: "label/set", stat_t: "label", name: "Label" },
        secret: { p: "text", cmd_t: "secret/set", mode: "password" },
        level: LEVEL,
      }),
    );
    const kinds = found.controls?.map(({ control: { key, kind } }) => [key, kind]);
    expect(kinds).toEqual([
      ["level", "number"],
      ["label", "text"],
      ["reset", "button"],
      ["again", "button"],
    ]);
    const command = {
      state: "on",
      isStateKept: true,
      set: { reset: true, again: true, label: "a" },
    } as const;
    expect(commandMessages(found, command)).toEqual([
      { topic: "label/set", text: "a" },
      { topic: "reset/set", text: "1" },
      { topic: "again/set", text: "PRESS" },
    ]);
    expect(reportedValues(found.controls ?? [], "a").at(0)).toEqual(["label", "a"]);
  });

  it.each<[string, object]>([
    ["a payload that is too long", { a: { p: "button", cmd_t: "a", pl_prs: "x".repeat(257) } }],
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
  const sent = (found: DiscoveredSwitch, set: ControlSet, state: "on" | "off" = "on", isStateKept = false) =>
    commandMessages(found, { state, isStateKept, set }).map(({ topic, text }) => [topic, text]);

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

  it("switches a lamp on before its values where the announcement asks for that", () => {
    const first = switchOf(LIGHT, { ...PLAIN, rgb_cmd_t: "lamp/rgb", bri_scl: 100, on_cmd_type: "first" });
    const values = [
      ["lamp/dim", "40"],
      ["lamp/rgb", "255,136,0"],
    ];
    const set = { brightness: 40, color: "#ff8800" };
    expect(sent(first, set)).toEqual([["lamp/set", "ON"], ...values]);
    // a value may switch a lamp on, so its last message is the state
    expect(sent(first, set, "off")).toEqual([...values, ["lamp/set", "OFF"]]);
    const last = switchOf(LIGHT, { ...PLAIN, rgb_cmd_t: "lamp/rgb", bri_scl: 100, on_cmd_type: "last" });
    expect(sent(last, set)).toEqual([...values, ["lamp/set", "ON"]]);
    // the level is the last word on a topic for both
    const one = switchOf(LIGHT, { ...PLAIN, bri_cmd_t: "lamp/set", bri_scl: 100, on_cmd_type: "first" });
    expect(sent(one, { brightness: 40 })).toEqual([
      ["lamp/set", "ON"],
      ["lamp/set", "40"],
    ]);
  });

  it("that only sets values with topics of their own has no state", () => {
    const select = { p: "select", cmd_t: "mode/set", ops: ["eco", "full"] };
    const pump = switchOf(DEVICE, bench({ level: { p: "number", cmd_t: "level/set" }, mode: select }));
    for (const state of ["on", "off"] as const) {
      expect(sent(pump, { level: 7 }, state, true)).toEqual([["level/set", "7"]]);
      expect(sent(pump, { mode: "eco" }, state, true)).toEqual([["mode/set", "eco"]]);
      expect(sent(switchOf(LIGHT, PLAIN), { brightness: 40 }, state, true)).toEqual([["lamp/dim", "102"]]);
    }
    expect(sent(pump, { level: 7 }, "off")).toEqual([
      ["level/set", "7"],
      ["l", "OFF"],
    ]);
    const json = switchOf(LIGHT, { ...JSON_LIGHT, brightness: true });
    expect(sent(json, { brightness: 40 }, "on", true)).toEqual([
      ["lamp/set", '{"state":"ON","brightness":102}'],
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
      const command = { state: "on", isStateKept: false, set: { brightness } } as const;
      const [message] = commandMessages(found, command);
      expect(reported(found, "lamp", message?.text ?? "")).toEqual({ brightness });
    }
  });

  it.each([2, 5, 10, 50, 99, 100, 101, 127, 128, 200, 254, 255, 256, 1000, 1023, 4095, 65535])(
    "of each level up to %d is a brightness that the control accepts, and each brightness is a level above 0",
    (scale) => {
      const found = switchOf(LIGHT, { ...JSON_LIGHT, bri_scl: scale, brightness: true });
      const controls = found.controls?.map(({ control }) => control) ?? [];
      const levels = [0.2, ...Array.from({ length: 300 }, (_, at) => at + 1), scale, scale + 1, scale * 3];
      for (const level of levels) {
        const set = reported(found, "lamp", JSON.stringify({ state: "ON", brightness: level }));
        expect(checkSet(controls, set), `level ${level}`).toEqual({ set });
        expect(Object.keys(set)).toEqual(["brightness"]);
      }
      expect(reported(found, "lamp", '{"brightness":0}')).toEqual({});
      const max = Math.min(scale, 100);
      for (let brightness = 1; brightness <= max; brightness++) {
        const command = { state: "on", isStateKept: false, set: { brightness } } as const;
        const level = JSON.parse(commandMessages(found, command)[0]?.text ?? "").brightness;
        expect(level).toBeGreaterThanOrEqual(1);
        expect(level).toBeLessThanOrEqual(scale);
      }
    },
  );

  it("one level beside the wanted one is the wanted brightness, where a percentage has several levels", () => {
    const found = switchOf(LIGHT, { ...JSON_LIGHT, bri_scl: 255, brightness: true });
    const of = (level: number, wanted: number) =>
      Object.fromEntries(
        reportedValues(found.controls ?? [], `{"brightness":${level}}`, {
          brightness: { value: wanted, at: 0 },
        }),
      );
    for (let brightness = 1; brightness <= 100; brightness++) {
      const level = Math.round((brightness * 255) / 100);
      // ESPHome up to 2024.11
      const truncated = level - 1;
      if (truncated > 0) expect(of(truncated, brightness)).toEqual({ brightness });
    }
    expect(of(104, 40)).toEqual({ brightness: 41 });
    const coarse = switchOf(LIGHT, { ...JSON_LIGHT, bri_scl: 10, brightness: true });
    const wanted = { brightness: { value: 5, at: 0 } };
    expect(reportedValues(coarse.controls ?? [], '{"brightness":4}', wanted)).toEqual([["brightness", 4]]);
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
    const sleeping = { ...switchOf(TASMOTA, { ...DIMMER, dslp: 1 }), place: TASMOTA };
    expect(sleeping.availability).toEqual([]);
    expect(stateReports(sleeping).map(({ topic }) => topic)).toContain("tele/d/STATE");
    expect(reported(sleeping, "tele/d/STATE", '{"POWER":"ON","Dimmer":40}')).toEqual({ brightness: 40 });
  });
});
