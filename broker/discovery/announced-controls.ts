/**
 * Reads the controls of a switch or light that is announced to Home Assistant: a light's brightness and colour, and the
 * numbers, selects, texts and buttons of the same device. A control whose commands or reports need a template is left out: the device is
 * switched without it.
 */

import { type Control, declarationFault } from "../contract/controls.ts";
import type { ColorForm, DiscoveredControl, Path } from "../contract/discovered.ts";
import { type Fields, fieldsOf, flagOf, namedText, payloadText, textOf } from "./bounds.ts";
import { brightnessPlace, commandOf, commandWithoutValues, isWholeCommand } from "./command-templates.ts";
import { brightnessControl } from "./control-values.ts";
import { COLOR_FORMS } from "./light-colors.ts";
import { pathOf, scaledPathOf } from "./reading.ts";

/** A component, with the name of its part of the announcement. */
export interface AnnouncedPart {
  object: string;
  fields: Fields;
}

/** Home Assistant's default of `brightness_scale`. */
const DEFAULT_SCALE = 255;
const MAX_CONTROLS = 8;
/** Characters. */
const MAX_NAME = 64;
const MAX_UNIT = 16;

type Report = DiscoveredControl["report"];

/** How Home Assistant writes a light's commands; `basic` is its default. */
export type LightSchema = "basic" | "json" | "template";

export function announcedControls(
  schema: LightSchema,
  fields: Fields,
  others: readonly AnnouncedPart[],
): DiscoveredControl[] {
  const own = fields.platform === "light" ? lightControls(schema, fields) : [];
  return withParts(
    own.filter((each) => each !== null),
    others,
  );
}

/** Components that become controls of the one switch or light of their device, the most useful ones first. */
export const PARTS = ["number", "select", "text", "button"];

const rankOf = ({ fields }: AnnouncedPart): number => PARTS.indexOf(textOf(fields.platform) ?? "");

/** The controls of a switch or light, and those of the other components of its device. */
export function withParts(
  own: readonly DiscoveredControl[],
  parts: readonly AnnouncedPart[],
): DiscoveredControl[] {
  const ranked = parts.toSorted((a, b) => rankOf(a) - rankOf(b));
  const all = [...own, ...ranked.map(({ object, fields }) => partControl(object, fields))];
  const keys = new Set<string>();
  const isNew = ({ control: { key } }: DiscoveredControl): boolean =>
    !keys.has(key) && keys.add(key) !== null;
  return all
    .filter((each) => each !== null)
    .filter(isNew)
    .slice(0, MAX_CONTROLS);
}

// A light.

const COLOR = { key: "color", kind: "color", name: null, unit: null } as const;

const colorControl = (form: ColorForm) => ({
  control: COLOR,
  scale: null,
  ...(form !== "rgb" && { colorForm: form }),
});

function lightControls(schema: LightSchema, fields: Fields): (DiscoveredControl | null)[] {
  if (schema === "json") return jsonLight(fields);
  return schema === "template" ? templateLight(fields) : [plainBrightness(fields), plainColor(fields)];
}

/** Both commands have to be JSON, as the brightness is a key of them. */
function templateLight(fields: Fields): DiscoveredControl[] {
  const place = brightnessPlace(namedText(fields.command_on_template) ?? "");
  const off = commandWithoutValues(namedText(fields.command_off_template) ?? "");
  if (place === null || fieldsOf(off ?? "") === null) return [];
  const { parents, key, scale } = place;
  const topic = namedText(fields.state_topic);
  const level = scaledPathOf(namedText(fields.brightness_template) ?? "");
  const isOfScale = level !== null && Math.round(DEFAULT_SCALE / level.factor) === scale;
  return [
    {
      ...brightnessControl(scale),
      commandKey: key,
      ...(parents.length > 0 && { commandParents: parents }),
      commandTopic: null,
      report: topic !== undefined && isOfScale ? { topic, path: level.path } : null,
    },
  ];
}

/** Brightness and colour are keys of the light's own messages. */
function jsonLight(fields: Fields): DiscoveredControl[] {
  const topic = namedText(fields.state_topic);
  const inside = (key: string) => ({
    commandKey: key,
    commandTopic: null,
    report: topic === undefined ? null : { topic, path: [key] },
  });
  const modes = colorModes(fields);
  const form = COLOR_FORMS.find((each) => modes.includes(each));
  const hasBrightness = flagOf(fields.brightness) || modes.some((mode) => mode !== "onoff");
  const scale = scaleOf(fields);
  return [
    ...(hasBrightness && scale !== null ? [{ ...brightnessControl(scale), ...inside("brightness") }] : []),
    ...(form === undefined ? [] : [{ ...colorControl(form), ...inside("color") }]),
  ];
}

