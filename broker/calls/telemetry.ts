/**
 * Values of a device over HTTP, from software that speaks no MQTT (uplinks of LoRaWAN, webhooks). What is valid becomes a
 * message on the device's telemetry topic, so that readers, series and watches get it. The device does not count as
 * connected.
 */

import type { MessageAnswer, MessageRefusal } from "../contract/messages.ts";
import { quoted, sentence } from "../contract/mistake.ts";
import { machineMoment } from "../contract/moment.ts";
import type { RefusedValue, TelemetryToWrite, TelemetryWritten } from "../contract/telemetry.ts";
import type { Verdict } from "../contract/token-bucket.ts";
import { telemetryTopic } from "../contract/topics.ts";
import { utf8Length } from "../contract/utf8.ts";
import {
  atPointer,
  isObject,
  MAX_MISTAKES,
  sortTelemetry,
  type TelemetryMessage,
} from "../history/readings.ts";
import { countMistake, type ListEntry, sortedBy } from "../history/sample-list.ts";
import { timeMistake } from "../history/sample-time.ts";
import type { Modules } from "../hub/modules.ts";
import { lastOfEach } from "../hub/series/newest.ts";
import type { Hub } from "../hub.ts";
import type { Message } from "../session/message.ts";
import type { RoomContext } from "../session/publish-checks.ts";
import { type CallMaker, rememberAccount } from "./caller.ts";
import { publishAs, rateAnswer, roomAnswer } from "./http-publish.ts";
import { knownCaller } from "./message-rights.ts";

export async function writeTelemetry(
  hub: Hub,
  caller: CallMaker,
  given: TelemetryToWrite,
): Promise<MessageAnswer<TelemetryWritten>> {
  const { modules, userId } = hub;
  rememberAccount(hub);
  if (modules.changes.held && !(await hub.released())) throw new Error("The rights cannot be read.");
  const rights = await caller.rights();
  if (rights === null) return { refusal: { why: "caller" } };
  const { ref } = knownCaller(rights, { commandedOn: modules.rights.commandedOn, userId });
  const now = modules.clock();
  const over = overRate({ rateLimiter: modules.rateLimiter, userId }, ref, given, now);
  // before the work: a wrong body costs the same as a right one
  const overBytes = over.bytes();
  if (overBytes !== null) return { refusal: overBytes };
  const found = telemetryFrom(given, now, modules.limits.MAX_SAMPLES_A_MESSAGE);
  const overMessages = over.messages("why" in found ? 1 : found.count);
  if (overMessages !== null) return { refusal: overMessages };
  if ("why" in found) return { refusal: found };
  const { entries, refused: wrong } = withRoom(found, given.deviceId, modules);
  const refused = wrong.slice(0, MAX_MISTAKES);
  const more = found.moreMistakes + wrong.length - refused.length;
  const kept = [...new Set(entries.flatMap(({ values }) => values.map(([key]) => key)))];
  if (kept.length > 0) {
    const message = telemetryMessage(telemetryTopic(userId, given.deviceId), entries, found.isList);
    const mark = () => markAsHttp(modules, given.deviceId, entries);
    const refusal = roomAnswer(modules, message, roomIn(modules, now), now);
    if (refusal !== null) return { refusal };
    // the message has the time itself, which its readers need
    const isAgeKnown = entries.every((entry) => entry.isAgeKnown);
    publishAs(modules, message, { actor: "api", ref, isAgeKnown }, mark);
  }
  return { answer: { kept, refused, ...(more > 0 && { refused_more: more }) } };
}

interface Found {
  isList: boolean;
  /** How many samples the call counts as. */
  count: number;
  entries: readonly ListEntry[];
  refused: readonly RefusedValue[];
  /** How many values are wrong beside `refused`. */
  moreMistakes: number;
}

function telemetryFrom(
  { body, from, at }: TelemetryToWrite,
  now: number,
  most: number,
): Found | MessageRefusal {
  const json: unknown = JSON.parse(new TextDecoder().decode(body));
  const given = atPointer(json, from);
  const count = Array.isArray(given) ? countMistake(given.length, most) : null;
  if (count !== null) return invalid("from", sentence(count));
  const list = Array.isArray(given) && given.some(isObject) ? given : null;
  if (list === null && !isObject(given))
    return invalid("from", `There is no object at ${quoted(from)} in the body.`);
  const time = at === null ? null : timeAt(json, at, now);
  if (typeof time === "object" && time !== null) return time;
  return list === null
    ? objectOf(given as Record<string, unknown>, time, now)
    : listOf(list, time ?? now, now);
}

function timeAt(json: unknown, at: string, now: number): number | MessageRefusal {
  const time = machineMoment(atPointer(json, at));
  if (time === null) {
    const words = `There is no time at ${quoted(at)} in the body: ISO 8601 with a zone, or a number since 1970.`;
    return invalid("at", words);
  }
  const mistake = timeMistake({ at: time }, now);
  return mistake === null ? time : invalid("at", mistake.reason.replace(/^ts /, "This time "));
}

