/** A light's colour in the form that it announces: what is sent, and what its report means. */

import { describe, expect, it } from "vitest";
import { isSameValue } from "../../../../broker/contract/control-words.ts";
import { commandMessages, reportedValues } from "../../../../broker/discovery/control-values.ts";
import { COLOR_FORMS, colorNumbers, colorOf } from "../../../../broker/discovery/light-colors.ts";
import { JSON_LIGHT, LIGHT, PLAIN, switchOf } from "./announced-lights.ts";

const hex = (rgb: readonly number[]) => `#${rgb.map((part) => part.toString(16).padStart(2, "0")).join("")}`;

/** Each 17th level of each channel. */
const GRID = Array.from({ length: 16 ** 3 }, (_, at) =>
  hex([Math.floor(at / 256) * 17, (Math.floor(at / 16) % 16) * 17, (at % 16) * 17]),
);

/** The colour at full brightness, as a chromaticity and a hue have it. */
function brightest(color: string): string {
  const rgb = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const most = Math.max(...rgb);
  return most === 0 ? "#ffffff" : hex(rgb.map((part) => Math.round((part * 255) / most)));
}

it.each([
  // as zigbee-herdsman-converters 26.112.0 converts it
  ["xy", "#ff0000", [0.7006, 0.2993]],
  ["xy", "#0000ff", [0.1355, 0.0399]],
  ["xy", "#ff8800", [0.601, 0.3837]],
  ["xy", "#ffffff", [0.3227, 0.329]],
  ["xy", "#000000", [0.3227, 0.329]],
  ["hs", "#ff0000", [0, 100]],
  ["hs", "#00ff00", [120, 100]],
  ["hs", "#0000ff", [240, 100]],
  ["hs", "#ff8800", [32, 100]],
  ["hs", "#808080", [0, 0]],
  ["rgb", "#ff8800", [255, 136, 0]],
  // as Home Assistant gives the white channel its part
  ["rgbw", "#ffffff", [0, 0, 0, 255]],
  ["rgbw", "#ffcc88", [223, 128, 0, 255]],
  ["rgbww", "#ff0000", [255, 0, 0, 0, 0]],
] as const)("%s of %s is %j", (form, color, numbers) => {
  colorNumbers(form, color).forEach((number, at) => {
    const near = form === "xy" ? Math.abs(number - (numbers[at] ?? 0)) < 2e-4 : number === numbers[at];
    expect(near, `${number} for ${numbers[at]}`).toBe(true);
  });
});

describe.each(COLOR_FORMS)("%s", (form) => {
  it("of each colour comes back within 2 of 255, and as the wanted colour", () => {
    for (const color of GRID) {
      const numbers = colorNumbers(form, color);
      const seen = colorOf(form, numbers) ?? "";
      const same = form === "xy" || form === "hs" ? brightest(color) : color;
      expect(isSameValue(same, seen), `${color} as ${numbers} is ${seen}`).toBe(true);
      expect(isSameValue(color, colorOf(form, numbers, color) ?? ""), color).toBe(true);
    }
  });

  it("with another colour is not the wanted one", () => {
    expect(colorOf(form, colorNumbers(form, "#00ff00"), "#ff0000")).toBe("#00ff00");
    expect(colorOf(form, colorNumbers(form, "#ff0000"), "#ff8800")).toBe("#ff0000");
  });
});

describe("a report as firmware rounds it is the wanted colour", () => {
  const steps = (most: number, count: number, value: number) =>
    (Math.round((value / most) * count) / count) * most;

  it.each<[string, "xy" | "hs", (value: number, at: number) => number]>([
    ["a chromaticity of 16 bits", "xy", (value) => Number((Math.floor(value * 65_535) / 65_535).toFixed(4))],
    ["a chromaticity of three digits", "xy", (value) => Number(value.toFixed(3))],
    ["whole degrees and percent", "hs", Math.round],
    ["truncated degrees and percent", "hs", Math.floor],
    ["Zigbee's 254 steps", "hs", (value, at) => Math.round(steps(at === 0 ? 360 : 100, 254, value))],
  ])("%s", (_, form, round) => {
    for (const color of GRID) {
      const numbers = colorNumbers(form, color).map(round);
      expect(colorOf(form, numbers, color), `${color} as ${numbers}`).toBe(color);
    }
  });
});

