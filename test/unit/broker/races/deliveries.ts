/** Deliveries that no order of the racing operations explains, and messages that should have come. */

import { mayRead } from "../swarm/oracle.ts";
import { arrival, lasts, matches, NEVER, outcome, SHARED, shown, whole } from "./certainty.ts";
import type { History, Publication, Reception, SubscriptionRequest } from "./history.ts";

type Check = (history: History) => string[];

/** Whether a subscription that this delivery needs may have been in force. */
function maySubscribed(history: History, { publication, connection, at, retain }: Reception): boolean {
  // a resumed session may have waited with a retained message of an earlier subscription
  const since = retain && !connection.present ? connection.from : publication.from;
  const requests = history.requests.filter((each) => each.connection.seat === connection.seat);
  const replaced = (added: SubscriptionRequest): boolean =>
    history
      .of(connection.seat)
      .some(
        (each) =>
          (each.clean || !added.connection.kept) && added.connection.to < each.from && each.to < since,
      );
  return requests.some(
    (added) =>
      added.isAdded &&
      added.from < at &&
      (added.granted ?? 0) < 0x80 &&
      matches(history, added.filter, publication.topic) &&
      !replaced(added) &&
      !requests.some(
        (each) =>
          !each.isAdded &&
          // without an answer it may not have been processed
          each.granted !== null &&
          each.filter === added.filter &&
          added.to < each.from &&
          each.to < since,
      ),
  );
}

function receptionErrors(history: History, reception: Reception): string[] {
  const { publication, connection, at, qos, dup, retain } = reception;
  const errors: string[] = [];
  const since = Math.max(publication.from, connection.from);
  const topic = whole(history, publication.topic);
  if (!history.rights(connection.seat, since, at).some((view) => mayRead(view, topic))) {
    errors.push("without the right to read it");
  }
  if (outcome(history, publication) === "refused") errors.push("although it was refused");
  if (qos > publication.qos) errors.push(`at QoS ${qos}`);
  if (!maySubscribed(history, reception)) errors.push("without a subscription");
  if (dup && !connection.present) errors.push("with DUP in a new session");
  if (retain && !publication.retain) errors.push("as retained");
  return errors.map((error) => `${arrival(reception)} ${error}`);
}

const receptions: Check = (history) => history.receptions.flatMap((each) => receptionErrors(history, each));

/** How often a session may get it: once, and again where a publisher had to send it again. */
function most(history: History, { qos, by, repeatedBy }: Publication): number {
  const again = repeatedBy.filter((each) => qos === 1 || !lasts(history, by, each.to));
  return 1 + again.length;
}

function repetitions(history: History): string[] {
  const live = history.receptions.filter(({ retain }) => !retain);
  return live.flatMap((reception) => {
    const { publication, connection, at, dup, settled } = reception;
    const others = live.filter(
      (each) =>
        each !== reception && each.publication === publication && each.connection.seat === connection.seat,
    );
    const errors: string[] = [];
    const limit = most(history, publication);
    const onThisOne = others.filter((each) => each.connection === connection && each.at < at);
    if (onThisOne.length >= limit) errors.push("again on one connection");
    if (others.some((each) => each.settled < connection.from) && limit === 1) {
      errors.push("again after its acknowledgement");
    }
    const isFirst = others.every((each) => each.dup || each.at > at);
    const copies = 1 + others.filter((each) => !each.dup).length;
    if (!dup && isFirst && publication.topic !== SHARED && copies > limit) errors.push(`${copies} times`);
    if (settled < NEVER && at > settled) errors.push("after its acknowledgement");
    return errors.map((error) => `${arrival(reception)} ${error}`);
  });
}

function order(history: History): string[] {
  const place = new Map(history.publications.map((each, at) => [each, at]));
  return history.connections.flatMap((connection) => {
    const last = new Map<string, Reception>();
    return history.receptions.flatMap((each) => {
      const { publication, dup, retain, qos } = each;
      if (each.connection !== connection || dup || retain || publication.topic === SHARED) return [];
      if (publication.isWill || publication.repeatedBy.length > 0) return [];
      const key = `${publication.by.name} ${publication.topic} ${qos}`;
      const before = last.get(key);
      last.set(key, each);
      const isBehind =
        before !== undefined && (place.get(before.publication) ?? 0) > (place.get(publication) ?? 0);
      return isBehind ? [`${arrival(each)} after ${before.publication.text}`] : [];
    });
  });
}

