/**
 * Announcements of other software, one for each form that its source or documentation has. Sources: `components/mqtt` of
 * Home Assistant, `components/mqtt` of ESPHome, `xdrv_12_discovery.ino` of Tasmota with hatasmota, `ZmqttDiscovery.cpp` of
 * OpenMQTTGateway, and ha-shellies-discovery with its gen2 for the four generations of Shelly.
 */

export interface Form {
  software: string;
  /** What is announced. */
  form: string;
  topic: string;
  payload: object;
  /** Parts of the same device, by topic. */
  parts?: Record<string, object>;
}

const HA = "Home Assistant";
const LIGHT = "homeassistant/light/x/config";
const SWITCH = "homeassistant/switch/x/config";
const device = { dev: { ids: ["x"], name: "X" } };
const plug = { ...device, cmd_t: "x/set", stat_t: "x" };
const json = { ...plug, schema: "json" };

const inHomeAssistant = (form: string, topic: string, payload: object): Form => ({
  software: HA,
  form,
  topic,
  payload,
});

/** A component beside a plug of the same device. */
const beside = (software: string, platform: string, form: string, payload: object): Form => ({
  software,
  form: `${platform}: ${form}`,
  topic: SWITCH,
  payload: plug,
  parts: { [`homeassistant/${platform}/x/part/config`]: { ...device, cmd_t: "x/set/part", ...payload } },
});

const HOME_ASSISTANT: Form[] = [
  inHomeAssistant("switch", SWITCH, plug),
  inHomeAssistant("switch: command_template", SWITCH, { ...plug, cmd_tpl: "{{ value }}" }),
  inHomeAssistant("light, default schema: brightness and RGB", LIGHT, {
    ...plug,
    bri_cmd_t: "x/bri",
    rgb_cmd_t: "x/rgb",
  }),
  inHomeAssistant("light, default schema: on_command_type first", LIGHT, { ...plug, on_cmd_type: "first" }),
  inHomeAssistant("light, default schema: on_command_type brightness", LIGHT, {
    ...plug,
    on_cmd_type: "brightness",
  }),
  inHomeAssistant("light, default schema: colour temperature, HS, XY, effects", LIGHT, {
    ...plug,
    clr_temp_cmd_t: "x/ct",
    hs_cmd_t: "x/hs",
    fx_cmd_t: "x/fx",
  }),
  inHomeAssistant("light, schema json: rgb", LIGHT, { ...json, sup_clrm: ["rgb"] }),
  inHomeAssistant("light, schema json: rgbw, rgbww, hs, xy, color_temp", LIGHT, {
    ...json,
    sup_clrm: ["rgbw", "color_temp"],
  }),
  inHomeAssistant("light, schema template", LIGHT, { ...plug, schema: "template" }),
  beside(HA, "number", "bounds", { min: 0, max: 10 }),
  beside(HA, "number", "command_template", { cmd_tpl: "{{ value }}" }),
  beside(HA, "select", "options", { ops: ["a", "b"] }),
  beside(HA, "text", "", {}),
  beside(HA, "text", "mode password", { mode: "password" }),
  beside(HA, "button", "", {}),
  beside(HA, "number", "entity_category config", { ent_cat: "config" }),
];

const ESPHOME: Form[] = [
  ["switch", SWITCH, { ...plug, opt: true }],
  ["light: on and off", LIGHT, { ...json, color_mode: true, supported_color_modes: ["onoff"] }],
  ["light: brightness", LIGHT, { ...json, brightness: true, supported_color_modes: ["brightness"] }],
  ["light: rgb", LIGHT, { ...json, brightness: true, supported_color_modes: ["rgb"] }],
  ["light: rgbw or rgbww", LIGHT, { ...json, brightness: true, supported_color_modes: ["rgbw"] }],
].map(([form, topic, payload]): Form => ({ software: "ESPHome", form, topic, payload }) as Form);

const board = { t: "x", tp: ["cmnd", "stat", "tele"], dn: "X", fn: ["X"] };
const TASMOTA: Form[] = [
  ["a relay", { rl: [1] }],
  ["a light, SetOption37 below 128", { rl: [2], lt_st: 5, lk: 1 }],
  ["a relay and a light", { rl: [1, 2], lt_st: 1, lk: 1 }],
  ["a split light, SetOption37 from 128", { rl: [2, 2], lt_st: 5, lk: 0 }],
  ["SetOption68: channels", { rl: [2, 2], lt_st: 2, so: { "68": 1 } }],
  ["SetOption4: replies by command", { rl: [1], so: { "4": 1 } }],
  ["SetOption30: relays as lights", { rl: [1], so: { "30": 1 } }],
  ["SetOption80: a shutter", { rl: [3, 3] }],
  ["DeepSleepTime", { rl: [1], dslp: 1 }],
].map(
  ([form, more]): Form => ({
    software: "Tasmota",
    form: String(form),
    topic: "tasmota/discovery/X/config",
    payload: { ...board, ...(more as object) },
  }),
);

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

const gen2 = { ...plug, cmd_t: "x/rpc", stat_t: "x/status/switch:0", avty_t: "x/online" };
const SHELLY: Form[] = [
  ["Gen1: relay", SWITCH, { ...plug, cmd_t: "shellies/x/relay/0/command", pl_on: "on", pl_off: "off" }],
  ["Gen1: dimmer, bulb, RGBW", LIGHT, { ...plug, schema: "template", cmd_t: "shellies/x/light/0/set" }],
  [
    "Gen2 to Gen4: relay",
    SWITCH,
    {
      ...gen2,
      val_tpl: "{%if value_json.output%}on{%else%}off{%endif%}",
      pl_on: '{"id":1,"src":"x","method":"Switch.Set","params":{"id":0,"on":true}}',
      pl_off: '{"id":1,"src":"x","method":"Switch.Set","params":{"id":0,"on":false}}',
      stat_on: "on",
      stat_off: "off",
    },
  ],
  ["Gen2 to Gen4: light", LIGHT, { ...gen2, schema: "template" }],
].map(([form, topic, payload]): Form => ({ software: "Shelly by script", form, topic, payload }) as Form);

export const FORMS: readonly Form[] = [
  ...HOME_ASSISTANT,
  ...ESPHOME,
  ...TASMOTA,
  ...OPEN_MQTT_GATEWAY,
  ...SHELLY,
];
