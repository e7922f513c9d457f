import { describe, expect, it } from "vitest";
import { announcedDevices as announcedOf } from "../../../../broker/discovery/announced.ts";
import { equalsText, pathOf, readingOf, textAt, textIn } from "../../../../broker/discovery/reading.ts";
import { whyNotCommanded } from "../../../../broker/hub/devices/discovered-list.ts";
import { BY_DISCOVERY } from "../../../support/announced-by-home-assistant.ts";
import { ANNOUNCED } from "../../../support/announced-devices.ts";

const MAX_TOPIC_BYTES = 512;
const announced = (topic: string, payload: string | null) => announcedOf(topic, payload, MAX_TOPIC_BYTES);

describe("an announcement", () => {
  it.each([...ANNOUNCED, ...BY_DISCOVERY])("$title", ({ topic, payload, found, how }) => {
    const made = announced(topic, JSON.stringify(payload));
    expect(made.map(({ name, source }) => [name, source])).toEqual(found.map((row) => row.slice(0, 2)));
    made.forEach((each, at) => {
      const said = "whyNot" in each.how ? each.how.whyNot : each.how.commandTopic;
      expect(said).toContain(found[at]?.[2]);
    });
    expect(new Set(made.map(({ place }) => place)).size).toBe(made.length);
    if (how !== undefined) expect(made[0]?.how).toMatchObject(how);
  });

  it("[F276] with any content gives a list, of at most the components that its topic may announce", () => {
    const odd = ["", "{", "null", "[]", "7", '"x"', "{}", '{"cmps":7}', '{"cmps":{"a":null}}', '{"rl":"x"}'];
    const more = ['{"rl":[1],"tp":null}', '{"avty":[null]}', '{"cmd_t":{}}', '{"dev":7,"o":[],"cmd_t":"a"}'];
    const topics = ["switch/a", "light/a/b", "device/a"].map((part) => `homeassistant/${part}/config`);
    for (const payload of [...odd, ...more]) {
      for (const topic of [...topics, "tasmota/discovery/A/config"]) {
        for (const { name, source, how } of announced(topic, payload)) {
          expect([typeof name, typeof source, typeof how]).toEqual(["string", "string", "object"]);
        }
      }
      expect(announced("homeassistant/status", payload)).toEqual([]);
      expect(announced("tasmota/discovery/A/sensors", payload)).toEqual([]);
    }
  });
});

describe("an announcement is bounded", () => {
  const TASMOTA = "tasmota/discovery/A/config";
  const plug = { t: "t", tp: ["cmnd", "stat", "tele"], rl: [1] };
  const lamp = { p: "light", cmd_t: "lamp/set" };
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`c${at}`, lamp]));
  const long = (length: number) => "x".repeat(length);

  it.each<[string, string, object, string]>([
    ["relays", TASMOTA, { ...plug, rl: Array(65).fill(1) }, "65 relays"],
    ["the pattern of topics", TASMOTA, { ...plug, ft: `%prefix%/${long(520)}/` }, "512 bytes"],
    ["a name within that pattern", TASMOTA, { ...plug, t: long(513), ft: "%topic%".repeat(70) }, "512 bytes"],
    [
      "topics made of the pattern",
      TASMOTA,
      { ...plug, t: long(300), ft: "%prefix%/%topic%/%topic%/" },
      "512 bytes",
    ],
    ["payloads", TASMOTA, { ...plug, state: ["off", long(257)] }, "256 characters"],
    ["components", "homeassistant/device/a/config", { cmps: many(65) }, "65 components"],
    ["a command topic", "homeassistant/light/a/config", { cmd_t: long(513) }, "512 bytes"],
    ["a name", "homeassistant/light/a/config", { ...lamp, name: long(101) }, "100 characters"],
    [
      "availability",
      "homeassistant/light/a/config",
      { ...lamp, avty: Array(17).fill({ t: "a" }) },
      "17 availability",
    ],
    [
      "a quoted template",
      "homeassistant/switch/a/config",
      { ...lamp, stat_t: "s", val_tpl: `{% ${long(300)} %}` },
      "…",
    ],
  ])("by the length of %s", (_, topic, payload, reason) => {
    const devices = announced(topic, JSON.stringify(payload));
    expect(devices).toHaveLength(1);
    for (const { name, how } of devices) {
      expect(name.length).toBeLessThanOrEqual(100);
      expect("whyNot" in how && how.whyNot).toContain(reason);
      expect(JSON.stringify(how).length).toBeLessThan(300);
    }
  });

  it("by its own length, before it is parsed", () => {
    for (const topic of [TASMOTA, "homeassistant/switch/a/config", "homeassistant/device/n/a/config"]) {
      const [device, ...others] = announced(topic, null);
      expect(others).toEqual([]);
      expect(device).toMatchObject({
        place: topic,
        how: { whyNot: expect.stringContaining("16,384 bytes") },
      });
    }
    expect(announced("homeassistant/sensor/a/config", null)).toEqual([]);
  });

  it("and accepted with everything at its maximum", () => {
    const name = long(100);
    const devices = announced(
      "homeassistant/device/a/config",
      JSON.stringify({ cmps: many(64), dev: { name } }),
    );
    expect(devices.map(({ name, how }) => [name, "commandTopic" in how])).toEqual(
      Array(64).fill([name, true]),
    );
  });

  it("to switchable components, without settings and diagnostics", () => {
    const setting = { ...lamp, entity_category: "config" };
    expect(announced("homeassistant/switch/a/config", JSON.stringify(setting))).toEqual([]);
    const parts = { cmps: { lamp, setting: { ...lamp, ent_cat: "diagnostic" } } };
    const places = announced("homeassistant/device/a/config", JSON.stringify(parts)).map(
      ({ place }) => place,
    );
    expect(places).toEqual(["homeassistant/device/a/config#lamp"]);
  });
});

