/** Announcements by Home Assistant discovery, and announcements that cannot be switched. */

import type { AnnouncedDevice } from "./announced-devices.ts";

export const BY_DISCOVERY: readonly AnnouncedDevice[] = [
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
    title: "a presence that needs reckoning",
    topic: "homeassistant/switch/fan/config",
    payload: {
      ...{ name: "Fan", cmd_t: "fan/set", stat_t: "fan", avty_t: "fan/seen" },
      avty_tpl: "{{ 'online' if value_json.age < 60 else 'offline' }}",
    },
    found: [["Fan", "Home Assistant discovery", "Whether it is there"]],
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
