/**
 * Announcements of other software, one for each form that its source has. Sources: `light/schema_basic.py`,
 * `light/schema_json.py`, `light/schema_template.py`, `switch.py`, `number.py`, `select.py`, `text.py`, `button.py` and
 * `abbreviations.py` of `components/mqtt` of Home Assistant; `mqtt_light.cpp` of ESPHome; `discovery.py` and `light.py` of
 * hatasmota (ee69941); ha-shellies-discovery (2992b3b) and its gen2 (9a1660b), which
 * announce the four generations of Shelly.
 */

import { beside, device, type Form, HA, inHomeAssistant, LIGHT, plug, SWITCH } from "./form.ts";
import { BOARDS, GATEWAYS } from "./gateways.ts";

const json = { ...plug, schema: "json" };
const templated = { ...plug, schema: "template" };

const HOME_ASSISTANT: Form[] = [
  inHomeAssistant("switch", SWITCH, plug),
  inHomeAssistant("switch: command_template with the value", SWITCH, {
    ...plug,
    cmd_tpl: '{"on": {{ value }}}',
    pl_on: true,
    pl_off: false,
  }),
  inHomeAssistant("switch: command_template", SWITCH, { ...plug, cmd_tpl: "{{ value | lower }}" }),
  inHomeAssistant("light, default schema: brightness and RGB", LIGHT, {
    ...plug,
    bri_cmd_t: "x/bri",
    rgb_cmd_t: "x/rgb",
  }),
  ...["rgbw", "rgbww", "hs", "xy"].map((form) =>
    inHomeAssistant(`light, default schema: ${form}`, LIGHT, {
      ...plug,
      [`${form}_cmd_t`]: `x/${form}`,
      [`${form}_stat_t`]: `x/${form}`,
    }),
  ),
  inHomeAssistant("light, default schema: rgb_command_template", LIGHT, {
    ...plug,
    rgb_cmd_t: "x/rgb",
    rgb_cmd_tpl: "{{ '#%02x%02x%02x' | format(red, green, blue) }}",
  }),
  inHomeAssistant("light, default schema: on_command_type first", LIGHT, { ...plug, on_cmd_type: "first" }),
  inHomeAssistant("light, default schema: on_command_type brightness", LIGHT, {
    ...plug,
    on_cmd_type: "brightness",
  }),
  inHomeAssistant("light, default schema: colour temperature, white, effects", LIGHT, {
    ...plug,
    clr_temp_cmd_t: "x/ct",
    whit_cmd_t: "x/white",
    fx_cmd_t: "x/fx",
    fx_list: ["a", "b"],
  }),
  ...["rgb", "rgbw", "rgbww", "hs", "xy"].map((mode) =>
    inHomeAssistant(`light, schema json: ${mode}`, LIGHT, { ...json, sup_clrm: [mode, "color_temp"] }),
  ),
  inHomeAssistant("light, schema json: color_temp, white", LIGHT, {
    ...json,
    sup_clrm: ["color_temp", "white"],
  }),
  inHomeAssistant("light, schema template: constant commands", LIGHT, {
    ...templated,
    cmd_on_tpl: "on",
    cmd_off_tpl: "off",
  }),
  inHomeAssistant("light, schema template: values where they are set", LIGHT, {
    ...templated,
    cmd_on_tpl: "on{% if brightness is defined %},{{ brightness }}{% endif %}",
    cmd_off_tpl: "off",
    stat_tpl: "{{ value.split(',')[0] }}",
  }),
  inHomeAssistant("light, schema template: calculated commands", LIGHT, {
    ...templated,
    cmd_on_tpl: "{{ brightness | default(255) }}",
    cmd_off_tpl: "0",
  }),
  beside(HA, "number", "bounds", { min: 0, max: 10, step: 0.5, mode: "slider", unit_of_meas: "s" }),
  beside(HA, "number", "command_template", { cmd_tpl: "{{ value }}" }),
  beside(HA, "select", "options", { ops: ["a", "b"], stat_t: "x/part" }),
  beside(HA, "select", "command_template", { ops: ["a", "b"], cmd_tpl: "{{ value | lower }}" }),
  beside(HA, "text", "", { min: 0, max: 20, pattern: "^[a-z]*$" }),
  beside(HA, "text", "mode password", { mode: "password" }),
  beside(HA, "button", "", { pl_prs: "1", ret: false }),
  beside(HA, "button", "command_template", { cmd_tpl: "{{ value }}" }),
  beside(HA, "number", "entity_category config", { ent_cat: "config" }),
];