describe("a command topic is refused", () => {
  const userId = "5b0b8f6e-8d4f-4b52-9c2b-7c1b1f4d8a11";
  const device = "devices/0e3c7b52-90bb-4d0c-8a51-3e1f0a7f2f10";
  const availability = [{ topic: "plug/there", path: [], online: "1", offline: "0" }];
  const plug = { commandTopic: "plug/set", payloadOn: "1", payloadOff: "0", retain: false, state: null };
  const adopted = [{ ...plug, availability, availabilityMode: "latest" as const }];

  it.each([
    ["", "empty"],
    ["lamp/+", "cannot be published to"],
    ["$SYS/broker", "begins with $"],
    ["homeassistant/light/x/config", "announce themselves"],
    [`${userId}/homeassistant/sensor/node/x/config`, "announce themselves"],
    ["homeassistant/device_automation/node/x/config", "announce themselves"],
    ["homeassistant/status", "announce themselves"],
    ["tasmota/discovery/AABBCC/config", "announce themselves"],
    [`${userId}/tasmota/discovery/AABBCC/sensors`, "announce themselves"],
    ["homeassistant/device/sw_0e3c7b52-90bb-4d0c-8a51-3e1f0a7f2f10/set", "a device of this account"],
    [`${device}/control`, "a device of this account"],
    [`${userId}/${device}/telemetry`, "a device of this account"],
    [`${device}/status`, "a device of this account"],
    ["plug/set", "adopted before"],
    ["plug/there", "adopted before"],
  ])("[F443] where it is %j", (topic, reason) => {
    expect(whyNotCommanded(userId, topic, adopted)).toContain(reason);
  });

  it("in no other case", () => {
    const beside = [
      "switch/x/set",
      "light/x/state",
      "switch/hub/111/set",
      "config",
      "switch/config",
      "a/b/c/d/config",
    ];
    const own = [
      ...beside.map((each) => `homeassistant/${each}`),
      "tasmota/discovery",
      "tasmota/discovery/A/set",
    ];
    for (const topic of ["lamp/set", "/lamp", `${userId}/lamp`, ...own]) {
      expect(whyNotCommanded(userId, topic, adopted)).toBeNull();
    }
  });
});

it.each([{ migrate_discovery: true }, { migr_discvry: true }])(
  "an announcement that moves into that of its device is none: %j",
  (payload) => {
    for (const platform of ["switch", "light", "device"]) {
      const topic = `homeassistant/${platform}/x/config`;
      expect(announcedOf(topic, JSON.stringify(payload), 512)).toEqual([]);
    }
  },
);

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
