/** Templates of announcements: which are read, and what they find in a message. */

import { describe, expect, it } from "vitest";
import { equalsText, pathOf, readingOf, textAt, textIn } from "../../../../broker/discovery/reading.ts";

describe("a template", () => {
  it.each([
    [undefined, []],
    ["{{ value }}", []],
    ["{{ value_json.state }}", ["state"]],
    ["{{value_json.a.b}}", ["a", "b"]],
    [`{{ value_json['relay 1']["on"][0] }}`, ["relay 1", "on", "0"]],
    ["{{ value_json.state | is_defined }}", ["state"]],
    ["{{value_json['a']|is_defined}}", ["a"]],
    ["{{ value_json.get('a') }}", ["a"]],
    [`{{ value_json.a.get("b", 'OFF')[0] }}`, ["a", "b", "0"]],
    ["{{ value_json.get(a) }}", null],
    ["{{ value_json.state | lower }}", null],
    ["{% if value_json.a %}ON{% endif %}", null],
    ["{{ value_json }}", null],
  ])("%s is a path, or too complex", (template, path) => {
    expect(pathOf(template)).toEqual(path);
  });

  const choice = (path: string[], yes: string, no: string) => ({ path, truth: { yes, no } });

  it.each([
    ['{% if value_json["x"] %}true{% else %}false{% endif %}', choice(["x"], "true", "false")],
    ["{%if value_json.a.b%}ON{%else%}OFF{%endif%}", choice(["a", "b"], "ON", "OFF")],
    [
      "{%- if value_json['switch:0'].output -%} on {%- else -%} off {%- endif -%}",
      choice(["switch:0", "output"], "on", "off"),
    ],
    ["{{ 'ON' if value_json.value else 'OFF' }}", choice(["value"], "ON", "OFF")],
    [`{{"a" if value_json['b'] else ''}}`, choice(["b"], "a", "")],
    ["{{ value_json.state }}", { path: ["state"] }],
    ["{% if not value_json.x %}a{% else %}b{% endif %}", choice(["x"], "b", "a")],
    ["{% if value_json.x + 1 > 1 %}a{% else %}b{% endif %}", null],
    ["{% if value_json.x or value_json.y %}a{% else %}b{% endif %}", null],
    ["{{ value_json.x if value_json.y is defined else 'OFF' }}", null],
    ["{{ value_json.x if value_json.x == 1 else 'OFF' }}", null],
    ["{{ value_json.x | default(value_json.y) }}", null],
    ["{{ value_json.x | multiply(2) }}", null],
    ["{% if value_json.x %}{{ value_json.y }}{% else %}b{% endif %}", null],
    ["{% if value_json.x %}a{% elif value_json.y %}b{% endif %}", null],
    ["{{ 'a' if value_json.x == value_json.y else 'b' }}", null],
    ["{{ 'a' if value_json.x else value_json.y }}", null],
  ])("%s is a path, two texts, or too complex", (template, reading) => {
    expect(readingOf(template)).toEqual(reading);
  });

  it.each([
    ["true", "yes"],
    ["false", "no"],
    ["0", "no"],
    ["2", "yes"],
    ['""', "no"],
    ['"false"', "yes"],
    ["[]", "no"],
    ["{}", "no"],
    ["[0]", "yes"],
    // an unknown value is no report
    ["null", null],
  ])("of two texts writes for %s: %s", (value, text) => {
    expect(textIn(`{"x":${value}}`, choice(["x"], "yes", "no"))).toBe(text);
    expect(textIn('{"y":true}', choice(["x"], "yes", "no"))).toBeNull();
  });

  /** Templates of real announcements, with messages and what Home Assistant's engine writes for them. */
  it.each<[from: string, template: string, ...written: [message: string, text: string | null][]]>([
    [
      "zwave-js-ui",
      '{{ "OFF" if value_json.value == 0 else "ON" }}',
      ['{"value":0}', "OFF"],
      ['{"value":false}', "OFF"],
      ['{"value":99}', "ON"],
      ['{"value":"0"}', "ON"],
    ],
    [
      "zwave2mqtt",
      "{% if (value_json.value | int) == 0 %} 0 {% else %} 99 {% endif %}",
      ['{"value":"0"}', "0"],
      ['{"value":0.4}', "0"],
      ['{"value":50}', "99"],
    ],
    [
      "EMS-ESP",
      "{{value_json['heatingactivated'] if value_json['heatingactivated'] is defined else false}}",
      ['{"heatingactivated":true}', "true"],
      // Home Assistant would write false; an unknown value is no report
      ['{"other":1}', null],
    ],
    [
      "EMS-ESP, nested",
      "{{value_json['hc1']['x'] if value_json.hc1 is defined and value_json['hc1']['x'] is defined else 'off'}}",
      ['{"hc1":{"x":"on"}}', "on"],
      ['{"hc1":{}}', null],
    ],
    [
      "EMS-ESP, availability",
      "{{'online' if value_json['x'] is defined else 'offline'}}",
      ['{"x":0}', "online"],
      ['{"x":null}', "online"],
      ["{}", "offline"],
      ["no JSON", null],
    ],
    [
      "EMS-ESP, the contrary",
      "{{'offline' if value_json.x is not defined else 'online'}}",
      ['{"x":0}', "online"],
      ["{}", "offline"],
    ],
    [
      "a text alone",
      "{% if value == '1' %}ON{% else %}OFF{% endif %}",
      ["1", "ON"],
      ["0", "OFF"],
      ["1.0", "OFF"],
    ],
    [
      "a text as a number",
      "{{ 'on' if value | float > 0.5 else 'off' }}",
      ["0.7", "on"],
      ["0.5", "off"],
      ["x", "off"],
      ["0x10", "off"],
    ],
    [
      "a number",
      "{{ 'ON' if value_json.power >= 5 else 'OFF' }}",
      ['{"power":5}', "ON"],
      ['{"power":4.9}', "OFF"],
      ['{"power":"5"}', null],
    ],
    [
      "not equal",
      "{{ 1 if value_json.mode != 'off' else 0 }}",
      ['{"mode":"heat"}', "1"],
      ['{"mode":"off"}', "0"],
    ],
    [
      "true alone",
      "{{ value_json.state == 'on' }}",
      ['{"state":"on"}', "True"],
      ['{"state":"off"}', "False"],
    ],
    [
      "in brackets",
      "{{ (value_json.a.b == true) }}",
      ['{"a":{"b":1}}', "True"],
      ['{"a":{"b":false}}', "False"],
    ],
    ["iif", "{{ iif(value_json.x, 'ON', 'OFF') }}", ['{"x":1}', "ON"], ['{"x":0}', "OFF"]],
    ["the filter iif", "{{ value_json.x | iif('ON', 'OFF') }}", ['{"x":true}', "ON"], ['{"x":""}', "OFF"]],
    ["a default", "{{ value_json.state | default('OFF') }}", ['{"state":"ON"}', "ON"], ["{}", null]],
    ["a default for empty ones", '{{ value_json.state | default("off", true) }}', ['{"state":"on"}', "on"]],
    ["upper case", "{{ value_json.state | upper }}", ['{"state":"on"}', "ON"]],
    ["a method", "{{ value.upper() }}", ["off", "OFF"]],
  ])("of %s: %s", (_, template, ...written) => {
    const reading = readingOf(template);
    expect(reading).not.toBeNull();
    for (const [message, text] of written) {
      expect([message, reading && textIn(message, reading)]).toEqual([message, text]);
    }
  });

  it("is not read where it is long: its time would grow with its square", () => {
    const ofLength = (times: number) => `{{ value_json.x${" | string".repeat(times)} }}`;
    expect(readingOf(ofLength(100))).toEqual({ path: ["x"] });
    expect(readingOf(ofLength(200))).toBeNull();
  });

  it("is used where the value has it", () => {
    expect(textAt("ON", [])).toBe("ON");
    expect(textAt('{"a":{"b":[true]}}', ["a", "b", "0"])).toBe("true");
    expect(textAt('{"a":{}}', ["a"])).toBeNull();
    expect(textAt('{"a":1}', ["toString"])).toBeNull();
    expect(textAt("no JSON", ["a"])).toBeNull();
    expect([equalsText("true", "True"), equalsText("true", "false"), equalsText("on", "ON")]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
