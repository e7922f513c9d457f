/** The checker of a campaign: returns the guarantees that a history breaks. A pure function. */

import { climateErrors } from "./climates.ts";
import type { History, Received, Sent } from "./history.ts";
import { lostMessages, repeatedMessages } from "./kept-messages.ts";
import { noticeErrors } from "./notices.ts";
import { orderErrors } from "./orders.ts";
import { duplicateCommands, plugRunErrors } from "./plug.ts";
import { inventedSamples, lostQos0Samples, lostSamples } from "./samples.ts";
import { scheduleErrors } from "./schedules.ts";
import { admittedAfterDeletion, retainedErrors } from "./tokens.ts";

interface Check {
  promise: string;
  /** One sentence for each violation. */
  broken: string[];
}

export interface CheckResult {
  checks: Check[];
  figures: {
    sent: number;
    acknowledged: number;
    delivered: number;
    /** Messages delivered once more to a kept session after a crash. */
    repeated: number;
    events: number;
    measured: number;
    kept: number;
    planned: number;
    heard: number;
    deleted: number;
    /** Refreshes of an app that were answered. */
    refreshes: number;
    notices: number;
    /** Deliveries of a notice after its first. */
    noticesAgain: number;
    /** Commands of watches. */
    acts: number;
    /** Orders that waited for a person, those that were allowed, and what a kill cut off. */
    orders: number;
    allowed: number;
    cutOrders: number;
    cutAnswers: number;
    past: number;
  };
}

type Arrivals = Map<string, Received[]>;

/** The deliveries of each session, by message. */
function bySession(history: History): Map<string, Arrivals> {
  const sessions = new Map<string, Arrivals>();
  for (const arrival of history.received) {
    const arrivals = sessions.get(arrival.session) ?? new Map<string, Received[]>();
    sessions.set(arrival.session, arrivals);
    arrivals.set(arrival.id, [...(arrivals.get(arrival.id) ?? []), arrival]);
  }
  return sessions;
}

const reads = (topics: readonly string[] | "all", { topic }: Sent): boolean =>
  topics === "all" || topics.includes(topic);

/** Acknowledged messages that did not reach a subscribed session. */
function lost(history: History, arrivals: Map<string, Arrivals>): string[] {
  return history.sessions.flatMap(({ name, topics }) =>
    history.sent
      .filter((each) => each.ackedAt !== null && reads(topics, each) && !arrivals.get(name)?.has(each.id))
      .map(({ id }) => `${id} was acknowledged and never reached ${name}`),
  );
}

function invented(history: History): string[] {
  const topicOf = new Map(history.sent.map((each) => [each.id, each]));
  return history.received.flatMap(({ id, session }) => {
    const sent = topicOf.get(id);
    const kept = history.sessions.find(({ name }) => name === session);
    if (sent === undefined) return [`${session} received ${id}, which nobody sent`];
    return kept === undefined || reads(kept.topics, sent) ? [] : [`${session} received ${id}, not its own`];
  });
}

/** [MQTT-4.4.0-1] a message is sent again after a reconnect only. */
function repeatedAtOnce(arrivals: Map<string, Arrivals>): string[] {
  return [...arrivals].flatMap(([session, messages]) =>
    [...messages].flatMap(([id, times]) => {
      const connections = new Set(times.map(({ connection }) => connection));
      return connections.size === times.length ? [] : [`${session} received ${id} twice on one connection`];
    }),
  );
}

/** [MQTT-4.6.0-6] first deliveries keep a publisher's order. */
function inversions(history: History, arrivals: Map<string, Arrivals>): string[] {
  const place = new Map(history.sent.map((each, index) => [each.id, { index, publisher: each.publisher }]));
  return [...arrivals].flatMap(([session, messages]) => {
    const last = new Map<string, number>();
    return [...messages.keys()].flatMap((id) => {
      const { index, publisher } = place.get(id) ?? { index: -1, publisher: "" };
      const before = last.get(publisher) ?? -1;
      last.set(publisher, Math.max(before, index));
      return index < before ? [`${session} received ${id} after a later one of ${publisher}`] : [];
    });
  });
}

