/** Announcements in the format that each maker documents, and the device that the broker makes of them. */

import type { DiscoveredSwitch } from "../../broker/contract/discovered.ts";

export interface AnnouncedDevice {
  title: string;
  topic: string;
  payload: unknown;
  /** One row a device: name, source, and the command topic or the reason why it has none. */
  found: [name: string, source: string, how: string][];
  how?: Partial<DiscoveredSwitch>;
}

const Z2M = { name: "Zigbee2MQTT", sw: "2.0.0", url: "https://www.zigbee2mqtt.io" };
const Z2M_AVAILABILITY = [
  { topic: "zigbee2mqtt/bridge/state", value_template: "{{ value_json.state }}" },
  { topic: "zigbee2mqtt/Kitchen lamp/availability", value_template: "{{ value_json.state }}" },
];
const TASMOTA = {
  ip: "192.168.1.20",
  dn: "Boiler",
  hn: "tasmota-9D1F-0415",
  mac: "DC4F22129D1F",
  md: "Sonoff Basic",
  ty: 0,
  if: 0,
  ofln: "Offline",
  onln: "Online",
  state: ["OFF", "ON", "TOGGLE", "HOLD"],
  sw: "14.2.0",
  t: "tasmota_129D1F",
  ft: "%prefix%/%topic%/",
  tp: ["cmnd", "stat", "tele"],
  so: { "4": 0, "30": 0 },
  swc: [-1, -1],
  btn: [0, 0],
  lk: 0,
  lt_st: 0,
  ver: 1,
};