const ofEsphome = { ...json, color_mode: true, brightness: true };
const ESPHOME: Form[] = [
  ["switch", SWITCH, { ...plug, opt: true }],
  ["light: on and off", LIGHT, { ...json, color_mode: true, supported_color_modes: ["onoff"] }],
  ["light: brightness", LIGHT, { ...ofEsphome, supported_color_modes: ["brightness"] }],
  ["light: cold and warm white", LIGHT, { ...ofEsphome, supported_color_modes: ["color_temp"] }],
  ["light: rgb", LIGHT, { ...ofEsphome, supported_color_modes: ["rgb"] }],
  ["light: rgb or white", LIGHT, { ...ofEsphome, supported_color_modes: ["white", "rgb"] }],
  ["light: rgbw", LIGHT, { ...ofEsphome, supported_color_modes: ["rgbw"] }],
  ["light: rgbww", LIGHT, { ...ofEsphome, supported_color_modes: ["rgbww"] }],
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

const connected = "{%if value_json.mqtt.connected%}online{%else%}offline{%endif%}";
const gen1 = {
  ...device,
  "~": "shellies/x/",
  avty: [
    { topic: "~online", pl_avail: "true", pl_not_avail: "false" },
    { topic: "~info", val_tpl: connected },
  ],
};
const byLight = {
  ...gen1,
  schema: "template",
  cmd_t: "~light/0/set",
  stat_t: "~light/0/status",
  stat_tpl: "{%if value_json.ison%}on{%else%}off{%endif%}",
};
/** A part of a template that is written for a command with this value. */
const where = (names: string, text: string): string =>
  `{%if ${names.replaceAll(",", " is defined and ")} is defined%}${text}{%endif%}`;
const TRANSITION = where("transition", ',"transition":{{min(transition|multiply(1000),5000)}}');
const BRIGHTNESS = where("brightness", ',"brightness":{{brightness|float|multiply(0.3922)|round}}');
const BRIGHTNESS_AND_GAIN = where(
  "brightness",
  ',"brightness":{{brightness|float|multiply(0.3922)|round}},"gain":{{brightness|float|multiply(0.3922)|round}}',
);
const COLOR = where("red,green,blue", ',"mode":"color","red":{{red}},"green":{{green}},"blue":{{blue}}');
const EFFECT =
  '{%if effect is defined%},"effect":{%if effect=="Flash"%}3{%else%}0{%endif%}{%else%},"effect":0{%endif%}';

/** Switches a component of the second generation. */
const rpc = (method: string, on: string): string =>
  `{"id":1,"src":"x","method":"${method}.Set","params":{"id":0,"on":${on}}}`;
const quotedRpc = (method: string, on: string): string => rpc(method, on).replaceAll('"', '\\"');
const gen2 = {
  ...device,
  "~": "x/",
  cmd_t: "~rpc",
  avty: [{ topic: "~online", pl_avail: "true", pl_not_avail: "false" }],
};
const output = "{%if value_json.output%}on{%else%}off{%endif%}";
const later = where("transition", ',"transition_duration":{{max(transition|int,1)}}');
const RGB =
  '{%if blue is defined and green is defined and red is defined%},"rgb":{{[red,green,blue]}}{%elif red is defined%},"rgb":{{[red,0,0]}}{%endif%}';

const SHELLY: Form[] = [
  [
    "Gen1: relay",
    SWITCH,
    { ...gen1, cmd_t: "~relay/0/command", stat_t: "~relay/0", pl_on: "on", pl_off: "off" },
  ],
  [
    "Gen1: dimmer, bulb",
    LIGHT,
    {
      ...byLight,
      cmd_on_tpl: `{"turn":"on"${BRIGHTNESS}${TRANSITION}}`,
      cmd_off_tpl: `{"turn":"off"${TRANSITION}}`,
      bri_tpl: "{{value_json.brightness|float|multiply(2.55)|round}}",
    },
  ],
  [
    "Gen1: Duo RGBW",
    LIGHT,
    {
      ...byLight,
      cmd_t: "~color/0/set",
      stat_t: "~color/0/status",
      cmd_on_tpl: `{"turn":"on"${COLOR}${BRIGHTNESS_AND_GAIN}${TRANSITION}${EFFECT}}`,
      cmd_off_tpl: `{"turn":"off","effect":0${TRANSITION}}`,
      bri_cmd_t: "~color/0/set",
    },
  ],
  [
    "Gen1: RGBW2 in colour",
    LIGHT,
    {
      ...gen1,
      cmd_t: "~color/0/command",
      stat_t: "~color/0",
      stat_val_tpl: "{{value.lower()}}",
      pl_on: "on",
      pl_off: "off",
      rgbw_cmd_t: "~color/0/set",
      rgbw_cmd_tpl: '{"red":{{red}},"green":{{green}},"blue":{{blue}},"white":{{white}}}',
    },
  ],
  [
    "Gen2 to Gen4: relay",
    SWITCH,
    {
      ...gen2,
      stat_t: "~status/switch:0",
      val_tpl: output,
      pl_on: rpc("Switch", "true"),
      pl_off: rpc("Switch", "false"),
      stat_on: "on",
      stat_off: "off",
    },
  ],
  [
    "Gen2 to Gen4: relay as a light",
    LIGHT,
    {
      ...gen2,
      schema: "template",
      stat_t: "~status/switch:0",
      stat_tpl: output,
      cmd_on_tpl: rpc("Switch", "true"),
      cmd_off_tpl: rpc("Switch", "false"),
    },
  ],
  [
    "Gen2 to Gen4: light, CCT, RGB",
    LIGHT,
    {
      ...gen2,
      schema: "template",
      stat_t: "~status/rgb:0",
      stat_tpl: output,
      bri_tpl: "{{value_json.brightness|float|multiply(2.55)|round}}",
      cmd_on_tpl: rpc("RGB", `true${later}${BRIGHTNESS}${RGB}`),
      cmd_off_tpl: rpc("RGB", `false${later}`),
    },
  ],
  [
    "Gen2 to Gen4: RGBW",
    LIGHT,
    {
      ...gen2,
      schema: "basic",
      stat_t: "~status/rgbw:0",
      stat_val_tpl: `{{ "${quotedRpc("RGBW", "true")}" if value_json.output else "${quotedRpc("RGBW", "false")}" }}`,
      pl_on: rpc("RGBW", "true"),
      pl_off: rpc("RGBW", "false"),
      bri_cmd_t: "~rpc",
      bri_cmd_tpl: '{"id":1,"src":"x","method":"RGBW.Set","params":{"id":0,"brightness":{{value}}}}',
      bri_scl: 100,
    },
  ],
  [
    "Gen3 and Gen4: RGBCCT",
    LIGHT,
    {
      ...gen2,
      schema: "basic",
      stat_t: "~status/rgbcct:0",
      stat_val_tpl: `{%if value_json.output%}${rpc("RGBCCT", "true")}{%else%}${rpc("RGBCCT", "false")}{%endif%}`,
      pl_on: rpc("RGBCCT", "true"),
      pl_off: rpc("RGBCCT", "false"),
    },
  ],
].map(([form, topic, payload]): Form => ({ software: "Shelly by script", form, topic, payload }) as Form);

export const FORMS: readonly Form[] = [
  ...HOME_ASSISTANT,
  ...ESPHOME,
  ...TASMOTA,
  ...GATEWAYS,
  ...SHELLY,
  ...BOARDS,
];