/** The commands of each device that the witness received, in order: it receives each accepted control message. */
function heardCommands(history: History, arrivals: Map<string, Arrivals>): Map<string, Sent[]> {
  const sent = new Map(history.sent.map((each) => [each.id, each]));
  const commands = [...(arrivals.get(history.witness)?.keys() ?? [])].flatMap((id) => sent.get(id) ?? []);
  return Map.groupBy(
    commands.filter(({ deviceId }) => deviceId !== undefined),
    ({ deviceId = "" }) => deviceId,
  );
}

/** Events must agree with the commands that were accepted, with their values. */
function switches(history: History, arrivals: Map<string, Arrivals>): string[] {
  const heard = heardCommands(history, arrivals);
  const devices = new Set([...heard.keys(), ...history.events.map(({ deviceId }) => deviceId)]);
  return [...devices].flatMap((deviceId) => {
    const told = history.events
      .filter((each) => each.deviceId === deviceId && each.type.startsWith("turned"))
      .map(({ type, level }) => `${type} ${level ?? ""}`);
    const expected = (heard.get(deviceId) ?? []).map(({ state, level }) => `turned_${state} ${level ?? ""}`);
    const differs = expected.findIndex((command, index) => told[index] !== command);
    if (differs < 0 && told.length === expected.length) return [];
    const where = differs < 0 ? expected.length : differs;
    return [
      `${deviceId}: ${expected.length} switches, ${told.length} rows, the first to differ is ${where + 1}`,
    ];
  });
}

/** The wanted value of a control is that of the last accepted command. */
function wantedErrors(history: History, arrivals: Map<string, Arrivals>): string[] {
  const heard = heardCommands(history, arrivals);
  return history.wanted.flatMap(({ deviceId, level }) => {
    const last = heard.get(deviceId)?.at(-1)?.level ?? null;
    return last === level ? [] : [`${deviceId}: ${level} is wanted, and ${last} was accepted last`];
  });
}

/** Connected and lost alternate for each connection, and none stays open. */
function connections(history: History): string[] {
  const devices = new Set(history.attempts.map(({ deviceId }) => deviceId));
  return [...devices].flatMap((deviceId) => {
    const tries = history.attempts.filter((each) => each.deviceId === deviceId);
    const accepted = tries.filter((each) => each.accepted).length;
    const told = history.events.filter(
      (each) => each.deviceId === deviceId && (each.type === "connected" || each.type === "disconnected"),
    );
    const wrong = told.findIndex(
      ({ type }, index) => type !== (index % 2 === 0 ? "connected" : "disconnected"),
    );
    if (wrong >= 0) return [`${deviceId}: row ${wrong + 1} of its connections is ${told[wrong]?.type}`];
    const begun = Math.ceil(told.length / 2);
    if (told.length % 2 === 1) return [`${deviceId}: its last connection never ended`];
    if (begun >= accepted && begun <= tries.length) return [];
    return [`${deviceId}: ${begun} connections told, ${accepted} to ${tries.length} made`];
  });
}

function times({ events }: History): string[] {
  const ids = new Set(events.map(({ id }) => id));
  const falling = events.filter((each, index) => index > 0 && each.at <= (events[index - 1]?.at ?? 0));
  const twice = ids.size === events.length ? [] : [`${events.length - ids.size} ids stand twice`];
  return [...twice, ...falling.map(({ id }) => `the time of ${id} is not after the one before it`)];
}

const resumes = ({ resumed }: History): string[] =>
  resumed
    .filter((each) => each.connection > 1 && !each.sessionPresent)
    .map(({ session, connection }) => `${session} found nothing of itself on connection ${connection}`);

/** Messages sent and acknowledged while a session had no right must never reach it. */
function leaks(history: History, arrivals: Map<string, Arrivals>): string[] {
  return history.barred.flatMap(({ session, topic, from, to }) =>
    history.sent
      .filter((each) => each.topic === topic && each.sentAt > from && (each.ackedAt ?? Infinity) < to)
      .filter(({ id }) => arrivals.get(session)?.has(id))
      .map(({ id }) => `${session} received ${id} on ${topic}, which it could not read then`),
  );
}