/** `time`: that of the message, null without one. It replaces the object's own, unless that is counted back from it. */
function objectOf(object: Record<string, unknown>, time: number | null, now: number): Found {
  const { mistakes, moreMistakes, ...sorted } = sortTelemetry(object, time ?? now);
  const sample = { ...sorted, ...(time !== null && sorted.isAgeKnown === undefined && { at: time }) };
  const mistake = timeMistake(sample, now);
  // the time of the object itself: none of its values can be stored
  return mistake === null
    ? {
        isList: false,
        count: 1,
        entries: [{ ...sample, index: 0 }],
        refused: mistakes.map((each) => ({ key: each.key, why: sentence(each) })),
        moreMistakes,
      }
    : {
        isList: false,
        count: 1,
        entries: [],
        refused: [{ key: "ts", why: sentence(mistake) }],
        moreMistakes: 0,
      };
}

/** `arrival`: the time of entries without one, from which a negative time is counted back. */
function listOf(list: readonly unknown[], arrival: number, now: number): Found {
  const wrong: RefusedValue[] = [];
  let moreMistakes = 0;
  const { entries, refused } = sortedBy(list, now, (entry, index) => {
    const { mistakes, moreMistakes: more, ...sample } = sortTelemetry(entry, arrival);
    const wrongTime = mistakes.find(({ key }) => key === "ts");
    // its values would get a time at which they were not measured
    if (wrongTime !== undefined) return wrongTime;
    wrong.push(...mistakes.map((each) => ({ index, key: each.key, why: sentence(each) })));
    moreMistakes += more;
    return arrival === now ? sample : { ...sample, at: sample.at ?? arrival };
  });
  wrong.push(...refused.map((each) => ({ index: each.index, key: each.key ?? "", why: sentence(each) })));
  return { isList: true, count: list.length, entries, refused: byIndex(wrong), moreMistakes };
}

const byIndex = (refused: readonly RefusedValue[]): RefusedValue[] =>
  refused.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0));

/** The entries with the values that have room, where the new series of one entry take the room of the next. */
function withRoom(
  { entries, refused, isList }: Found,
  deviceId: string,
  { measurements }: Modules,
): { entries: readonly ListEntry[]; refused: readonly RefusedValue[] } {
  const { values, mistakes } = measurements.roomFor(
    deviceId,
    entries.flatMap((entry) => entry.values),
  );
  if (mistakes.length === 0) return { entries, refused };
  const keys = new Set(values.map(([key]) => key));
  const words = new Map(mistakes.map((each) => [each.key, sentence(each)]));
  const without = entries.flatMap(({ index, values: own }) =>
    own.flatMap(([key]) => {
      const why = words.get(key);
      return why === undefined ? [] : { ...(isList && { index }), key, why };
    }),
  );
  return {
    entries: entries.map((entry) => ({ ...entry, values: entry.values.filter(([key]) => keys.has(key)) })),
    refused: byIndex([...refused, ...without]),
  };
}

const invalid = (field: "from" | "at", words: string): MessageRefusal => ({ why: "invalid", field, words });

function telemetryMessage(topic: string, entries: readonly ListEntry[], isList: boolean): Message {
  const objects = entries
    .filter(({ values }) => values.length > 0)
    .map(({ at, values }) => ({ ...(at !== null && { ts: at }), ...Object.fromEntries(values) }));
  const payload = new TextEncoder().encode(JSON.stringify(isList ? objects : objects[0]));
  // QoS 1: a sample is stored before the call is answered
  return { topic, payload, qos: 1, retain: false, properties: {}, expiresAt: null };
}

/** In a transaction, after the samples: those that are the newest of their series came over HTTP. */
function markAsHttp(modules: Modules, deviceId: string, entries: readonly TelemetryMessage[]): void {
  const { history } = modules.store;
  const times = new Map<string, Set<number | null>>();
  for (const { at, values } of entries) {
    for (const [key] of values) times.set(key, (times.get(key) ?? new Set()).add(at));
  }
  const rows = [...times.keys()].flatMap((key) => history.of(`device:${deviceId}`).get(key) ?? []);
  for (const { row, last } of lastOfEach(rows, modules)) {
    const own = times.get(row.key);
    if (own?.has(null) || own?.has(last.at)) history.cameByHttp(row, last.at);
  }
}

/** The call counts as messages of an MQTT client, with all bytes of its body. */
function overRate(
  { rateLimiter, userId }: Pick<Modules, "rateLimiter"> & { userId: string },
  ref: string,
  { deviceId, body }: TelemetryToWrite,
  now: number,
) {
  const shares = rateLimiter.sharesOf(`http ${ref}`, now);
  const size = utf8Length(telemetryTopic(userId, deviceId)) + body.length;
  const answer = (verdict: Verdict, limit: string) => (verdict === "pass" ? null : rateAnswer(limit));
  return {
    bytes: () => answer(rateLimiter.bytes(shares, now, size), "MQTT_PUBLISH_BYTES"),
    messages: (count: number) => answer(rateLimiter.publish(shares, now, count), "MQTT_PUBLISH_RATE"),
  };
}

/** Values are not retained. */
const roomIn = ({ acceptance }: Modules, now: number): RoomContext => ({
  mayStore: (message) => acceptance.mayStore(message, now),
  mayRetain: () => true,
  mayQueue: (message) => acceptance.mayQueue(message),
});
