/**
 * Reads Tasmota's own discovery on `tasmota/discovery/{mac}/config`: one device per relay or light. A light has its
 * `Dimmer`, from 1 to 100, as a control. The reference is hatasmota, the library of Home Assistant's integration.
 */

import type { DiscoveredSwitch } from "../contract/discovered.ts";
import { utf8Length } from "../contract/utf8.ts";
import {
  type Announcement,
  type Fields,
  fieldsOf,
  isFields,
  namedText,
  quoted,
  textOf,
  tooManyParts,
} from "./bounds.ts";
import { brightnessControl } from "./control-values.ts";

const TOPIC = /^tasmota\/discovery\/([^/]+)\/config$/;
const SOURCE = "Tasmota";

const RELAY = 1;
const LIGHT = 2;
const SHUTTER = 3;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);
/** A relay's kind may be written as text or as a boolean. */
const kindOf = (value: unknown): number => Number(typeof value === "string" ? value.trim() || NaN : value);
const KINDS = [RELAY, LIGHT, SHUTTER];

/** Returns the MAC address of a discovery topic; null for other topics. */
export function tasmotaNode(topic: string): { name: string; source: string } | null {
  const name = TOPIC.exec(topic)?.[1];
  return name === undefined ? null : { name, source: SOURCE };
}

/** Null for a topic without an announcement. */
export function announcedByTasmota(
  topic: string,
  payload: string,
  maxTopicBytes: number,
): Announcement[] | null {
  const mac = TOPIC.exec(topic)?.[1];
  if (mac === undefined) return null;
  const fields = fieldsOf(payload);
  if (fields === null) return [];
  const relays = listOf(fields.rl).flatMap((value, at) => {
    const kind = kindOf(value);
    return KINDS.includes(kind) ? [{ kind, at }] : [];
  });
  const tooMany = tooManyParts(listOf(fields.rl).length, "relays");
  const whyNot = tooMany ?? whyNoTopics(fields, maxTopicBytes);
  if (whyNot !== null) return [{ place: topic, name: mac, source: SOURCE, how: { whyNot } }];
  const isAlone = relays.length === 1;
  const lights = relays.flatMap((each) => (each.kind === LIGHT ? [each.at] : []));
  return relays.map(({ kind, at }) => {
    const own = namedText(listOf(fields.fn)[at]);
    const device = namedText(fields.dn) ?? mac;
    return {
      place: `${topic}#${at + 1}`,
      name: own ?? (isAlone ? device : `${device} ${at + 1}`),
      source: SOURCE,
      how:
        kind === SHUTTER
          ? { whyNot: "It is half of a shutter." }
          : switchOf(fields, mac, {
              number: isAlone && at === 0 ? "" : `${at + 1}`,
              dimmer: dimmerNames(fields, lights, at),
            }),
    };
  });
}

/** A name may occur in the topic pattern many times, so each field is bounded before they are combined. */
function whyNoTopics({ ft, t, hn, tp }: Fields, maxTopicBytes: number): string | null {
  const isLong = [ft, t, hn, ...listOf(tp)].some((each) => utf8Length(textOf(each) ?? "") > maxTopicBytes);
  return isLong ? `A part of its topics has more than ${maxTopicBytes} bytes (MQTT_MAX_TOPIC_BYTES).` : null;
}

/** The command that dims a light, and the key of its reports. */
interface DimmerNames {
  command: string;
  key: string;
}

const isSet = (value: unknown): boolean => Number(textOf(value)) > 0;
/** Channels of a light that can be split into a coloured and a white one. */
const SPLIT_FROM = 4;

/**
 * `lt_st` is the number of a light's channels; `at` and `lights` are indices of relays. SetOption68 makes each channel a
 * light; `lk: 0` splits colour and white. Of other lights beside each other none says which one the dimmer is of.
 */
function dimmerNames(
  { lt_st: channels, lk, so, ty }: Fields,
  lights: readonly number[],
  at: number,
): DimmerNames | null {
  const which = lights.indexOf(at);
  if (which < 0 || !isSet(channels)) return null;
  if (isFields(so) && isSet(so["68"])) return { command: `Channel${at + 1}`, key: `Channel${at + 1}` };
  if (lk !== undefined && !isSet(lk) && Number(textOf(channels)) >= SPLIT_FROM) {
    return which > 1 ? null : { command: `Dimmer${which + 1}`, key: `Dimmer${which + 1}` };
  }
  if (lights.length > 1) return null;
  return { command: isSet(ty) ? "Dimmer3" : "Dimmer", key: "Dimmer" };
}

interface Relay {
  /** The number that its topics end with; empty where the device has one relay only. */
  number: string;
  dimmer: DimmerNames | null;
}

function dimmerOf(
  { command, key }: DimmerNames,
  commands: string,
  state: string,
): Pick<DiscoveredSwitch, "controls"> {
  const report = { topic: `${state}RESULT`, path: [key] };
  const topics = { commandKey: null, commandTopic: commands + command, report };
  return { controls: [{ ...brightnessControl(100), ...topics }] };
}

/** A device that sleeps deeply says that it is offline each time: it counts as there, and reports when it is awake. */
function presenceOf({ dslp, onln, ofln }: Fields, telemetry: string) {
  if (isSet(dslp)) return { availability: [], regularReport: `${telemetry}STATE` };
  const online = textOf(onln) || "Online";
  const offline = textOf(ofln) || "Offline";
  return { availability: [{ topic: `${telemetry}LWT`, path: [], online, offline }] };
}

function switchOf(fields: Fields, mac: string, { number, dimmer }: Relay): Announcement["how"] {
  const full = namedText(fields.ft) ?? "%prefix%/%topic%/";
  const [command, state, telemetry] = listOf(fields.tp).map(textOf);
  const names: Record<string, string | undefined> = {
    topic: textOf(fields.t),
    hostname: textOf(fields.hn),
    id: mac.slice(-6),
  };
  const place = (prefix: string | undefined): string =>
    full.replaceAll(/%(\w+)%/g, (whole, name) => (name === "prefix" ? prefix : names[name]) ?? whole);
  if ([command, state, telemetry].some((prefix) => place(prefix).includes("%"))) {
    return { whyNot: `Its topics cannot be made out of "${quoted(full)}".` };
  }
  const [off = "OFF", on = "ON"] = listOf(fields.state).map((text) => textOf(text) || undefined);
  const power = `POWER${number}`;
  return {
    commandTopic: place(command) + power,
    payloadOn: on,
    payloadOff: off,
    retain: false,
    state: { topic: place(state) + power, path: [], on, off },
    ...presenceOf(fields, place(telemetry)),
    availabilityMode: "latest",
    ...(dimmer !== null && dimmerOf(dimmer, place(command), place(state))),
  };
}
