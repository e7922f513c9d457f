/**
 * Bounds of an announcement. Any client that may publish below `homeassistant/` or `tasmota/discovery/` writes one, and
 * its templates multiply its length. So it is measured before it is parsed, and each field before it is used.
 */

import type { DiscoveredSwitch } from "../contract/discovered.ts";
import { utf8Length } from "../contract/utf8.ts";

// A discovered device: how it is switched, or why it cannot be.

export interface Announcement {
  place: string;
  name: string;
  /** The software or maker that announces it, if stated. */
  source: string;
  how: DiscoveredSwitch | { whyNot: string };
  /** Of its device in Home Assistant's discovery: announcements with one of them are of the same device. */
  identifiers?: readonly string[];
}

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Null for anything but a JSON object. */
export function fieldsOf(payload: string): Fields | null {
  try {
    const value: unknown = JSON.parse(payload);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}

/** Also of a number or a boolean: announcements are read by programs that turn each into text. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : undefined;

/**
 * A topic, a template or a name. Undefined for an empty text and for a boolean: firmware that writes `false` there means
 * that it has none.
 */
export function namedText(value: unknown): string | undefined {
  const text = typeof value === "boolean" ? "" : (textOf(value) ?? "");
  return text.trim() === "" ? undefined : text;
}

/** A payload, also as the JSON that it consists of. */
export const payloadText = (value: unknown): string | undefined =>
  isFields(value) ? JSON.stringify(value) : textOf(value);

const TRUE = new Set(["1", "true", "yes", "on", "enable"]);

/** As Home Assistant reads a boolean (`cv.boolean`): also as a word or a number; false for anything else. */
export const flagOf = (value: unknown): boolean =>
  typeof value === "number" ? value !== 0 : TRUE.has(textOf(value)?.trim().toLowerCase() ?? "");

export const MAX_ANNOUNCEMENT_BYTES = 16_384;
const MAX_PARTS = 64;
const MAX_AVAILABILITY = 16;
/** Characters. */
const MAX_NAME = 100;
const MAX_PAYLOAD = 256;
const MAX_QUOTED = 100;

const number = (value: number): string => value.toLocaleString("en-US");

export const TOO_LARGE = `Its announcement is larger than ${number(MAX_ANNOUNCEMENT_BYTES)} bytes.`;

/** Returns the reason to reject an announcement with this many components or relays, or null. */
export const tooManyParts = (count: number, what: "components" | "relays"): string | null =>
  count > MAX_PARTS ? `It announces ${number(count)} ${what}; at most ${MAX_PARTS} are read.` : null;

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

export const quoted = (template: string | undefined): string => cut(template ?? "", MAX_QUOTED);

/** Truncates name and source, and marks the device as not switchable when another field is too long. */
export function bounded(found: Announcement, maxTopicBytes: number): Announcement {
  const { name, source, how } = found;
  const whyNot = "whyNot" in how ? how.whyNot : whyTooLong(name, how, maxTopicBytes);
  return {
    ...found,
    name: cut(name, MAX_NAME),
    source: cut(source, MAX_NAME),
    how: whyNot !== null ? { whyNot } : "whyNot" in how ? how : withShortControls(how, maxTopicBytes),
  };
}

/** Without the controls whose topics or paths are too long: the device is switched without them. */
function withShortControls({ controls, ...how }: Switch, maxTopicBytes: number): Switch {
  const kept = controls?.filter(({ commandTopic, commandParents = [], report, payload = "" }) => {
    const isShort = (topic: string | undefined): boolean => utf8Length(topic ?? "") <= maxTopicBytes;
    const path = [...commandParents, ...(report?.path ?? [])].join(".");
    return isShort(commandTopic ?? "") && isShort(report?.topic) && `${path}${payload}`.length <= MAX_PAYLOAD;
  });
  return kept === undefined || kept.length === 0 ? how : { ...how, controls: kept };
}

type Switch = Exclude<Announcement["how"], { whyNot: string }>;

/** The texts of a template that writes one of two. */
const textsOf = (report: { truth?: { yes: string; no: string } } | null): string[] =>
  report?.truth === undefined ? [] : [report.truth.yes, report.truth.no];

function whyTooLong(name: string, how: Switch, maxTopicBytes: number): string | null {
  const { commandTopic, payloadOn, payloadOff, state, availability } = how;
  if (name.length > MAX_NAME) return `Its name has more than ${MAX_NAME} characters.`;
  if (availability.length > MAX_AVAILABILITY) {
    return `It names ${number(availability.length)} availability topics; at most ${MAX_AVAILABILITY} are read.`;
  }
  const topics = [
    commandTopic,
    state?.topic ?? "",
    how.regularReport ?? "",
    ...availability.map(({ topic }) => topic),
  ];
  if (topics.some((topic) => utf8Length(topic) > maxTopicBytes)) {
    return `One of its topics has more than ${maxTopicBytes} bytes (MQTT_MAX_TOPIC_BYTES).`;
  }
  const paths = [state?.path ?? [], ...availability.map(({ path }) => path)].map((path) => path.join("."));
  const states = [
    state?.on ?? "",
    state?.off ?? "",
    ...availability.flatMap((each) => [each.online, each.offline]),
    ...textsOf(state),
    ...availability.flatMap(textsOf),
  ];
  const isLong = [payloadOn, payloadOff, ...states, ...paths].some((text) => text.length > MAX_PAYLOAD);
  return isLong ? `One of its payloads or templates has more than ${MAX_PAYLOAD} characters.` : null;
}