/** Whether a reader's session was certainly subscribed all the time, and is read to its end. */
function isOwed(history: History, request: SubscriptionRequest, { from, to, topic }: Publication): boolean {
  const { connection, filter, granted, isAdded } = request;
  if (!isAdded || granted === null || granted >= 0x80 || granted === 0 || request.to >= from) return false;
  if (connection.code !== 0 || !matches(history, filter, topic)) return false;
  const isRemoved = history.requests.some(
    (each) =>
      !each.isAdded &&
      each.connection.seat === connection.seat &&
      each.filter === filter &&
      each.to > request.from &&
      each.from < to,
  );
  const isLowered = history.requests.some(
    (each) =>
      each !== request &&
      each.isAdded &&
      each.connection.seat === connection.seat &&
      each.filter === filter &&
      // without an answer it may have been lowered, too
      (each.granted ?? 0) === 0,
  );
  const until = connection.kept ? NEVER : history.reaped;
  if (isRemoved || isLowered || !lasts(history, connection, until)) return false;
  // the last connections end a session that is not kept, and with it what is published at that time
  if (!connection.kept && (connection.acknowledges !== "all" || to >= until)) return false;
  return history.rights(connection.seat, from, NEVER).every((view) => mayRead(view, whole(history, topic)));
}

/** A member may have it at QoS 0, and its connection may be cut. */
const mayHaveQos0 = ({ requests }: History, group: string, { to }: Publication): boolean =>
  requests.some(
    ({ isAdded, filter, from, granted }) => isAdded && filter === group && from < to && (granted ?? 0) === 0,
  );

export function losses(history: History, mustCome: readonly Publication[]): string[] {
  return mustCome.flatMap((publication) => {
    const owed = history.requests.filter((each) => isOwed(history, each, publication));
    const got = history.receptions.filter((each) => each.publication === publication);
    if (publication.topic === SHARED) {
      const groups = new Set(owed.map(({ filter }) => filter));
      return [...groups].flatMap((group) =>
        mayHaveQos0(history, group, publication) ||
        got.some(({ connection }) => group.includes(`/${history.seats[connection.seat]?.group}/`))
          ? []
          : [`${shown(publication)} reached nobody of ${group}`],
      );
    }
    return owed.flatMap(({ connection }) =>
      got.some((each) => each.connection.seat === connection.seat)
        ? []
        : [`${shown(publication)} was lost for the session of ${connection.name}`],
    );
  });
}

const accepted: Check = (history) =>
  losses(
    history,
    history.publications.filter((each) => each.qos > 0 && outcome(history, each) === "accepted"),
  );

/** One member of a group has a message; another one only when the session of the first has ended, or its right. */
function groups(history: History): string[] {
  return ["even", "odd"].flatMap((group) =>
    history.publications.flatMap((publication) => {
      if (publication.topic !== SHARED || publication.repeatedBy.length > 0) return [];
      const got = history.receptions.filter(
        (each) =>
          each.publication === publication &&
          !each.dup &&
          !each.retain &&
          history.seats[each.connection.seat]?.group === group,
      );
      return got.slice(1).flatMap((each, at) => {
        const before = got[at] as Reception;
        const { connection } = before;
        const mayStillRead = history
          .rights(connection.seat, before.at, each.at)
          .every((view) => mayRead(view, whole(history, publication.topic)));
        const isHolder = mayStillRead && lasts(history, connection, each.at);
        const isPassedOn = before.qos > 0 && !isHolder && before.settled > each.at;
        return isPassedOn ? [] : [`${arrival(each)}, which ${before.connection.name} has`];
      });
    }),
  );
}

export const deliveryErrors: Check = (history) =>
  [receptions, repetitions, order, accepted, groups].flatMap((check) => check(history));
