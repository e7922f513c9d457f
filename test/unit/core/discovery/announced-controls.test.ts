/** The controls of announced devices: which are found. */

import { describe, expect, it } from "vitest";
import { DiscoveredSwitch } from "../../../../broker/contract/discovered.ts";
import { announcedDevices } from "../../../../broker/discovery/announced.ts";
import { commandMessages, reportedValues } from "../../../../broker/discovery/control-values.ts";
import { bench, DEVICE, DIMMER, JSON_LIGHT, LIGHT, PLAIN, switchOf, TASMOTA } from "./announced-lights.ts";

const controlsOf = (topic: string, payload: object) =>
  (switchOf(topic, payload).controls ?? []).map(({ control }) => control);
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
    [{ ...JSON_LIGHT, sup_clrm: ["xy", "color_temp"] }, [brightness(100), color]],
    [{ ...JSON_LIGHT, sup_clrm: ["white", "color_temp"] }, [brightness(100)]],
    // Home Assistant reads one text as a list of it
    [{ ...JSON_LIGHT, sup_clrm: "rgbw" }, [brightness(100), color]],
    [{ ...JSON_LIGHT, brightness: true, xy: true }, [brightness(100), color]],
    [{ ...JSON_LIGHT, sup_clrm: ["onoff"] }, []],
    [JSON_LIGHT, []],
    [{ ...JSON_LIGHT, brightness: true, bri_scl: 0 }, []],
    [{ ...JSON_LIGHT, brightness: true, bri_scl: "many" }, []],
    [PLAIN, [brightness(100)]],
    [{ ...PLAIN, rgb_cmd_t: "lamp/rgb" }, [brightness(100), color]],
    [
      { ...PLAIN, xy_cmd_t: "lamp/xy", hs_cmd_t: "lamp/hs", hs_cmd_tpl: "{{ hue }}" },
      [brightness(100), color],
    ],
    // such a light has no topics for its values
    [{ ...PLAIN, schema: "template", cmd_on_tpl: "1", cmd_off_tpl: "0" }, []],
    [{ ...PLAIN, bri_cmd_tpl: "{{ value }}" }, [brightness(100)]],
    [{ ...PLAIN, bri_cmd_tpl: '{"dim":{{ value }}}' }, []],
    [{ ...PLAIN, bri_val_tpl: "{{ value | int }}" }, [brightness(100)]],
    [{ ...PLAIN, bri_val_tpl: "{{ value_json.b | default(0) }}" }, [brightness(100)]],
    [{ ...PLAIN, bri_val_tpl: "{{ (value_json.value / 99 * 255) | round(0) }}" }, []],
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

it("a light's state is read by the template of its state, or by the one of its value", () => {
  const path = (more: object) => switchOf(LIGHT, { ...PLAIN, ...more }).state?.path;
  expect(path({ stat_val_tpl: "{{ value_json.a }}", val_tpl: "{{ value_json.b }}" })).toEqual(["a"]);
  expect(path({ val_tpl: "{{ value_json.b }}" })).toEqual(["b"]);
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

  it("a number without bounds from 0 to 100, as Home Assistant's code has it", () => {
    const cmps = { plug: { p: "switch", cmd_t: "set" }, level: { p: "number", cmd_t: "level" } };
    const controls = controlsOf("homeassistant/device/plug/config", { cmps });
    expect(controls).toMatchObject([{ key: "level", min: 0, max: 100, step: 1 }]);
  });

  it.each([
    ["{{ value_json.level | float }}", ["level"]],
    ["{{ value_json.level | int | round(0) }}", ["level"]],
    ["{{ value | float }}", []],
    ["{{ value_json.level | default(0) }}", ["level"]],
    // EMS-ESP
    ["{{value_json['level'] if value_json['level'] is defined else 30}}", ["level"]],
  ])("a number that is reported by %s", (val_tpl, path) => {
    const level = { p: "number", cmd_t: "level", stat_t: "x", val_tpl };
    const cmps = { plug: { p: "switch", cmd_t: "set" }, level };
    const { controls } = switchOf("homeassistant/device/plug/config", { cmps });
    expect(controls?.map(({ report }) => report)).toEqual([{ topic: "x", path }]);
  });

  it("parts whose command template sends the value as it is, and a button with any text around it", () => {
    const part = (p: string, cmd_tpl: string, more: object = {}) => ({ p, cmd_t: "x", cmd_tpl, ...more });
    const cmps = {
      plug: { p: "switch", cmd_t: "set" },
      level: part("number", "{{ value }}"),
      mode: part("select", "{{value}}", { ops: ["a", "b"] }),
      other: part("number", "{{ value * 10 }}"),
      wrapped: part("number", '{"level":{{ value }}}'),
      press: part("button", '{"press":"{{ value }}"}'),
      fixed: part("button", "go"),
      counted: part("button", "{{ now() }}"),
    };
    const { controls } = switchOf("homeassistant/device/plug/config", { cmps });
    expect(controls?.map(({ control, payload }) => [control.key, payload])).toEqual([
      ["level", undefined],
      ["mode", undefined],
      ["press", '{"press":"PRESS"}'],
      ["fixed", "go"],
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
    ["a command by a template", { a: { ...LEVEL, cmd_tpl: "{{ value | lower }}" } }],
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

it("a lamp of dim/one that wants its power first gets it first", () => {
  const found = switchOf("homeassistant/light/one/config", {
    name: "one",
    command_topic: "dim/one/power",
    state_topic: "dim/one/state",
    brightness_command_topic: "dim/one/level",
    brightness_state_topic: "dim/one/levelstate",
    brightness_scale: 100,
    on_command_type: "first",
  });
  const sent = (state: "on" | "off") =>
    commandMessages(found, { state, isStateKept: false, set: { brightness: 40 } });
  const [power, level] = [
    { topic: "dim/one/power", text: "ON" },
    { topic: "dim/one/level", text: "40" },
  ];
  expect(sent("on")).toEqual([power, level]);
  expect(sent("off")).toEqual([level, { topic: "dim/one/power", text: "OFF" }]);
});
