/** Values of announcements in another JSON type than documented mean what firmware means by them. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DiscoveredSwitch } from "../../../../broker/contract/discovered.ts";
import { announcedDevices } from "../../../../broker/discovery/announced.ts";

const announced = (topic: string, payload: object) => announcedDevices(topic, JSON.stringify(payload), 512);
const first = (topic: string, payload: object) => announced(topic, payload)[0];
const SWITCH = "homeassistant/switch/a/config";
const LIGHT = "homeassistant/light/a/config";
const TASMOTA = "tasmota/discovery/A/config";

const plug = { name: "Plug", cmd_t: "a/set", stat_t: "a", pl_on: "1", pl_off: "0" };
const tasmota = { dn: "Plug", t: "p", tp: ["cmnd", "stat", "tele"], rl: [1] };

describe("a switch announced to Home Assistant", () => {
  it.each<[unknown, boolean]>([
    ...(["true", "True", " yes ", "on", "enable", "1", 1, 2, true].map((value) => [value, true]) as [
      unknown,
      true,
    ][]),
    ...(["false", "no", "off", "0", "", 0, false, null, [], {}].map((value) => [value, false]) as [
      unknown,
      false,
    ][]),
  ])("whose commands are retained: %j is %s", (retain, expected) => {
    expect(first(SWITCH, { ...plug, retain })?.how).toMatchObject({ retain: expected });
    expect(first(SWITCH, { ...plug, ret: retain })?.how).toMatchObject({ retain: expected });
  });

  it.each<[object, object]>([
    [
      { pl_on: 1, pl_off: 0 },
      { payloadOn: "1", payloadOff: "0", state: { on: "1", off: "0" } },
    ],
    [
      { pl_on: true, pl_off: false },
      { payloadOn: "true", payloadOff: "false", state: { on: "true", off: "false" } },
    ],
    [
      { pl_on: { on: 1 }, pl_off: { on: 0 } },
      { payloadOn: '{"on":1}', payloadOff: '{"on":0}' },
    ],
    [{ stat_on: 1, stat_off: 0 }, { state: { on: "1", off: "0" } }],
    [
      { pl_on: null, pl_off: null },
      { payloadOn: "ON", payloadOff: "OFF" },
    ],
    [
      { cmd_t: 7, stat_t: 8 },
      { commandTopic: "7", state: { topic: "8" } },
    ],
    [{ "~": 7, cmd_t: "~/set" }, { commandTopic: "7/set" }],
    [
      { qos: "1", optimistic: "false", ent_cat: false, en: "true" },
      { commandTopic: "a/set", state: { topic: "a" } },
    ],
    [{ stat_t: "" }, { state: null }],
    [{ stat_t: false }, { state: null }],
    [{ cmd_tpl: "", val_tpl: false }, { state: { path: [] } }],
    [
      { avty_t: "a/there", pl_avail: 1, pl_not_avail: false },
      { availability: [{ online: "1", offline: "false" }] },
    ],
    [{ avty: "a/there" }, { availability: [{ topic: "a/there", online: "online" }] }],
    [{ avty: ["a/there", { t: 5 }, 6] }, { availability: [{ topic: "a/there" }, { topic: "5" }] }],
    [
      { avty_t: "", avty: [{ t: "a/there", val_tpl: "" }] },
      { availability: [{ topic: "a/there", path: [] }] },
    ],
  ])("%j", (fields, how) => {
    expect(first(SWITCH, { ...plug, ...fields })?.how).toMatchObject(how);
  });

  it.each([{ cmd_t: "" }, { cmd_t: false }, { cmd_t: null }, { cmd_t: ["a"] }])(
    "%j has no commands",
    (fields) => {
      expect(first(SWITCH, { ...plug, ...fields })?.how).toEqual({
        whyNot: "It names no topic for commands.",
      });
    },
  );

  it.each<[object, string]>([
    [{ name: 5 }, "5"],
    [{ name: "", dev: { name: "Hall" } }, "Hall"],
    [{ name: false, device: { name: 12 } }, "12"],
    [{ name: null, dev: "Hall" }, "a"],
  ])("%j is named %s", (fields, name) => {
    expect(first(SWITCH, { ...plug, ...fields })?.name).toBe(name);
  });

  it("that is a light has its schema in any case", () => {
    expect(first(LIGHT, { ...plug, schema: "JSON" })?.how).toMatchObject({ payloadOn: '{"state":"ON"}' });
  });
});

describe("a plug by Tasmota", () => {
  it.each<[object, object]>([
    [{ rl: ["1"] }, { commandTopic: "cmnd/p/POWER" }],
    [{ rl: [true, false] }, { commandTopic: "cmnd/p/POWER" }],
    [{ rl: ["1", "1"] }, { commandTopic: "cmnd/p/POWER1" }],
    [{ rl: ["3"] }, { whyNot: "It is half of a shutter." }],
    [{ rl: 1 }, { commandTopic: "cmnd/p/POWER" }],
    [{ state: [0, 1] }, { payloadOn: "1", payloadOff: "0", state: { on: "1", off: "0" } }],
    [{ state: ["0", "1"] }, { payloadOn: "1", payloadOff: "0" }],
    [{ state: [false, true] }, { payloadOn: "true", payloadOff: "false" }],
    [{ state: ["", null] }, { payloadOn: "ON", payloadOff: "OFF" }],
    [{ t: 5, tp: [1, 2, 3] }, { commandTopic: "1/5/POWER" }],
    [{ onln: 1, ofln: 0 }, { availability: [{ online: "1", offline: "0" }] }],
    [{ onln: null, ofln: "" }, { availability: [{ online: "Online", offline: "Offline" }] }],
    [{ ft: null }, { commandTopic: "cmnd/p/POWER" }],
    [{ so: [], lk: "0", ver: "1", swc: "-1" }, { commandTopic: "cmnd/p/POWER" }],
  ])("%j", (fields, how) => {
    expect(first(TASMOTA, { ...tasmota, ...fields })?.how).toMatchObject(how);
  });

  it.each<[object, string]>([
    [{ fn: [12] }, "12"],
    [{ fn: "Boiler" }, "Boiler"],
    [{ fn: [""] }, "Plug"],
    [{ fn: [false], dn: "" }, "A"],
  ])("%j is named %s", (fields, name) => {
    expect(first(TASMOTA, { ...tasmota, ...fields })?.name).toBe(name);
  });

  it.each([["0"], [null], ["x"], [{}], [" "], {}, "relay", 0])("with rl %j announces none", (...rl) => {
    expect(announced(TASMOTA, { ...tasmota, rl })).toEqual([]);
  });
});

it("any value in any field gives a switch, or a reason", () => {
  const names =
    "~ name cmd_t stat_t avty_t avty avty_mode pl_on pl_off stat_on stat_off ret retain schema val_tpl cmd_tpl dev o cmps p ent_cat on_cmd_type dn fn t tp ft hn rl state onln ofln brightness bri_scl bri_cmd_t bri_stat_t sup_clrm ops min max lt_st so";
  const field = fc.oneof(
    fc.constantFrom("a", "", "~/b", "switch", "light", "json", "1", true, false, null, 0, 1, -1.5),
    fc.jsonValue({ maxDepth: 2 }),
  );
  const payload = fc.dictionary(
    fc.constantFrom(...names.split(" ")),
    fc.oneof(
      field,
      fc.array(field),
      fc.dictionary(fc.constantFrom("t", "name", "topic", "p", "cmd_t"), field),
    ),
  );
  fc.assert(
    fc.property(
      payload,
      fc.constantFrom(SWITCH, LIGHT, "homeassistant/device/a/config", TASMOTA),
      (fields, topic) => {
        for (const { name, source, how } of announced(topic, fields)) {
          expect([typeof name, typeof source]).toEqual(["string", "string"]);
          if (!("whyNot" in how)) expect(DiscoveredSwitch.safeParse(how).success).toBe(true);
        }
      },
    ),
    { numRuns: 2000, examples: [[{ cmd_t: "a", avty: [null] }, SWITCH]] },
  );
});
