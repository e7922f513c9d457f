import { describe, expect, it } from "vitest";
import { announcedDevices as announcedOf } from "../../../../broker/discovery/announced.ts";
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
  "an announcement that moves into that of its device has no device: %j",
  (payload) => {
    for (const platform of ["switch", "light", "device"]) {
      const topic = `homeassistant/${platform}/x/config`;
      expect(announcedOf(topic, JSON.stringify(payload), 512)).toEqual([]);
    }
  },
);