/** One mode may stand without a list. Earlier releases of Home Assistant had an option for each colour mode. */
const colorModes = ({ supported_color_modes: modes, ...fields }: Fields): unknown[] => [
  ...(Array.isArray(modes) ? modes : [modes].filter((mode) => typeof mode === "string")),
  ...["rgb", "xy", "hs"].filter((mode) => flagOf(fields[mode])),
];

function plainBrightness(fields: Fields): DiscoveredControl | null {
  const topics = ownTopics(fields, "brightness");
  const scale = scaleOf(fields);
  return topics === null || scale === null ? null : { ...brightnessControl(scale), ...topics };
}

function plainColor(fields: Fields): DiscoveredControl | null {
  const forms = COLOR_FORMS.map((form) => ({ form, topics: ownTopics(fields, form) }));
  const usable = forms.find(({ topics }) => topics !== null);
  return usable?.topics ? { ...colorControl(usable.form), ...usable.topics } : null;
}

function scaleOf({ brightness_scale: given = DEFAULT_SCALE }: Fields): number | null {
  const scale = Number(textOf(given) ?? Number.NaN);
  return Number.isInteger(scale) && scale > 1 ? scale : null;
}

/** Null without a command topic, or where a template makes the command or reads the report. */
function ownTopics(fields: Fields, what: "brightness" | ColorForm) {
  const commandTopic = namedText(fields[`${what}_command_topic`]);
  const report = reportOf(fields[`${what}_state_topic`], fields[`${what}_value_template`]);
  const isWhole = isWholeCommand(namedText(fields[`${what}_command_template`]));
  return commandTopic === undefined || !isWhole || report === undefined
    ? null
    : { commandKey: null, commandTopic, report };
}

/** Null without a topic; undefined for a template that is more than a path. */
function reportOf(given: unknown, template: unknown): Report | undefined {
  const topic = namedText(given);
  if (topic === undefined) return null;
  const path = pathOf(namedText(template)) ?? unscaledPathOf(namedText(template) ?? "");
  return path === null ? undefined : { topic, path };
}

/** Of a template that rounds a number, or makes one of a text. */
function unscaledPathOf(template: string): Path | null {
  const scaled = scaledPathOf(template);
  return scaled?.factor === 1 ? scaled.path : null;
}

// A number, a select, a text or a button.

function partControl(object: string, fields: Fields): DiscoveredControl | null {
  const commandTopic = namedText(fields.command_topic);
  const report = reportOf(fields.state_topic, fields.value_template);
  const template = namedText(fields.command_template);
  const press = commandOf(payloadText(fields.payload_press) ?? "PRESS", template);
  const isSent = fields.platform === "button" ? press !== null : isWholeCommand(template);
  if (commandTopic === undefined || !isSent || report === undefined) return null;
  const control = controlOf(object.replaceAll(/[^A-Za-z0-9_.-]/g, "_"), fields);
  const isFitting = control !== null && declarationFault([control]) === null;
  if (!isFitting) return null;
  const made = { control, commandKey: null, commandTopic, scale: null };
  if (control.kind !== "button") return { ...made, report };
  return { ...made, report: null, payload: press ?? "" };
}

function controlOf(key: string, fields: Fields): Control | null {
  const name = namedText(fields.name)?.slice(0, MAX_NAME) ?? null;
  const unit = namedText(fields.unit_of_measurement)?.slice(0, MAX_UNIT) ?? null;
  if (fields.platform === "select") {
    const { options } = fields;
    const texts = Array.isArray(options) ? options.map(textOf).filter((text) => text !== undefined) : [];
    return { key, kind: "choice", name, unit, options: texts };
  }
  // a password is not shown to everybody who may see the device
  if (fields.platform === "text")
    return fields.mode === "password" ? null : { key, kind: "text", name, unit: null };
  if (fields.platform === "button") return { key, kind: "button", name, unit: null };
  if (fields.platform !== "number") return null;
  // the defaults of Home Assistant's code (`number/const.py`): its documentation gives 1 as the lowest number
  const { min = 0, max = 100, step = 1 } = fields;
  const of = (value: unknown): number => Number(textOf(value) ?? Number.NaN);
  return { key, kind: "number", name, unit, min: of(min), max: of(max), step: of(step) };
}
