/** The controls of announced devices: what a command sends, and what a report says. */

import { describe, expect, it } from "vitest";
import { type ControlSet, checkSet } from "../../../../broker/contract/controls.ts";
import type { DiscoveredSwitch } from "../../../../broker/contract/discovered.ts";
import { commandMessages, reportedValues } from "../../../../broker/discovery/control-values.ts";
import { controlReports, stateReports } from "../../../../broker/discovery/state-reports.ts";
import { bench, DEVICE, DIMMER, JSON_LIGHT, LIGHT, PLAIN, switchOf, TASMOTA } from "./announced-lights.ts";

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
        expect(checkSet(controls, set, null), `level ${level}`).toEqual({ set });
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
