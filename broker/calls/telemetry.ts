/**
 * Values of a device over HTTP, from software that speaks no MQTT (uplinks of LoRaWAN, webhooks). What is valid becomes a
 * message on the device's telemetry topic, so that readers, series and watches get it. The device does not count as
 * connected.
 */

import type { MessageAnswer, MessageRefusal } from "../contract/messages.ts";
import { quoted, sentence } from "../contract/mistake.ts";
import { machineMoment } from "../contract/moment.ts";
import type { TelemetryToWrite, TelemetryWritten } from "../contract/telemetry.ts";
import { telemetryTopic } from "../contract/topics.ts";
import { utf8Length } from "../contract/utf8.ts";
import {
  atPointer,
  isObject,
  MAX_MISTAKES,
  sortTelemetry,
  type TelemetryMessage,
} from "../history/readings.ts";
import type { Modules } from "../hub/modules.ts";
import { timeMistake } from "../hub/series/measurements.ts";
import { lastOfEach } from "../hub/series/newest.ts";
import type { Hub } from "../hub.ts";
import type { Message } from "../session/message.ts";
import { type RoomContext, rateRefusal } from "../session/publish-checks.ts";
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
  // before the work: a wrong body costs the same as a right one
  const over = overRate({ rateLimiter: modules.rateLimiter, userId }, ref, given, now);
  if (over !== null) return { refusal: over };
  const found = telemetryFrom(given, now);
  if ("why" in found) return { refusal: found };
  const mistake = timeMistake(found, now);
  // the time of the object itself: none of its values can be stored
  if (mistake !== null) return { answer: { kept: [], refused: [{ key: "ts", why: sentence(mistake) }] } };
  const room = modules.measurements.roomFor(given.deviceId, found.values);
  const mistakes = [...found.mistakes, ...room.mistakes];
  const kept = room.values.map(([key]) => key);
  const refused = mistakes.slice(0, MAX_MISTAKES).map((each) => ({ key: each.key, why: sentence(each) }));
  const more = found.moreMistakes + mistakes.length - refused.length;
  if (kept.length > 0) {
    const message = telemetryMessage(telemetryTopic(userId, given.deviceId), { ...found, ...room });
    const mark = () => markAsHttp(modules, given.deviceId, { keys: kept, at: found.at });
    const refusal = roomAnswer(modules, message, roomIn(modules, now), now);
    if (refusal !== null) return { refusal };
    publishAs(modules, message, { actor: "api", ref }, mark);
  }
  return { answer: { kept, refused, ...(more > 0 && { refused_more: more }) } };
}

function telemetryFrom({ body, from, at }: TelemetryToWrite, now: number) {
  const json: unknown = JSON.parse(new TextDecoder().decode(body));
  const object = atPointer(json, from);
  if (!isObject(object)) return invalid("from", `There is no object at ${quoted(from)} in the body.`);
  const sorted = sortTelemetry(object);
  if (at === null) return sorted;
  const time = machineMoment(atPointer(json, at));
  if (time === null) {
    const words = `There is no time at ${quoted(at)} in the body: ISO 8601 with a zone, or a number since 1970.`;
    return invalid("at", words);
  }
  const mistake = timeMistake({ at: time }, now);
  if (mistake !== null) return invalid("at", mistake.reason.replace(/^ts /, "This time "));
  return { ...sorted, at: time };
}

const invalid = (field: "from" | "at", words: string): MessageRefusal => ({ why: "invalid", field, words });

function telemetryMessage(topic: string, { at, values }: TelemetryMessage): Message {
  const object = { ...(at !== null && { ts: at }), ...Object.fromEntries(values) };
  const payload = new TextEncoder().encode(JSON.stringify(object));
  // QoS 1: a sample is stored before the call is answered
  return { topic, payload, qos: 1, retain: false, properties: {}, expiresAt: null };
}

/** In a transaction, after the samples: those that are the newest of their series came over HTTP. */
function markAsHttp(
  modules: Modules,
  deviceId: string,
  { keys, at }: { keys: readonly string[]; at: number | null },
): void {
  const { history } = modules.store;
  const rows = keys.flatMap((key) => history.of(`device:${deviceId}`).get(key) ?? []);
  for (const { row, last } of lastOfEach(rows, modules)) {
    if (at === null || last.at === at) history.cameByHttp(row, last.at);
  }
}

/** The call counts as a message of an MQTT client, with all bytes of its body. */
function overRate(
  { rateLimiter, userId }: Pick<Modules, "rateLimiter"> & { userId: string },
  ref: string,
  { deviceId, body }: TelemetryToWrite,
  now: number,
): MessageRefusal | null {
  const shares = rateLimiter.sharesOf(`http ${ref}`, now);
  const rate = rateRefusal(utf8Length(telemetryTopic(userId, deviceId)) + body.length, {
    limitPublish: () => rateLimiter.publish(shares, now),
    limitBytes: (bytes) => rateLimiter.bytes(shares, now, bytes),
  });
  return rate === null ? null : rateAnswer(rate.limit);
}

/** Values are not retained. */
const roomIn = ({ acceptance }: Modules, now: number): RoomContext => ({
  mayStore: (message) => acceptance.mayStore(message, now),
  mayRetain: () => true,
  mayQueue: (message) => acceptance.mayQueue(message),
});
