/**
 * Announcements of programs that speak for devices of other networks, and of one more firmware. Sources, each public:
 * OpenMQTTGateway's discovery, the configurations of Z-Wave JS UI (0980029), EMS-ESP's module of MQTT (090491a), and
 * OpenBeken's module of Home Assistant (00a1a2f).
 */

import { beside, device, type Form, LIGHT, plug, SWITCH } from "./form.ts";

const connectedToZwave = {
  topic: "z/_CLIENTS/ZWAVE_GATEWAY/status",
  value_template: "{{'online' if value_json.value else 'offline'}}",
};
const ofZwave = {
  device: { identifiers: ["x"], name: "X" },
  availability: [
    {
      payload_available: "true",
      payload_not_available: "false",
      topic: "z/x/status",
      value_template: "{{'true' if value_json.value else 'false'}}",
    },
    connectedToZwave,
  ],
  availability_mode: "all",
};
const ZWAVE: Form[] = [
  {
    software: "Z-Wave JS UI",
    form: "switch",
    topic: SWITCH,
    payload: {
      ...ofZwave,
      payload_on: true,
      payload_off: false,
      value_template: "{{ value_json.value }}",
      command_topic: "z/x/switch_binary/endpoint_0/targetValue/set",
      state_topic: "z/x/switch_binary/endpoint_0/currentValue",
    },
  },
  {
    software: "Z-Wave JS UI",
    form: "volume of a siren",
    topic: LIGHT,
    payload: {
      ...ofZwave,
      command_topic: "z/x/sound_switch/endpoint_0/toneId/set",
      brightness_command_topic: "z/x/sound_switch/endpoint_0/defaultVolume/set",
      brightness_state_topic: "z/x/sound_switch/endpoint_0/defaultVolume",
      brightness_value_template: "{{ value_json.value }}",
      brightness_scale: 100,
      on_command_type: "last",
      payload_on: 25,
      payload_off: 0,
    },
  },
  {
    software: "Z-Wave JS UI",
    form: "dimmer",
    topic: LIGHT,
    payload: {
      ...ofZwave,
      command_topic: "z/x/set",
      state_topic: "z/x",
      state_value_template: '{{ "OFF" if value_json.value == 0 else "ON" }}',
      brightness_command_topic: "z/x/set",
      brightness_scale: 99,
      brightness_state_topic: "z/x",
      brightness_value_template: "{{ value_json.value }}",
      on_command_type: "brightness",
    },
  },
];

const definedValue = "value_json['heatingactivated'] is defined";
const EMS_ESP: Form[] = [
  {
    software: "EMS-ESP",
    form: "switch",
    topic: SWITCH,
    payload: {
      dev: { ids: ["x"] },
      name: "Heating activated",
      cmd_t: "ems-esp/boiler/heatingactivated",
      stat_t: "ems-esp/boiler_data",
      pl_on: true,
      pl_off: false,
      val_tpl: `{{value_json['heatingactivated'] if ${definedValue} else false}}`,
      avty: [{ t: "ems-esp/boiler_data", val_tpl: `{{'online' if ${definedValue} else 'offline'}}` }],
      avty_mode: "all",
    },
  },
  beside("EMS-ESP", "number", "a temperature", {
    min: 30,
    max: 80,
    mode: "box",
    step: 0.5,
    stat_t: "ems-esp/boiler_data",
    val_tpl: "{{value_json['flowtemp'] if value_json['flowtemp'] is defined else 30}}",
  }),
];

const OPEN_BEKEN: Form[] = [
  {
    software: "OpenBeken",
    form: "relay",
    topic: SWITCH,
    payload: {
      ...device,
      "~": "obk",
      avty_t: "~/connected",
      stat_t: "~/1/get",
      cmd_t: "~/1/set",
      pl_on: "1",
      pl_off: "0",
      qos: 1,
    },
  },
  {
    software: "OpenBeken",
    form: "cold and warm white",
    topic: LIGHT,
    payload: {
      ...device,
      "~": "obk",
      avty_t: "~/connected",
      pl_on: "1",
      pl_off: "0",
      on_cmd_type: "first",
      stat_t: "~/led_enableAll/get",
      cmd_t: "cmnd/obk/led_enableAll",
      bri_stat_t: "~/led_dimmer/get",
      bri_cmd_t: "cmnd/obk/led_dimmer",
      bri_scl: 100,
      clr_temp_cmd_t: "cmnd/obk/led_temperature",
    },
  },
];

const OPEN_MQTT_GATEWAY: Form[] = [
  {
    software: "OpenMQTTGateway",
    form: "switch of the gateway",
    topic: SWITCH,
    payload: {
      ...plug,
      val_tpl: "{{ value_json.discovery }}",
      pl_on: '{"discovery":true}',
      pl_off: '{"discovery":false}',
      stat_on: true,
      stat_off: false,
    },
  },
  {
    software: "OpenMQTTGateway",
    form: "switch over Bluetooth, of all gateways",
    topic: SWITCH,
    payload: { ...plug, stat_t: "+/+/BTtoMQTT/X", val_tpl: "{{ value_json.state | is_defined }}" },
  },
  beside("OpenMQTTGateway", "number", "an interval", {
    val_tpl: "{{ value_json.interval/1000 }}",
    cmd_tpl: '{"interval":{{value*1000}},"save":true}',
  }),
];

export const GATEWAYS: readonly Form[] = [...OPEN_MQTT_GATEWAY, ...ZWAVE, ...EMS_ESP];
export const BOARDS: readonly Form[] = OPEN_BEKEN;