it("no colour are numbers outside their range, and too many or few of them", () => {
  expect(colorOf("xy", [0.7, 0.4])).toBeNull();
  expect(colorOf("xy", [0.3, 0])).toBeNull();
  expect(colorOf("hs", [361, 50])).toBeNull();
  expect(colorOf("hs", [360, 100])).toBe("#ff0000");
  expect(colorOf("rgb", [0, 0, 256])).toBeNull();
  expect(colorOf("rgbw", [0, 0, 0])).toBeNull();
  expect(colorOf("rgb", [0, 0, 0, 0])).toBeNull();
  for (const form of COLOR_FORMS) {
    expect(colorOf(form, colorNumbers(form, "#123456").fill(Number.NaN)), form).toBeNull();
  }
});

it("a chromaticity beyond the gamut is a colour on its edge", () => {
  expect(colorOf("xy", [0.1, 0.8])).toMatch(/^#00ff/);
});

describe("a light that announces", () => {
  const command = { state: "on", isStateKept: false, set: { color: "#ff8800" } } as const;
  const wanted = { color: { value: "#ff8800", at: 0 } };

  it.each<[string, object, string, string]>([
    ["xy", { sup_clrm: ["color_temp", "xy"] }, '{"x":0.601,"y":0.3837}', '{"x":0.6,"y":0.384}'],
    ["hs alone", { sup_clrm: "hs" }, '{"h":32,"s":100}', '{"h":31,"s":100}'],
    ["hs, as earlier", { hs: true }, '{"h":32,"s":100}', '{"h":32.1,"s":99.6}'],
    ["rgbw", { sup_clrm: ["rgbw"] }, '{"r":255,"g":136,"b":0,"w":0}', '{"r":254,"g":136,"b":0,"w":0}'],
    [
      "rgbww",
      { sup_clrm: ["rgbww"] },
      '{"r":255,"g":136,"b":0,"c":0,"w":0}',
      '{"r":255,"g":135,"b":0,"c":0,"w":0}',
    ],
  ])("%s takes it in JSON", (_, modes, sent, reported) => {
    const found = switchOf(LIGHT, { ...JSON_LIGHT, ...modes });
    expect(commandMessages(found, command)).toEqual([
      { topic: "lamp/set", text: `{"state":"ON","color":${sent}}` },
    ]);
    const report = `{"state":"ON","color_mode":"x","color":${reported}}`;
    const [[key, value] = []] = reportedValues(found.controls ?? [], report, wanted).slice(-1);
    expect([key, isSameValue("#ff8800", value ?? "")]).toEqual(["color", true]);
    // it is in another mode, and reports no colour
    const another = reportedValues(found.controls ?? [], '{"state":"ON","color_temp":370}', wanted);
    expect(another).toEqual([]);
  });

  it.each([
    ["xy", "0.601,0.3837", "0.6014,0.383"],
    ["hs", "32,100", "31,100"],
    ["rgbw", "255,136,0,0", "255,135,0,0"],
    ["rgbww", "255,136,0,0,0", "255,136,0,0,0"],
  ])("%s topics takes it as a text", (form, sent, reported) => {
    const topics = { [`${form}_cmd_t`]: "lamp/color", [`${form}_stat_t`]: "lamp/colored" };
    const found = switchOf(LIGHT, { ...PLAIN, ...topics });
    expect(commandMessages(found, command)).toEqual([
      { topic: "lamp/color", text: sent },
      { topic: "lamp/set", text: "ON" },
    ]);
    const colors = (found.controls ?? []).filter(({ control }) => control.key === "color");
    const values = reportedValues(colors, reported, wanted);
    expect(values.map(([key, value]) => [key, isSameValue("#ff8800", value)])).toEqual([["color", true]]);
    const inside = switchOf(LIGHT, { ...PLAIN, ...topics, [`${form}_val_tpl`]: "{{ value_json.at }}" });
    const seen = reportedValues(inside.controls?.slice(-1) ?? [], JSON.stringify({ at: reported }), wanted);
    expect(seen.map(([key]) => key)).toEqual(["color"]);
    expect(switchOf(LIGHT, { ...PLAIN, ...topics, [`${form}_cmd_tpl`]: "{{ hue }}" }).controls).toHaveLength(
      1,
    );
  });

  it("plain channels besides another form takes the plain ones", () => {
    const found = switchOf(LIGHT, { ...JSON_LIGHT, sup_clrm: ["xy", "rgb"] });
    expect(found.controls?.find(({ control }) => control.key === "color")?.colorForm).toBeUndefined();
  });
});
