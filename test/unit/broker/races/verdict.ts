/** What no order of the racing operations explains: the invariants of sessions, messages, wills and rights. */

import { mayPublish, maySubscribe } from "../swarm/oracle.ts";
import { arrival, hasLeapt, inner, isRevoked, NEVER, outcome, shown, whole } from "./certainty.ts";
import { deliveryErrors, losses } from "./deliveries.ts";
import type { Connection, History, Publication, Reception } from "./history.ts";
import { SHORT } from "./racer.ts";

// Sessions.

/** What CONNACK may say about a session: for each connection that may have been the last one before. */
function possiblePresence(history: History, connection: Connection): Set<boolean> {
  if (connection.clean) return new Set([false]);
  const rivals = history
    .of(connection.seat)
    .filter((each) => each !== connection && each.from < connection.to);
  const latest = rivals.filter(
    (each) => !rivals.some((next) => each.to < next.from && next.to < connection.from),
  );
  const possible = new Set<boolean>();
  if (rivals.every((each) => each.to > connection.from)) possible.add(false);
  for (const each of latest) {
    const { isShort, ended, how, kept } = each;
    const isOver =
      how === "quit" ||
      (isShort && history.leaps.some((leap) => leap.from > ended && leap.to < connection.from));
    if (kept && !(isOver && ended < connection.from)) possible.add(true);
    if (!kept || how === "quit" || (isShort && hasLeapt(history, each.from, connection.to)))
      possible.add(false);
    if (isRevoked(history, each.seat, each.from, connection.to)) possible.add(false);
  }
  return possible;
}

const presence = (history: History): string[] =>
  history.connections
    .filter((each) => each.code === 0 && !possiblePresence(history, each).has(each.present))
    .map(({ name, present }) => `${name} had CONNACK with${present ? "" : "out"} a session`);

// Rights.

function admission(history: History): string[] {
  return history.connections.flatMap((each) => {
    if (each.code === null) return [`${each.name} had no CONNACK`];
    const rights = history.rights(each.seat, each.from, each.to);
    const isPossible = rights.some((view) => {
      const mayWill = each.will === null || mayPublish(view, whole(history, each.will.topic));
      return (!view.revoked && mayWill) === (each.code === 0);
    });
    return isPossible ? [] : [`${each.name} had CONNACK ${each.code}`];
  });
}

function answers(history: History): string[] {
  const wrong = history.publications.flatMap((each) => {
    if (each.isWill || each.reason === null || each.by.version === 4) return [];
    const views = history.rights(each.by.seat, each.from, each.to);
    const isPossible = views.some(
      (view) => mayPublish(view, whole(history, each.topic)) === (each.reason === 0),
    );
    return isPossible ? [] : [`${shown(each)} had reason ${each.reason}`];
  });
  const refused = history.requests.flatMap((each) => {
    if (!each.isAdded || each.granted === null) return [];
    const { seat } = each.connection;
    const filter = inner(each.filter).replace("{own}", whole(history, "").slice(0, -1));
    const isPossible = history
      .rights(seat, each.from, each.to)
      .some((view) => maySubscribe(view, filter) === (each.granted as number) < 0x80);
    return isPossible ? [] : [`${each.connection.name} had SUBACK ${each.granted} for ${each.filter}`];
  });
  return [...wrong, ...refused];
}

// Wills.

/** Whether the will was published: certainly, certainly not, or perhaps. */
function willOf(history: History, connection: Connection): boolean | null {
  const { will, seat, how, kept } = connection;
  if (connection.code !== 0 || will === null) return false;
  const later = history.of(seat).filter((each) => each !== connection && each.to > connection.from);
  if (isRevoked(history, seat, connection.from, NEVER)) return null;
  if (how === "disconnect" || how === "quit") {
    return later.some((each) => each.from < connection.ended) ? null : false;
  }
  if (will.delay === 0 || !kept) return true;
  if (later.some((each) => each.clean || !each.kept || each.how === "quit" || each.isShort)) return null;
  const isDue = will.delay === SHORT || connection.isShort;
  if (!isDue || !hasLeapt(history, connection.from, NEVER)) return false;
  // nobody came back before the delay was over
  const isCertain = history.leaps.some(
    (leap) => leap.from > connection.ended && later.every((each) => each.from > leap.to),
  );
  return isCertain ? true : null;
}

function wills(history: History): string[] {
  const certain: Publication[] = [];
  const errors = history.connections.flatMap((connection) => {
    const { will } = connection;
    if (will === null) return [];
    const isPublished = willOf(history, connection);
    const views = history.rights(connection.seat, will.from, NEVER);
    const isAllowed = views.every((view) => mayPublish(view, whole(history, will.topic)));
    if (isPublished === true && isAllowed) certain.push(will);
    const got = history.receptions.filter(({ publication }) => publication === will);
    if (isPublished === false && got.length > 0) return [`${arrival(got[0] as Reception)}, a will`];
    return [];
  });
  return [...errors, ...losses(history, certain)];
}

// Retained messages.

/** Each topic's retained message is one that may have been the last one accepted. */
function retainedErrors(history: History, kept: ReadonlyMap<string, string>): string[] {
  const topics = new Set(history.publications.map(({ topic }) => topic));
  return [...topics].flatMap((topic) => {
    const written = history.publications.filter((each) => each.topic === topic && each.retain);
    const sure = written.filter((each) => outcome(history, each) === "accepted");
    const possible = written.filter(
      (each) =>
        outcome(history, each) !== "refused" && !sure.some((later) => each !== later && each.to < later.from),
    );
    const value = kept.get(topic);
    if (value === undefined) return sure.length === 0 ? [] : [`${topic} has no retained message`];
    return possible.some(({ text }) => text === value)
      ? []
      : [`${topic} retains ${value}, and the possible ones are ${possible.map(({ text }) => text)}`];
  });
}

const CHECKS = [presence, admission, answers, deliveryErrors, wills];

export const errorsOf = (history: History, kept: ReadonlyMap<string, string>): string[] => [
  ...CHECKS.flatMap((check) => check(history)),
  ...retainedErrors(history, kept),
];
