/**
 * The switch and the controls of a device as components of Home Assistant. A device with a brightness is a light, because
 * only a light is dimmed there. Each command is one control message, as other programs publish it.
 *
 * The rules of the components are those of Home Assistant's sources: `components/mqtt/{number,select,text,button}.py` and
 * `light/schema_template.py`. The template schema sends state, brightness and colour in one message; the others send one
 * message for each.
 */

import { controlPayload } from "../contract/control.ts";
import type { Control } from "../contract/controls.ts";

export interface OwnTopics {
  /** The id of the device in Home Assistant. */
  node: string;
  control: string;
  status: string;
}

type NumberControl = Extract<Control, { kind: "number" }>;

interface Component {
  /** Its platform. */
  p: string;
  [option: string]: unknown;
}
/** By id. The id names the platform: Home Assistant knows a component by both. */
type Components = Record<string, Component>;

/** Home Assistant refuses a smaller step. */
const SMALLEST_STEP = 0.001;
const COLOR_PATTERN = "^#[0-9A-Fa-f]{6}$";

export function ownControls(topics: OwnTopics, controls: readonly Control[]): Components {
  const brightness = brightnessOf(controls);
  if (brightness === null) return { switch: switchOf(topics), ...componentsOf(topics, controls) };
  const color = controls.find(({ kind }) => kind === "color") ?? null;
  const others = controls.filter((each) => each !== brightness && each !== color);
  return { light: lightOf(topics, brightness, color), ...componentsOf(topics, others) };
}

/** A light has no brightness below zero. */
const brightnessOf = (controls: readonly Control[]): NumberControl | null =>
  controls.find(
    (each): each is NumberControl => each.kind === "number" && each.key === "brightness" && each.min >= 0,
  ) ?? null;

const componentsOf = (topics: OwnTopics, controls: readonly Control[]): Components =>
  Object.fromEntries(
    controls.map((control) => {
      const component = componentOf(topics, control);
      return [`${component.p}_${control.key}`, component];
    }),
  );

/** Null as name: the entity has the device's name. */
const ofDevice = ({ node, control, status }: OwnTopics, platform: "switch" | "light") => ({
  p: platform,
  name: null,
  uniq_id: `${node}_${platform}`,
  cmd_t: control,
  stat_t: status,
});

const switchOf = (topics: OwnTopics) => ({
  ...ofDevice(topics, "switch"),
  pl_on: controlPayload("on"),
  pl_off: controlPayload("off"),
  val_tpl: "{{ value_json.state }}",
  stat_on: "on",
  stat_off: "off",
});

/** The wanted value of a control in the status message. A key may contain a point, so it is never written as `.key`. */
const wanted = (key: string): string => `(value_json['set'] | default({}))['${key}']`;

/** The last wanted value; `None` is Home Assistant's word for an unknown one. */
const wantedTemplate = (key: string, otherwise = "None"): string =>
  `{{ ${wanted(key)} | default('${otherwise}') }}`;

function componentOf(topics: OwnTopics, control: Control): Component {
  const { key } = control;
  const shared = {
    name: control.name ?? key,
    uniq_id: `${topics.node}_control_${key}`,
    cmd_t: topics.control,
  };
  const reported = { stat_t: topics.status, val_tpl: wantedTemplate(key) };
  const text = `{"${key}":{{ value | to_json }}}`;
  switch (control.kind) {
    case "number":
      return { p: "number", ...shared, ...reported, ...boundsOf(control), cmd_tpl: `{"${key}":{{ value }}}` };
    case "choice":
      return { p: "select", ...shared, ...reported, ops: control.options, cmd_tpl: text };
    case "toggle":
      return { p: "switch", ...shared, ...reported, ...togglePayloads(key) };
    case "color":
      return { p: "text", ...shared, ...reported, pattern: COLOR_PATTERN, cmd_tpl: text };
    case "text":
      return { p: "text", ...shared, ...reported, val_tpl: wantedTemplate(key, ""), cmd_tpl: text };
    case "button":
      return { p: "button", ...shared, pl_prs: `{"${key}":true}` };
  }
}

/** A template writes a boolean of JSON as `True` or `False`. */
const togglePayloads = (key: string) => ({
  pl_on: `{"${key}":true}`,
  pl_off: `{"${key}":false}`,
  stat_on: "True",
  stat_off: "False",
});

/** A step below the smallest one becomes its smallest multiple that is allowed: each of its values is still accepted. */
function boundsOf({ min, max, step, unit }: NumberControl) {
  const allowed = step < SMALLEST_STEP ? step * Math.ceil(SMALLEST_STEP / step) : step;
  return { min, max, step: allowed, ...(unit !== null && { unit_of_meas: unit }) };
}

// The light. Home Assistant's brightness goes from 1 to 255, and 255 is the control's max.

function lightOf(topics: OwnTopics, brightness: NumberControl, color: Control | null) {
  const colored = color === null ? "" : colorCommand(color.key);
  return {
    ...ofDevice(topics, "light"),
    schema: "template",
    cmd_on_tpl: `{"state":"on"${brightnessCommand(brightness)}${colored}}`,
    cmd_off_tpl: controlPayload("off"),
    stat_tpl: "{{ value_json.state }}",
    bri_tpl: brightnessTemplate(brightness),
    ...(color !== null && colorTemplates(color.key)),
  };
}

/** The number of whole steps is bounded, so that each value is one that the control accepts. A light that is on has one. */
function brightnessCommand({ key, min, max, step }: NumberControl): string {
  const most = Math.floor((max - min) / step);
  const fewest = min > 0 ? 0 : 1;
  const steps = `((brightness * ${max} / 255 - ${min}) / ${step}) | round | int`;
  const value = `([${fewest}, ${steps}, ${most}] | sort)[1] * ${step} + ${min}`;
  return `{% if brightness is defined %},"${key}":{{ ${value} }}{% endif %}`;
}

/** Home Assistant ignores a brightness of zero, so the lowest step of a light with many is 1. */
function brightnessTemplate({ key, max }: NumberControl): string {
  const value = `(${wanted(key)} | default(0))`;
  return `{{ ([(${value} * 255 / ${max}) | round | int, (1 if ${value} else 0)] | sort)[1] }}`;
}

const colorCommand = (key: string): string =>
  `{% if red is defined %},"${key}":"{{ '#%02x%02x%02x' | format(red, green, blue) }}"{% endif %}`;

function colorTemplates(key: string) {
  const part = (from: number): string => {
    const digits = `${wanted(key)}[${from}:${from + 2}]`;
    return `{{ ${digits} | int(base=16) if ${wanted(key)} is defined else 'None' }}`;
  };
  return { r_tpl: part(1), g_tpl: part(3), b_tpl: part(5) };
}
