/**
 * Reads Home Assistant's discovery: one device or several per topic, switches and lights only. The numbers, selects,
 * texts and buttons that are announced with them, or on topics of their own, are their controls.
 */

import type { Availability, DiscoveredSwitch } from "../contract/discovered.ts";
import { type AnnouncedPart, announcedControls, type LightSchema, PARTS } from "./announced-controls.ts";
import {
  type Announcement,
  type Fields,
  fieldsOf,
  flagOf,
  isFields,
  namedText,
  payloadText,
  quoted,
  textOf,
  tooManyParts,
} from "./bounds.ts";
import { commandOf, commandWithoutValues } from "./command-templates.ts";
import type { PartOfDevice } from "./grouped-parts.ts";
import { readingOf } from "./reading.ts";

const NAMES: Record<string, string> = {
  avty: "availability",
  avty_mode: "availability_mode",
  avty_t: "availability_topic",
  avty_tpl: "availability_template",
  bri_cmd_t: "brightness_command_topic",
  bri_cmd_tpl: "brightness_command_template",
  bri_scl: "brightness_scale",
  bri_stat_t: "brightness_state_topic",
  bri_tpl: "brightness_template",
  bri_val_tpl: "brightness_value_template",
  cmd_off_tpl: "command_off_template",
  cmd_on_tpl: "command_on_template",
  cmd_t: "command_topic",
  cmd_tpl: "command_template",
  cmps: "components",
  dev: "device",
  ent_cat: "entity_category",
  hs_cmd_t: "hs_command_topic",
  hs_cmd_tpl: "hs_command_template",
  hs_stat_t: "hs_state_topic",
  hs_val_tpl: "hs_value_template",
  ids: "identifiers",
  mf: "manufacturer",
  o: "origin",
  on_cmd_type: "on_command_type",
  ops: "options",
  p: "platform",
  pl_avail: "payload_available",
  pl_not_avail: "payload_not_available",
  pl_off: "payload_off",
  pl_on: "payload_on",
  pl_prs: "payload_press",
  ret: "retain",
  rgb_cmd_t: "rgb_command_topic",
  rgb_cmd_tpl: "rgb_command_template",
  rgb_stat_t: "rgb_state_topic",
  rgb_val_tpl: "rgb_value_template",
  rgbw_cmd_t: "rgbw_command_topic",
  rgbw_cmd_tpl: "rgbw_command_template",
  rgbw_stat_t: "rgbw_state_topic",
  rgbw_val_tpl: "rgbw_value_template",
  rgbww_cmd_t: "rgbww_command_topic",
  rgbww_cmd_tpl: "rgbww_command_template",
  rgbww_stat_t: "rgbww_state_topic",
  rgbww_val_tpl: "rgbww_value_template",
  stat_off: "state_off",
  stat_on: "state_on",
  stat_t: "state_topic",
  stat_tpl: "state_template",
  stat_val_tpl: "state_value_template",
  sup_clrm: "supported_color_modes",
  t: "topic",
  unit_of_meas: "unit_of_measurement",
  val_tpl: "value_template",
  xy_cmd_t: "xy_command_topic",
  xy_cmd_tpl: "xy_command_template",
  xy_stat_t: "xy_state_topic",
  xy_val_tpl: "xy_value_template",
};

const spelled = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [NAMES[key] ?? key, value]));

/** `~` at the start or end of a topic stands for the announcement's base. */
function based(fields: Fields, base: string): Fields {
  const whole = Object.entries(fields).map(([key, value]) => {
    if (typeof value !== "string" || !/(^|_)topic$/.test(key)) return [key, value];
    if (value.startsWith("~")) return [key, base + value.slice(1)];
    return [key, value.endsWith("~") ? value.slice(0, -1) + base : value];
  });
  return Object.fromEntries(whole);
}

const TOPIC = /^homeassistant\/(switch|light|device)\/(?:[^/]+\/)?([^/]+)\/config$/;

/** A component on a topic of its own that becomes a control. */
const PART = /^homeassistant\/(number|select|text|button)\/(?:[^/]+\/)?([^/]+)\/config$/;

const UNKNOWN = "Home Assistant discovery";

/** Returns the name that a topic gives a switch, a light or a device; null for other topics. */
export function homeAssistantNode(topic: string): { name: string; source: string } | null {
  const name = TOPIC.exec(topic)?.[2];
  return name === undefined ? null : { name, source: UNKNOWN };
}

export const isPart = (topic: string): boolean => PART.test(topic);