export const ANNOUNCED: readonly AnnouncedDevice[] = [
  {
    title: "a plug by Zigbee2MQTT",
    topic: "homeassistant/switch/0x00158d0001a2b3c4/switch/config",
    payload: {
      availability: Z2M_AVAILABILITY,
      availability_mode: "all",
      command_topic: "zigbee2mqtt/Kitchen lamp/set",
      device: {
        identifiers: ["zigbee2mqtt_0x00158d0001a2b3c4"],
        manufacturer: "Xiaomi",
        name: "Kitchen lamp",
      },
      name: null,
      object_id: "kitchen_lamp",
      origin: Z2M,
      payload_off: "OFF",
      payload_on: "ON",
      state_topic: "zigbee2mqtt/Kitchen lamp",
      unique_id: "0x00158d0001a2b3c4_switch_zigbee2mqtt",
      value_template: "{{ value_json.state }}",
    },
    found: [["Kitchen lamp", "Zigbee2MQTT", "zigbee2mqtt/Kitchen lamp/set"]],
    how: {
      state: { topic: "zigbee2mqtt/Kitchen lamp", path: ["state"], on: "ON", off: "OFF" },
      availability: Z2M_AVAILABILITY.map(({ topic }) => ({
        topic,
        path: ["state"],
        online: "online",
        offline: "offline",
      })),
      availabilityMode: "all",
    },
  },
  {
    title: "a bulb by Zigbee2MQTT",
    topic: "homeassistant/light/0x001788010203abcd/light/config",
    payload: {
      brightness: true,
      brightness_scale: 254,
      schema: "json",
      supported_color_modes: ["brightness"],
      command_topic: "zigbee2mqtt/Bulb/set",
      device: { identifiers: ["zigbee2mqtt_0x001788010203abcd"], name: "Bulb" },
      name: null,
      origin: Z2M,
      state_topic: "zigbee2mqtt/Bulb",
    },
    found: [["Bulb", "Zigbee2MQTT", "zigbee2mqtt/Bulb/set"]],
    how: {
      controls: [
        {
          control: { key: "brightness", kind: "number", min: 1, max: 100, step: 1, name: null, unit: "%" },
          commandKey: "brightness",
          commandTopic: null,
          report: { topic: "zigbee2mqtt/Bulb", path: ["brightness"] },
          scale: 254,
        },
      ],
      payloadOn: '{"state":"ON"}',
      payloadOff: '{"state":"OFF"}',
      availability: [],
      state: { topic: "zigbee2mqtt/Bulb", path: ["state"], on: "ON", off: "OFF" },
    },
  },
  {
    title: "a group by Zigbee2MQTT",
    topic: "homeassistant/light/1221051039810110150109113116116_9/light/config",
    payload: {
      schema: "json",
      command_topic: "zigbee2mqtt/Hall/set",
      state_topic: "zigbee2mqtt/Hall",
      name: null,
      device: {
        identifiers: ["zigbee2mqtt_1221051039810110150109113116116_9"],
        model: "Group",
        name: "Hall",
      },
      origin: Z2M,
    },
    found: [["Hall", "Zigbee2MQTT", "zigbee2mqtt/Hall/set"]],
  },
  {
    title: "a switch by ESPHome",
    topic: "homeassistant/switch/workshop/fan/config",
    payload: {
      name: "Fan",
      stat_t: "workshop/switch/fan/state",
      cmd_t: "workshop/switch/fan/command",
      avty_t: "workshop/status",
      uniq_id: "ESPswitchfan",
      dev: {
        ids: "a0b1c2d3e4f5",
        name: "Workshop",
        sw: "esphome v2025.10.1",
        mdl: "esp32dev",
        mf: "Espressif",
      },
    },
    found: [["Workshop Fan", "Espressif", "workshop/switch/fan/command"]],
    how: {
      payloadOn: "ON",
      payloadOff: "OFF",
      availability: [{ topic: "workshop/status", path: [], online: "online", offline: "offline" }],
    },
  },
  {
    title: "a light by ESPHome",
    topic: "homeassistant/light/workshop/ceiling/config",
    payload: {
      schema: "json",
      color_mode: true,
      supported_color_modes: ["onoff"],
      name: "Ceiling",
      stat_t: "workshop/light/ceiling/state",
      cmd_t: "workshop/light/ceiling/command",
      dev: { ids: "a0b1c2d3e4f5", name: "Workshop", mf: "Espressif" },
    },
    found: [["Workshop Ceiling", "Espressif", "workshop/light/ceiling/command"]],
  },
  {
    title: "one relay of Tasmota",
    topic: "tasmota/discovery/DC4F22129D1F/config",
    payload: { ...TASMOTA, fn: ["Boiler", null], rl: [1, 0, 0, 0] },
    found: [["Boiler", "Tasmota", "cmnd/tasmota_129D1F/POWER"]],
    how: {
      state: { topic: "stat/tasmota_129D1F/POWER", path: [], on: "ON", off: "OFF" },
      availability: [{ topic: "tele/tasmota_129D1F/LWT", path: [], online: "Online", offline: "Offline" }],
    },
  },
  {
    title: "two relays of Tasmota, with topics the other way round",
    topic: "tasmota/discovery/DC4F22129D1F/config",
    payload: { ...TASMOTA, fn: ["Left", null], rl: [1, 1, 0, 0], ft: "home/%topic%/%prefix%/" },
    found: [
      ["Left", "Tasmota", "home/tasmota_129D1F/cmnd/POWER1"],
      ["Boiler 2", "Tasmota", "home/tasmota_129D1F/cmnd/POWER2"],
    ],
  },
  {
    title: "a relay of Tasmota that is the second",
    topic: "tasmota/discovery/DC4F22129D1F/config",
    payload: { ...TASMOTA, fn: ["Boiler", null], rl: [0, 1] },
    found: [["Boiler", "Tasmota", "cmnd/tasmota_129D1F/POWER2"]],
  },
  {
    title: "a light of Tasmota, with a topic by its hostname and other words for on and off",
    topic: "tasmota/discovery/DC4F22129D1F/config",
    payload: {
      ...TASMOTA,
      fn: ["Strip"],
      rl: [2],
      lt_st: 4,
      ft: "%hostname%/%id%/%prefix%/",
      state: ["0", "1"],
    },
    found: [["Strip", "Tasmota", "tasmota-9D1F-0415/129D1F/cmnd/POWER"]],
    how: { payloadOn: "1", payloadOff: "0" },
  },
  {
    title: "a shutter of Tasmota",
    topic: "tasmota/discovery/DC4F22129D1F/config",
    payload: { ...TASMOTA, fn: ["Blind", "Blind"], rl: [3, 3] },
    found: [
      ["Blind", "Tasmota", "shutter"],
      ["Blind", "Tasmota", "shutter"],
    ],
  },
];
