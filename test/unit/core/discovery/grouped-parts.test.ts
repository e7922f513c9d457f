/** Numbers and selects on topics of their own, grouped under the switch or light of their device. */

import { expect, it } from "vitest";
import { announcedDevices } from "../../../../broker/discovery/announced.ts";
import { GroupedParts } from "../../../../broker/discovery/grouped-parts.ts";
import { announcedPart } from "../../../../broker/discovery/home-assistant.ts";

const NUMBER = "homeassistant/number/0x1/speed/config";
const speed = (more: object = {}) => ({ cmd_t: "z/set/speed", stat_t: "z", dev: { ids: ["x"] }, ...more });
const lamp = (more: object = {}) => ({
  cmd_t: "z/set",
  stat_t: "z",
  dev: { ids: "x", name: "Lamp" },
  ...more,
});

function keysOf(parts: [string, object][], switches: object[], mayCommand = (_: string) => true) {
  const grouped = new GroupedParts();
  const found = switches.flatMap((each, at) =>
    announcedDevices(`homeassistant/light/${at}/config`, JSON.stringify(each), 64),
  );
  for (const each of found) grouped.count(each);
  for (const [topic, payload] of parts) {
    const part = announcedPart(topic, JSON.stringify(payload));
    if (part !== null) grouped.add(part);
  }
  return found.map((each) => {
    const { how } = grouped.join(each, 64, mayCommand);
    return "whyNot" in how ? how.whyNot : (how.controls ?? []).map(({ control }) => control.key);
  });
}

it("a number and a select are controls of the light with their identifier, after its own", () => {
  const parts: [string, object][] = [
    [NUMBER, speed({ dev: { ids: ["y", "x"] } })],
    ["homeassistant/select/scene/config", speed({ cmd_t: "z/set/scene", ops: ["a", "b"] })],
  ];
  const light = lamp({ schema: "json", brightness: true });
  expect(keysOf(parts, [light])).toEqual([["brightness", "speed", "scene"]]);
});

it.each<[string, [string, object], object[]]>([
  ["a setting of the device", [NUMBER, speed({ ent_cat: "config" })], [lamp()]],
  ["a number of another device", [NUMBER, speed({ dev: { ids: ["y"] } })], [lamp()]],
  ["a number without identifiers", [NUMBER, speed({ dev: {} })], [lamp({ dev: {} })]],
  ["a number of a device with two switches", [NUMBER, speed()], [lamp(), lamp()]],
  ["a number whose topic is too long", [NUMBER, speed({ cmd_t: "z".repeat(65) })], [lamp()]],
  ["a number whose commands need a template", [NUMBER, speed({ cmd_tpl: "{{ value * 10 }}" })], [lamp()]],
  ["bounds that are the wrong way round", [NUMBER, speed({ min: 5, max: 1 })], [lamp()]],
  ["a sensor", ["homeassistant/sensor/0x1/speed/config", speed()], [lamp()]],
])("%s is no control", (_, part, switches) => {
  for (const keys of keysOf([part], switches)) expect(keys).toEqual([]);
});

it("commands that would control something else make no control, and the lamp is switched without it", () => {
  expect(keysOf([[NUMBER, speed()]], [lamp()], (topic) => topic !== "z/set/speed")).toEqual([[]]);
});

it("a payload that is no object, or announces a thousand numbers, makes no more than eight controls", () => {
  expect(announcedPart(NUMBER, "[]")).toBeNull();
  expect(announcedPart(NUMBER, "{")).toBeNull();
  const many = Array.from({ length: 2000 }, (_, at): [string, object] => [
    `homeassistant/number/0x1/k${at}/config`,
    speed(),
  ]);
  expect(keysOf(many, [lamp()])[0]).toHaveLength(8);
});