/** Returns the number, select, text or button of an announcement; null for a setting of a device, and for any other announcement. */
export function announcedPart(topic: string, payload: string): PartOfDevice | null {
  const [, platform, object = ""] = PART.exec(topic) ?? [];
  const given = fieldsOf(payload);
  if (platform === undefined || given === null) return null;
  const fields = { ...wholeOf(given, namedText(given["~"]) ?? ""), platform };
  return isEntityOfDevice(fields) ? null : { object, fields, identifiers: identifiersOf(fields) };
}

/** A text, or a list of texts. */
function identifiersOf({ device }: Fields): string[] {
  const { identifiers } = isFields(device) ? spelled(device) : {};
  const given = Array.isArray(identifiers) ? identifiers : [identifiers];
  return given.flatMap((each) => namedText(each) ?? []);
}

/** Null for a topic without an announcement. */
export function announcedToHomeAssistant(topic: string, payload: string): Announcement[] | null {
  const [, platform, object = ""] = TOPIC.exec(topic) ?? [];
  if (platform === undefined) return null;
  const given = fieldsOf(payload);
  if (given === null) {
    const whyNot = "Its announcement is not a JSON object.";
    return platform === "device" ? [] : [{ place: topic, name: object, source: UNKNOWN, how: { whyNot } }];
  }
  // it stands here until the device's own announcement has replaced it
  if (flagOf(given.migrate_discovery ?? given.migr_discvry)) return [];
  const shared = wholeOf(given, namedText(given["~"]) ?? "");
  if (platform !== "device") {
    return isEntityOfDevice(shared)
      ? []
      : [foundOf({ place: topic, object, fields: { ...shared, platform } })];
  }
  const { components, ...rest } = shared;
  const parts = Object.entries(isFields(components) ? components : {});
  const whyNot = tooManyParts(parts.length, "components");
  if (whyNot !== null) return [{ place: topic, name: object, source: UNKNOWN, how: { whyNot } }];
  const known = parts.flatMap(([id, part]): AnnouncedPart[] => {
    if (!isFields(part)) return [];
    const own = wholeOf(part, namedText(part["~"] ?? given["~"]) ?? "");
    // a component without topics was removed
    return Object.keys(own).length > 1 && !isEntityOfDevice(own)
      ? [{ object: id, fields: { ...rest, ...own } }]
      : [];
  });
  const isOf = (...platforms: unknown[]) => known.filter(({ fields }) => platforms.includes(fields.platform));
  const switched = isOf("switch", "light");
  // of several switches, the announcement does not say which one a part belongs to
  const others = switched.length === 1 ? isOf(...PARTS) : [];
  return switched.map((each) => foundOf({ place: `${topic}#${each.object}`, ...each }, others));
}

function wholeOf(given: Fields, base: string): Fields {
  const fields = based(spelled(given), base);
  const { availability } = fields;
  const several = Array.isArray(availability) ? availability : [availability];
  const topics = several.map((each) => (typeof each === "string" ? { topic: each } : each)).filter(isFields);
  return {
    ...fields,
    ...(topics.length > 0 && { availability: topics.map((each) => based(spelled(each), base)) }),
  };
}

interface AnnouncedComponent extends AnnouncedPart {
  place: string;
}

/** A setting or diagnosis of a device, such as "permit join" or "restart", is not a switchable device. */
const isEntityOfDevice = ({ entity_category }: Fields): boolean => namedText(entity_category) !== undefined;

function foundOf(
  { place, object, fields }: AnnouncedComponent,
  others: readonly AnnouncedPart[] = [],
): Announcement {
  const device = isFields(fields.device) ? spelled(fields.device) : {};
  const origin = isFields(fields.origin) ? fields.origin : {};
  const source = namedText(origin.name) ?? namedText(device.manufacturer) ?? UNKNOWN;
  const name = nameOf(namedText(device.name), namedText(fields.name), object);
  return { place, name, source, how: switchOf(fields, others), identifiers: identifiersOf(fields) };
}

function nameOf(device: string | undefined, own: string | undefined, object: string): string {
  if (own === undefined || device === undefined) return own ?? device ?? object;
  return own.startsWith(device) ? own : `${device} ${own}`;
}

function switchOf(fields: Fields, others: readonly AnnouncedPart[]): Announcement["how"] {
  const commandTopic = namedText(fields.command_topic);
  const whyNot = commandTopic === undefined ? "It names no topic for commands." : whyNotCommanded(fields);
  if (whyNot !== null || commandTopic === undefined) return { whyNot: whyNot ?? "" };
  const availability = availabilityOf(fields);
  const state = stateOf(fields);
  if ("whyNot" in availability) return availability;
  if (state !== null && "whyNot" in state) return state;
  const controls = announcedControls(schemaOf(fields) ?? "basic", fields, others);
  return {
    commandTopic,
    ...payloadsOf(fields),
    ...(isPowerFirst(fields) && { isPowerFirst: true }),
    retain: flagOf(fields.retain),
    state,
    availability: availability.topics,
    availabilityMode: modeOf(fields),
    ...(controls.length > 0 && { controls }),
  };
}

