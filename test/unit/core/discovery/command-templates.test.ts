/** Lights whose commands are made by templates: which of them are switched. */

import { expect, it } from "vitest";
import { commandWithoutValues } from "../../../../broker/discovery/command-templates.ts";
import { commandMessages, reportedValues } from "../../../../broker/discovery/control-values.ts";
import { readingOf, textIn } from "../../../../broker/discovery/reading.ts";
import { LIGHT, switchOf } from "./announced-lights.ts";

it.each([
  ["ON", "ON"],
  [" on\n", "on"],
  ['{"turn":"on"}', '{"turn":"on"}'],
  ['{"on":true{% if brightness is defined %},"bri":{{ brightness }}{% endif %}}', '{"on":true}'],
  // ha-shellies-discovery, Shelly Duo: nested, and with another branch
  [
    '{"turn":"on"{%if red is defined and green is defined and blue is defined%},"red":{{red}}{%endif%}{%if effect is defined%},"effect":{%if effect=="Flash"%}3{%else%}0{%endif%}{%else%},"effect":0{%endif%}}',
    '{"turn":"on","effect":0}',
  ],
  // ha-shellies-discovery-gen2, RGB
  [
    '{"id":1,"params":{"id":0,"on":true{%if blue is defined and red is defined%},"rgb":{{[red,0,blue]}}{%elif blue is defined%},"rgb":{{[0,0,blue]}}{%endif%}}}',
    '{"id":1,"params":{"id":0,"on":true}}',
  ],
  ["a {%- if flash is defined -%} b {%- endif -%} c", "ac"],
  ["{% if transition is defined %}x{% elif white is defined %}y{% else %}z{% endif %}", "z"],
])("the template %j writes %j for power alone", (template, command) => {
  expect(commandWithoutValues(template)).toBe(command);
});

it.each([
  "",
  "  ",
  "{{ value }}",
  '{"on":{{ 1 if state else 0 }}}',
  "{% if state is defined %}on{% endif %}",
  "{% if brightness > 0 %}on{% endif %}",
  "{% if brightness is defined or true %}on{% endif %}",
  "{% set x = 1 %}on",
  "{% if brightness is defined %}on",
  "on{% endif %}",
  "on{% else %}",
  "{# why #}on",
  "{% if hue is defined",
  `on${" ".repeat(2048)}`,
  "{% if brightness is defined %}x{% endif %}",
])("the template %j is not read", (template) => {
  expect(commandWithoutValues(template)).toBeNull();
});

const LIGHT_BY_TEMPLATE = {
  schema: "template",
  cmd_t: "lamp/set",
  cmd_on_tpl: '{"turn":"on"{%if brightness is defined%},"brightness":{{brightness|float|round}}{%endif%}}',
  cmd_off_tpl: '{"turn":"off"}',
};

it("a light of templates is switched by what they write for power alone", () => {
  const found = switchOf(LIGHT, {
    ...LIGHT_BY_TEMPLATE,
    stat_t: "lamp",
    stat_tpl: "{%if value_json.ison%}on{%else%}off{%endif%}",
  });
  expect(found).toMatchObject({ payloadOn: '{"turn":"on"}', payloadOff: '{"turn":"off"}' });
  expect(found.state).toMatchObject({ topic: "lamp", on: "on", off: "off" });
  const set = { brightness: 40 };
  expect(commandMessages(found, { state: "on", isStateKept: false, set })).toEqual([
    { topic: "lamp/set", text: '{"turn":"on","brightness":102}' },
  ]);
  // without a template for its state, none is read
  expect(switchOf(LIGHT, { ...LIGHT_BY_TEMPLATE, stat_t: "lamp" }).state).toBeNull();
});

