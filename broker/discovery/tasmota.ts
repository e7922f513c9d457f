/**
 * Reads Tasmota's own discovery on `tasmota/discovery/{mac}/config`: one device per relay or light. A light that is alone
 * has its `Dimmer`, from 1 to 100, as a control.
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
              isDimmed: isAlone && kind === LIGHT && hasDimmer(fields),
            }),
    };
  });
}

/** A name may occur in the topic pattern many times, so each field is bounded before they are combined. */
function whyNoTopics({ ft, t, hn, tp }: Fields, maxTopicBytes: number): string | null {
  const isLong = [ft, t, hn, ...listOf(tp)].some((each) => utf8Length(textOf(each) ?? "") > maxTopicBytes);
  return isLong ? `A part of its topics has more than ${maxTopicBytes} bytes (MQTT_MAX_TOPIC_BYTES).` : null;
}

/** `lt_st` is the number of a light's channels. With SetOption68 each channel is dimmed by a command of its own. */
const hasDimmer = ({ lt_st: subtype, so }: Fields): boolean =>
  Number(textOf(subtype)) > 0 && !(isFields(so) && Number(textOf(so["68"])) === 1);

interface Relay {
  /** The number that its topics end with; empty where the device has one relay only. */
  number: string;
  isDimmed: boolean;
}

function dimmerOf(command: string, state: string): Pick<DiscoveredSwitch, "controls"> {
  const report = { topic: `${state}RESULT`, path: ["Dimmer"] };
  const topics = { commandKey: null, commandTopic: `${command}Dimmer`, report };
  return { controls: [{ ...brightnessControl(100), ...topics }] };
}

function switchOf(fields: Fields, mac: string, { number, isDimmed }: Relay): Announcement["how"] {
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
    availability: [
      {
        topic: `${place(telemetry)}LWT`,
        path: [],
        online: textOf(fields.onln) || "Online",
        offline: textOf(fields.ofln) || "Offline",
      },
    ],
    availabilityMode: "latest",
    ...(isDimmed && dimmerOf(place(command), place(state))),
  };
}