/** Of a light; Home Assistant reads it in any case. Null for a switch. */
function schemaOf({ platform, schema }: Fields): LightSchema | null {
  if (platform !== "light") return null;
  const name = textOf(schema)?.toLowerCase();
  return name === "json" || name === "template" ? name : "basic";
}

const isJsonLight = (fields: Fields): boolean => schemaOf(fields) === "json";
const isTemplateLight = (fields: Fields): boolean => schemaOf(fields) === "template";

/** Null where a template makes more of a command than the light's power. */
function templatedCommands({ command_on_template: on, command_off_template: off }: Fields) {
  const payloadOn = commandWithoutValues(namedText(on) ?? "");
  const payloadOff = commandWithoutValues(namedText(off) ?? "");
  return payloadOn === null || payloadOff === null ? null : { payloadOn, payloadOff };
}

function whyNotCommanded(fields: Fields): string | null {
  const { platform, command_template, on_command_type } = fields;
  if (isTemplateLight(fields))
    return templatedCommands(fields) === null ? "Its commands are made by templates." : null;
  if (commandOf("", namedText(command_template)) === null) return "Its commands are made by a template.";
  const isByBrightness = platform === "light" && on_command_type === "brightness";
  return isByBrightness ? "It is switched on by a brightness, not by a command of its own." : null;
}

/** Of a plain light only: the others take all values in one message. */
const isPowerFirst = (fields: Fields): boolean =>
  schemaOf(fields) === "basic" && fields.on_command_type === "first";

function payloadsOf(fields: Fields): Pick<DiscoveredSwitch, "payloadOn" | "payloadOff"> {
  if (isJsonLight(fields)) return { payloadOn: '{"state":"ON"}', payloadOff: '{"state":"OFF"}' };
  const templated = isTemplateLight(fields) ? templatedCommands(fields) : null;
  if (templated !== null) return templated;
  const { on, off } = namedPayloads(fields);
  const template = namedText(fields.command_template);
  return { payloadOn: commandOf(on, template) ?? on, payloadOff: commandOf(off, template) ?? off };
}

const namedPayloads = ({ payload_on, payload_off }: Fields) => ({
  on: payloadText(payload_on) ?? "ON",
  off: payloadText(payload_off) ?? "OFF",
});

const tooMuch = (what: string, template: string | undefined) => ({
  whyNot: `${what} by a template that is more than a path: ${quoted(template)}`,
});

function stateOf(fields: Fields): DiscoveredSwitch["state"] | { whyNot: string } {
  const topic = namedText(fields.state_topic);
  if (topic === undefined) return null;
  if (isJsonLight(fields)) return { topic, path: ["state"], on: "ON", off: "OFF" };
  if (isTemplateLight(fields)) return templatedState(topic, namedText(fields.state_template));
  const isLight = fields.platform === "light";
  const template = namedText((isLight ? fields.state_value_template : undefined) ?? fields.value_template);
  const reading = readingOf(template);
  if (reading === null) return tooMuch("Its state is reported", template);
  const { on, off } = namedPayloads(fields);
  if (isLight) return { topic, ...reading, on, off };
  return { topic, ...reading, on: textOf(fields.state_on) ?? on, off: textOf(fields.state_off) ?? off };
}

/** Without a template, Home Assistant reads no state of such a light. */
function templatedState(topic: string, template: string | undefined): ReturnType<typeof stateOf> {
  if (template === undefined) return null;
  const reading = readingOf(template);
  if (reading === null) return tooMuch("Its state is reported", template);
  return { topic, ...reading, on: "on", off: "off" };
}

function availabilityOf(fields: Fields): { topics: Availability[] } | { whyNot: string } {
  const { availability_topic: topic, availability_template: value_template } = fields;
  const { payload_available, payload_not_available } = fields;
  const several = Array.isArray(fields.availability) ? fields.availability.filter(isFields) : [];
  const one = { topic, value_template, payload_available, payload_not_available };
  const topics: Availability[] = [];
  for (const each of namedText(topic) === undefined ? several : [one]) {
    const of = namedText(each.topic);
    const template = namedText(each.value_template);
    const reading = readingOf(template);
    if (reading === null) return tooMuch("Whether it is there is reported", template);
    const online = textOf(each.payload_available) ?? "online";
    const offline = textOf(each.payload_not_available) ?? "offline";
    if (of !== undefined) topics.push({ topic: of, ...reading, online, offline });
  }
  return { topics };
}

const modeOf = ({ availability_mode: mode }: Fields): DiscoveredSwitch["availabilityMode"] =>
  mode === "all" || mode === "any" ? mode : "latest";