it.each([
  // ha-shellies-discovery
  [
    `{"turn":"on"{%if brightness is defined%},"brightness":{{brightness|float|multiply(0.3922)|round}}{%endif%}{%if transition is defined%},"transition":{{min(transition|multiply(1000),5000)}}{%endif%}}`,
    '{"turn":"off"}',
    '{"turn":"on","brightness":40}',
    '{"turn":"off","brightness":40}',
  ],
  // ha-shellies-discovery-gen2
  [
    '{"id":1,"params":{"id":0,"on":true{%if brightness is defined%},"brightness":{{brightness|float|multiply(0.3922)|round}}{%endif%}}}',
    '{"id":1,"params":{"id":0,"on":false}}',
    '{"id":1,"params":{"id":0,"on":true,"brightness":40}}',
    '{"id":1,"params":{"id":0,"on":false,"brightness":40}}',
  ],
])("a light of templates takes a brightness where %s writes it", (on, off, sentOn, sentOff) => {
  const found = switchOf(LIGHT, {
    ...LIGHT_BY_TEMPLATE,
    cmd_on_tpl: on,
    cmd_off_tpl: off,
    stat_t: "lamp",
    bri_tpl: "{{value_json.brightness|float|multiply(2.55)|round}}",
  });
  const sent = (state: "on" | "off") =>
    commandMessages(found, { state, isStateKept: false, set: { brightness: 40 } }).map(({ text }) => text);
  expect([...sent("on"), ...sent("off")]).toEqual([sentOn, sentOff]);
  expect(commandMessages(found, { state: "on", isStateKept: false, set: {} })[0]?.text).not.toContain(
    "bright",
  );
  expect(reportedValues(found.controls ?? [], '{"ison":true,"brightness":41}')).toEqual([["brightness", 41]]);
});

it.each<[string, object]>([
  ["a command that is no JSON", { cmd_off_tpl: "off" }],
  [
    "two keys for it",
    { cmd_on_tpl: '{"a":1{% if brightness is defined %},"b":{{brightness}},"c":{{brightness}}{% endif %}}' },
  ],
  [
    "a calculation",
    { cmd_on_tpl: '{"a":1{% if brightness is defined %},"b":{{brightness / 2}}{% endif %}}' },
  ],
  [
    "a scale of one",
    { cmd_on_tpl: '{"a":1{% if brightness is defined %},"b":{{brightness | multiply(0.004)}}{% endif %}}' },
  ],
  [
    "a scale of nothing",
    { cmd_on_tpl: '{"a":1{% if brightness is defined %},"b":{{brightness | multiply(...)}}{% endif %}}' },
  ],
])("a light of templates has no brightness with %s", (_, more) => {
  expect(switchOf(LIGHT, { ...LIGHT_BY_TEMPLATE, ...more }).controls).toBeUndefined();
});

it("a brightness in another scale than the command's is not read", () => {
  const other = { stat_t: "lamp", bri_tpl: "{{ value_json.b | multiply(2) }}" };
  expect(switchOf(LIGHT, { ...LIGHT_BY_TEMPLATE, ...other }).controls?.[0]?.report).toBeNull();
  const same = { stat_t: "lamp", bri_tpl: "{{ value_json.b }}" };
  expect(switchOf(LIGHT, { ...LIGHT_BY_TEMPLATE, ...same }).controls?.[0]?.report?.path).toEqual(["b"]);
});

it("a template may choose between two texts with quotes and braces, and write in lower case", () => {
  const on = String.raw`{\"method\":\"RGBW.Set\",\"on\":true}`;
  const reading = readingOf(`{{ "${on}" if value_json.output else "off" }}`);
  expect(reading && textIn('{"output":true}', reading)).toBe('{"method":"RGBW.Set","on":true}');
  expect(reading && textIn('{"output":false}', reading)).toBe("off");
  for (const template of ["{{ value.lower() }}", "{{value|lower}}"]) {
    const lower = readingOf(template);
    expect(lower && textIn("ON", lower), template).toBe("on");
  }
  const inside = readingOf("{{ value_json.state.lower() }}");
  expect(inside && textIn('{"state":"Off"}', inside)).toBe("off");
});

it.each<[template: string, on: string, off: string]>([
  ["{{ value }}", "ON", "OFF"],
  ['{"state": "{{ value }}"}', '{"state": "ON"}', '{"state": "OFF"}'],
  ["{{value}};{{- value -}} ", "ON;ON", "OFF;OFF"],
  ["open", "open", "open"],
])("a switch with the command template %j sends its payloads in it", (cmd_tpl, on, off) => {
  const found = switchOf("homeassistant/switch/x/config", { cmd_t: "x/set", stat_t: "x", cmd_tpl });
  const sent = (["on", "off"] as const).map((state) =>
    commandMessages(found, { state, isStateKept: false, set: {} }),
  );
  expect(sent.flat().map(({ text }) => text)).toEqual([on, off]);
  // states are the payloads without the template
  expect(found.state).toMatchObject({ on: "ON", off: "OFF" });
});

it.each([
  "{{ value | lower }}",
  "{% if value == 'ON' %}1{% endif %}",
  "{{ values }}",
  "{# note #}{{ value }}",
])("a switch with the command template %j is not switched", (cmd_tpl) => {
  expect(() => switchOf("homeassistant/switch/x/config", { cmd_t: "x/set", cmd_tpl })).toThrow();
});
