/**
 * A Tasmota and a Zigbee2MQTT device that announce a switch and obey it, after their documentation ("MQTT" of
 * Tasmota; "Availability", "MQTT topics and messages" of Zigbee2MQTT). Topics as in root view.
 */

export interface Announcing {
  /** Topic and payload of its announcement. */
  place: string;
  announcement: object;
  will: { topic: string; payload: string };
  /** Retained messages that it publishes after it has connected. */
  birth: [topic: string, payload: string][];
  commands: string;
  /** Messages that it publishes in reply to a command, or null for an unknown command. */
  obey(payload: string, topic: string): [topic: string, payload: string][];
  pressed(state: "ON" | "OFF"): [topic: string, payload: string][];
}

/** `reports` in place of those of a plug with one relay: the rest of the topic, and the payload. */
export function tasmota(
  reports: (state: string) => [topic: string, payload: string][] = (state) => [
    ["stat RESULT", JSON.stringify({ POWER: state })],
    ["stat POWER", state],
  ],
  rl: number[] = [1, 0],
): Announcing {
  const topic = "tasmota_129D1F";
  const says = (state: string): [string, string][] =>
    reports(state).map(([where, payload]) => [where.replace(" ", `/${topic}/`), payload]);
  return {
    place: "tasmota/discovery/DC4F22129D1F/config",
    announcement: {
      dn: "Tasmota",
      fn: ["Kitchen lamp", null],
      mac: "DC4F22129D1F",
      hn: "tasmota-9D1F",
      rl,
      ofln: "Offline",
      onln: "Online",
      state: ["OFF", "ON", "TOGGLE", "HOLD"],
      sw: "14.2.0",
      ver: 1,
      t: topic,
      ft: "%prefix%/%topic%/",
      tp: ["cmnd", "stat", "tele"],
    },
    will: { topic: `tele/${topic}/LWT`, payload: "Offline" },
    birth: [[`tele/${topic}/LWT`, "Online"]],
    commands: `cmnd/${topic}/#`,
    obey: (payload) => (payload === "ON" || payload === "OFF" ? says(payload) : []),
    pressed: says,
  };
}

export function zigbee2mqtt(): Announcing {
  const base = "zigbee2mqtt/Kitchen lamp";
  const says = (state: string): [string, string][] => [[base, JSON.stringify({ linkquality: 120, state })]];
  return {
    place: "homeassistant/switch/0x00158d0001a2b3c4/switch/config",
    announcement: {
      availability: [
        { topic: "zigbee2mqtt/bridge/state", value_template: "{{ value_json.state }}" },
        { topic: `${base}/availability`, value_template: "{{ value_json.state }}" },
      ],
      availability_mode: "all",
      command_topic: `${base}/set`,
      name: null,
      device: { identifiers: ["zigbee2mqtt_0x00158d0001a2b3c4"], name: "Kitchen lamp" },
      origin: { name: "Zigbee2MQTT", sw: "2.0.0", url: "https://www.zigbee2mqtt.io" },
      payload_off: "OFF",
      payload_on: "ON",
      state_topic: base,
      value_template: "{{ value_json.state }}",
    },
    will: { topic: "zigbee2mqtt/bridge/state", payload: '{"state":"offline"}' },
    birth: [
      ["zigbee2mqtt/bridge/state", '{"state":"online"}'],
      [`${base}/availability`, '{"state":"online"}'],
    ],
    commands: `${base}/set`,
    obey: (payload) => (payload === "ON" || payload === "OFF" ? says(payload) : []),
    pressed: says,
  };
}

/** A bulb: its commands and reports are JSON, with a brightness up to 254. */
export function zigbeeBulb(): Announcing & {
  turned(brightness: number): [topic: string, payload: string][];
} {
  const made = zigbee2mqtt();
  const base = "zigbee2mqtt/Kitchen lamp";
  const state: Record<string, unknown> = { state: "OFF", brightness: 254 };
  const says = (): [string, string][] => [[base, JSON.stringify({ linkquality: 120, ...state })]];
  const { payload_on, payload_off, value_template, ...announcement } = made.announcement as Record<
    string,
    unknown
  >;
  return {
    ...made,
    place: "homeassistant/light/0x001788010203abcd/light/config",
    announcement: {
      ...announcement,
      schema: "json",
      brightness: true,
      brightness_scale: 254,
      supported_color_modes: ["brightness"],
    },
    commands: `${base}/set/#`,
    obey: (payload, topic) => {
      const key = topic.slice(`${base}/set/`.length);
      // a number or a word on a topic of its own
      if (key !== "") state[key] = /^-?\d/.test(payload) ? Number(payload) : payload;
      else Object.assign(state, JSON.parse(payload));
      return says();
    },
    pressed: (pressed) => {
      state.state = pressed;
      return says();
    },
    turned: (brightness) => {
      state.brightness = brightness;
      return says();
    },
  };
}

/**
 * A number, a select and a setting of the bulb's device, on topics of their own (Zigbee2MQTT, its extension for Home Assistant): their
 * commands go below the topic of the bulb's.
 */
export function zigbeeParts(): [place: string, announcement: object][] {
  const base = "zigbee2mqtt/Kitchen lamp";
  const part = (platform: string, key: string, more: object): [string, object] => [
    `homeassistant/${platform}/0x001788010203abcd/${key}/config`,
    {
      command_topic: `${base}/set/${key}`,
      device: { identifiers: ["zigbee2mqtt_0x00158d0001a2b3c4"], name: "Kitchen lamp" },
      name: key,
      state_topic: base,
      value_template: `{{ value_json.${key} }}`,
      ...more,
    },
  ];
  return [
    part("number", "motor_speed", { min: 0, max: 10, step: 2, unit_of_measurement: "rpm" }),
    part("select", "scene", { options: ["day", "night"] }),
    part("select", "power_on_behavior", { options: ["on", "off"], entity_category: "config" }),
  ];
}

/** A dimmer (`xdrv_04_light.ino`): `Dimmer` switches it on, and is reported with POWER. */
export function tasmotaDimmer(): Announcing {
  const made = tasmota(undefined, [2]);
  const state = { POWER: "OFF", Dimmer: 100 };
  const result = (): [string, string] => ["stat/tasmota_129D1F/RESULT", JSON.stringify(state)];
  return {
    ...made,
    announcement: { ...made.announcement, lt_st: 1, so: { "4": 0, "68": 0 } },
    obey: (payload, topic) => {
      if (topic.endsWith("/Dimmer")) {
        Object.assign(state, { Dimmer: Number(payload), POWER: "ON" });
        return [result()];
      }
      state.POWER = payload;
      return [
        ["stat/tasmota_129D1F/RESULT", JSON.stringify({ POWER: payload })],
        ["stat/tasmota_129D1F/POWER", payload],
      ];
    },
  };
}

/** As on the page "MQTT discovery" of Home Assistant: commands and states stand beside the announcement. */
export function besideItsAnnouncement(base: string, more: object = {}): Announcing {
  const isJson = "schema" in more;
  const says = (state: string): [string, string][] => [
    [`${base}/state`, isJson ? JSON.stringify({ state }) : state],
  ];
  return {
    place: `${base}/config`,
    announcement: {
      "~": base,
      name: "Kitchen lamp",
      unique_id: "p",
      cmd_t: "~/set",
      stat_t: "~/state",
      avty_t: "~/there",
      ...more,
    },
    will: { topic: `${base}/there`, payload: "offline" },
    birth: [[`${base}/there`, "online"]],
    commands: `${base}/set`,
    obey: (payload) => says(payload.includes("ON") ? "ON" : "OFF"),
    pressed: says,
  };
}
