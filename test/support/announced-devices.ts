/** Announcements in the shape that each maker documents, and what is made of them. */

import type { FoundSwitch } from "../../broker/contract/found.ts";

export interface AnnouncedDevice {
  title: string;
  topic: string;
  payload: unknown;
  /** Name, source, and the commands' topic or a word of why there is none; a row for each. */
  found: [name: string, source: string, how: string][];
  how?: Partial<FoundSwitch>;
}

const Z2M = { name: "Zigbee2MQTT", sw: "2.0.0", url: "https://www.zigbee2mqtt.io" };
const Z2M_AVAILABILITY = [
  { topic: "zigbee2mqtt/bridge/state", value_template: "{{ value_json.state }}" },
  { topic: "zigbee2mqtt/Kitchen lamp/availability", value_template: "{{ value_json.state }}" },
];
const TASMOTA = {
  ...{ ip: "192.168.1.20", dn: "Boiler", hn: "tasmota-9D1F-0415", mac: "DC4F22129D1F", md: "Sonoff Basic" },
  ...{ ty: 0, if: 0, ofln: "Offline", onln: "Online", state: ["OFF", "ON", "TOGGLE", "HOLD"], sw: "14.2.0" },
  ...{ t: "tasmota_129D1F", ft: "%prefix%/%topic%/", tp: ["cmnd", "stat", "tele"], so: { "4": 0, "30": 0 } },
  ...{ swc: [-1, -1], btn: [0, 0], lk: 0, lt_st: 0, ver: 1 },
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
      ...{ name: null, object_id: "kitchen_lamp", origin: Z2M, payload_off: "OFF", payload_on: "ON" },
      state_topic: "zigbee2mqtt/Kitchen lamp",
      ...{ unique_id: "0x00158d0001a2b3c4_switch_zigbee2mqtt", value_template: "{{ value_json.state }}" },
    },
    found: [["Kitchen lamp", "Zigbee2MQTT", "zigbee2mqtt/Kitchen lamp/set"]],
    how: {
      state: { topic: "zigbee2mqtt/Kitchen lamp", path: ["state"], on: "ON", off: "OFF" },
      availability: Z2M_AVAILABILITY.map(({ topic }) => ({
        ...{ topic, path: ["state"], online: "online", offline: "offline" },
      })),
      availabilityMode: "all",
    },
  },
  {
    title: "a bulb by Zigbee2MQTT",
    topic: "homeassistant/light/0x001788010203abcd/light/config",
    payload: {
      ...{ brightness: true, brightness_scale: 254, schema: "json", supported_color_modes: ["brightness"] },
      command_topic: "zigbee2mqtt/Bulb/set",
      device: { identifiers: ["zigbee2mqtt_0x001788010203abcd"], name: "Bulb" },
      ...{ name: null, origin: Z2M, state_topic: "zigbee2mqtt/Bulb" },
    },
    found: [["Bulb", "Zigbee2MQTT", "zigbee2mqtt/Bulb/set"]],
    how: {
      ...{ payloadOn: '{"state":"ON"}', payloadOff: '{"state":"OFF"}', availability: [] },
      state: { topic: "zigbee2mqtt/Bulb", path: ["state"], on: "ON", off: "OFF" },
    },
  },
  {
    title: "a group by Zigbee2MQTT",
    topic: "homeassistant/light/1221051039810110150109113116116_9/light/config",
    payload: {
      ...{
        schema: "json",
        command_topic: "zigbee2mqtt/Hall/set",
        state_topic: "zigbee2mqtt/Hall",
        name: null,
      },
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
      ...{ name: "Fan", stat_t: "workshop/switch/fan/state", cmd_t: "workshop/switch/fan/command" },
      ...{ avty_t: "workshop/status", uniq_id: "ESPswitchfan" },
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
      ...{ payloadOn: "ON", payloadOff: "OFF" },
      availability: [{ topic: "workshop/status", path: [], online: "online", offline: "offline" }],
    },
  },
  {
    title: "a light by ESPHome",
    topic: "homeassistant/light/workshop/ceiling/config",
    payload: {
      ...{ schema: "json", color_mode: true, supported_color_modes: ["onoff"], name: "Ceiling" },
      ...{ stat_t: "workshop/light/ceiling/state", cmd_t: "workshop/light/ceiling/command" },
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
  {
    title: "a Shelly of the first generation, announced for Home Assistant",
    topic: "homeassistant/switch/shelly1-A1B2C3/relay_0/config",
    payload: {
      "~": "shellies/shelly1-A1B2C3/",
      ...{ name: "Pump", cmd_t: "~relay/0/command", stat_t: "~relay/0", pl_on: "on", pl_off: "off" },
      ...{ avty_t: "~online", pl_avail: "true", pl_not_avail: "false", uniq_id: "shelly1-A1B2C3-relay-0" },
      dev: { ids: ["shelly1-A1B2C3"], mf: "Shelly", mdl: "Shelly1" },
    },
    found: [["Pump", "Shelly", "shellies/shelly1-A1B2C3/relay/0/command"]],
    how: {
      payloadOn: "on",
      state: { topic: "shellies/shelly1-A1B2C3/relay/0", path: [], on: "on", off: "off" },
    },
  },
  {
    title: "a switch by Z-Wave JS UI",
    topic: "homeassistant/switch/nodeID_7/switch/config",
    payload: {
      ...{ payload_off: "false", payload_on: "true", value_template: "{{ value_json.value }}" },
      command_topic: "zwave/Garage/Door_plug/37/0/targetValue/set",
      state_topic: "zwave/Garage/Door_plug/37/0/currentValue",
      ...{ name: "Door plug_switch", unique_id: "zwavejs2mqtt_0xe1b2_7-37-0-currentValue" },
      device: { identifiers: ["zwavejs2mqtt_0xe1b2_node7"], manufacturer: "AEON Labs", name: "Garage" },
    },
    found: [["Garage Door plug_switch", "AEON Labs", "zwave/Garage/Door_plug/37/0/targetValue/set"]],
    how: {
      state: {
        ...{ topic: "zwave/Garage/Door_plug/37/0/currentValue", path: ["value"] },
        ...{ on: "true", off: "false" },
      },
    },
  },
  {
    title: "a strip of WLED, whose light is read by a template",
    topic: "homeassistant/light/wled-a1b2c3/config",
    payload: {
      ...{ name: "Shelf", cmd_t: "wled/a1b2c3/api", stat_t: "wled/a1b2c3/v", schema: "template" },
      ...{ cmd_on_tpl: "<set>ON</set>", cmd_off_tpl: "<set>OFF</set>" },
      dev: { ids: ["wled-a1b2c3"], mf: "Aircoookie", mdl: "WLED" },
    },
    found: [["Shelf", "Aircoookie", "templates"]],
  },
  {
    title: "a switch by OpenMQTTGateway",
    topic: "homeassistant/switch/246F28A1B2C3-restart/config",
    payload: {
      ...{
        cmd_t: "home/OMG_ESP32/commands/MQTTtoSYS/config",
        pl_on: '{"cmd":"restart"}',
        name: "Restart OMG",
      },
      ...{ avty_t: "home/OMG_ESP32/LWT", pl_avail: "online", pl_not_avail: "offline", pl_off: "" },
      device: { identifiers: ["246F28A1B2C3"], name: "OMG_ESP32", manufacturer: "OMG_community" },
    },
    found: [["OMG_ESP32 Restart OMG", "OMG_community", "home/OMG_ESP32/commands/MQTTtoSYS/config"]],
    how: { state: null, payloadOff: "" },
  },
  {
    title: "a siren's switch by ring-mqtt",
    topic: "homeassistant/switch/ab12/cd34_siren/config",
    payload: {
      ...{ name: "Front siren", unique_id: "cd34_siren", availability_topic: "ring/ab12/camera/cd34/status" },
      ...{ payload_available: "online", payload_not_available: "offline" },
      ...{
        state_topic: "ring/ab12/camera/cd34/siren/state",
        command_topic: "ring/ab12/camera/cd34/siren/command",
      },
      device: { ids: ["cd34"], name: "Front", mf: "Ring", mdl: "Spotlight Cam" },
    },
    found: [["Front siren", "Ring", "ring/ab12/camera/cd34/siren/command"]],
  },
  {
    title: "several parts of one device, of which two are switched",
    topic: "homeassistant/device/bench/config",
    payload: {
      ...{ dev: { ids: ["bench"], name: "Bench" }, o: { name: "My firmware" }, "~": "bench" },
      ...{ avty_t: "~/status", stat_t: "~/state" },
      cmps: {
        lamp: { p: "switch", name: "Lamp", cmd_t: "~/lamp/set", val_tpl: "{{ value_json['lamp'] }}" },
        fan: { p: "light", name: "Fan", cmd_t: "~/fan/set", stat_t: "fan/~" },
        heat: { p: "sensor", name: "Heat" },
        old: { p: "switch" },
      },
    },
    found: [
      ["Bench Lamp", "My firmware", "bench/lamp/set"],
      ["Bench Fan", "My firmware", "bench/fan/set"],
    ],
  },
  {
    title: "a state that needs reckoning",
    topic: "homeassistant/switch/pool/config",
    payload: {
      ...{ name: "Pool", cmd_t: "pool/set", stat_t: "pool" },
      val_tpl: "{{ 'ON' if value_json.speed > 0 else 'OFF' }}",
    },
    found: [["Pool", "Home Assistant discovery", "more than a path"]],
  },
  {
    title: "commands that are made by a template",
    topic: "homeassistant/switch/valve/config",
    payload: { name: "Valve", cmd_t: "valve/set", cmd_tpl: '{"v": {{ value }} }' },
    found: [["Valve", "Home Assistant discovery", "by a template"]],
  },
  {
    title: "a lamp that is switched on by its brightness",
    topic: "homeassistant/light/dimmer/config",
    payload: { name: "Dimmer", cmd_t: "dimmer/set", on_cmd_type: "brightness", bri_cmd_t: "dimmer/level" },
    found: [["Dimmer", "Home Assistant discovery", "by a brightness"]],
  },
  {
    title: "one that only tells",
    topic: "homeassistant/switch/mute/config",
    payload: { name: "Mute", stat_t: "mute" },
    found: [["Mute", "Home Assistant discovery", "no topic for commands"]],
  },
  {
    title: "what is nothing to be switched",
    topic: "homeassistant/sensor/attic/temperature/config",
    payload: { name: "Attic", stat_t: "attic/temperature" },
    found: [],
  },
];