function tooFew({ sent, needed }: History): string[] {
  const acknowledged = sent.filter(({ ackedAt }) => ackedAt !== null).length;
  return acknowledged < needed ? [`${acknowledged} messages were acknowledged, ${needed} are needed`] : [];
}

export function checkHistory(history: History): CheckResult {
  const arrivals = bySession(history);
  const kept = history.sessions.flatMap(({ name }) => [...(arrivals.get(name)?.values() ?? [])]);
  return {
    checks: [...messageChecks(history, arrivals), ...otherChecks(history, arrivals)],
    figures: figuresOf(history, kept),
  };
}

function messageChecks(history: History, arrivals: Map<string, Arrivals>): Check[] {
  return [
    { promise: "enough was acknowledged to prove anything", broken: tooFew(history) },
    { promise: "every acknowledged message arrived [F1]", broken: lost(history, arrivals) },
    { promise: "nothing arrived that was not sent to it", broken: invented(history) },
    { promise: "nothing came twice on one connection", broken: repeatedAtOnce(arrivals) },
    { promise: "the order of each publisher was kept", broken: inversions(history, arrivals) },
    { promise: "kept sessions were resumed", broken: resumes(history) },
    { promise: "every acknowledged message is in the history", broken: lostMessages(history) },
    { promise: "none is in the history twice", broken: repeatedMessages(history) },
    {
      promise: "what is retained over HTTP is what was acknowledged last [F490]",
      broken: retainedErrors(history),
    },
    { promise: "nothing passed while a right was away", broken: leaks(history, arrivals) },
  ];
}

function otherChecks(history: History, arrivals: Map<string, Arrivals>): Check[] {
  return [
    { promise: "each accepted switch is one event row [F2] [F3]", broken: switches(history, arrivals) },
    { promise: "the wanted value is the last accepted one", broken: wantedErrors(history, arrivals) },
    {
      promise: "each connection is one row when it began and one when it ended [F6]",
      broken: connections(history),
    },
    { promise: "event times rise and ids are unique", broken: times(history) },
    { promise: "each planned time ran once, and switched once [F263]", broken: scheduleErrors(history) },
    { promise: "a discovered device gets each command once [F315]", broken: duplicateCommands(history) },
    { promise: "a found device has taken what it is said to have [F315]", broken: plugRunErrors(history) },
    { promise: "every acknowledged sample is kept [F219]", broken: lostSamples(history) },
    {
      promise: "of the others at most the last minute is missing [F219]",
      broken: lostQos0Samples(history),
    },
    { promise: "each sample that is kept was sent once", broken: inventedSamples(history) },
    {
      promise: "nothing of a deleted token was let in [F491]",
      broken: admittedAfterDeletion(history, arrivals),
    },
    {
      promise: "an app's tokens are good for one use, and none that was given is lost",
      broken: history.app.wrong,
    },
    { promise: "each notice arrived at least once, with its id [F504]", broken: noticeErrors(history) },
    { promise: "each change of a watched value switched its device once", broken: climateErrors(history) },
    {
      promise: "what a person allowed was published once, and nothing else [F506]",
      broken: orderErrors(history),
    },
  ];
}

function figuresOf(history: History, kept: readonly Received[][]): CheckResult["figures"] {
  return {
    sent: history.sent.length,
    acknowledged: history.sent.filter(({ ackedAt }) => ackedAt !== null).length,
    delivered: kept.length,
    repeated: kept.reduce((sum, { length }) => sum + length - 1, 0),
    events: history.events.length,
    measured: history.measured.length,
    kept: history.kept.values.length,
    past: history.past.length,
    planned: history.scheduled.reduce((sum, { schedules }) => sum + schedules.length, 0),
    heard: history.plug.heard.length,
    deleted: history.deleted.length,
    refreshes: history.app.refreshes,
    notices: history.notices.listed.length,
    noticesAgain: history.notices.received.length - new Set(history.notices.received).size,
    acts: history.climates.reduce((sum, { switches }) => sum + switches.length, 0),
    orders: history.orders.length,
    allowed: history.gate.published.length,
    cutOrders: history.orders.filter(({ approval }) => approval === null).length,
    cutAnswers: history.orders.filter(({ wasCut }) => wasCut).length,
  };
}
