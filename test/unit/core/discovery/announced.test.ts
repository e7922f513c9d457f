import { describe, expect, it } from "vitest";
import { announced } from "../../../../broker/discovery/announced.ts";
import { pathOf, says, textAt } from "../../../../broker/discovery/reading.ts";
import { BY_DISCOVERY } from "../../../support/announced-by-discovery.ts";
import { ANNOUNCED } from "../../../support/announced-devices.ts";

describe("what announces itself", () => {
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

  it("[F276] whatever stands there, it is a list, and no more than what its topic may announce", () => {
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

describe("a template", () => {
  it.each([
    [undefined, []],
    ["{{ value }}", []],
    ["{{ value_json.state }}", ["state"]],
    ["{{value_json.a.b}}", ["a", "b"]],
    [`{{ value_json['relay 1']["on"][0] }}`, ["relay 1", "on", "0"]],
    ["{{ value_json.state | lower }}", null],
    ["{% if value_json.a %}ON{% endif %}", null],
    ["{{ value_json }}", null],
  ])("%s is a path, or too much", (template, path) => {
    expect(pathOf(template)).toEqual(path);
  });

  it("is read where there is something to read", () => {
    expect(textAt("ON", [])).toBe("ON");
    expect(textAt('{"a":{"b":[true]}}', ["a", "b", "0"])).toBe("true");
    expect(textAt('{"a":{}}', ["a"])).toBeNull();
    expect(textAt('{"a":1}', ["toString"])).toBeNull();
    expect(textAt("no JSON", ["a"])).toBeNull();
    expect([says("true", "True"), says("true", "false"), says("on", "ON")]).toEqual([true, false, false]);
  });
});
