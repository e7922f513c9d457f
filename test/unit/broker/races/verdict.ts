/** What no order of the racing operations explains: the invariants of sessions, messages, wills and rights. */

import { covers, mayPublish, mayRead, maySubscribe } from "../swarm/oracle.ts";
import type { Connection, History, Publication, Reception, SubscriptionRequest } from "./history.ts";

type Check = (history: History) => string[];

const NEVER = Number.POSITIVE_INFINITY;
const inner = (filter: string): string => filter.replace(/^\$share\/[^/]+\//, "");
/** The topic of shared subscriptions; no other filter matches it. */
const SHARED = "s";

const whole = (history: History, topic: string): string =>
  `${history.reigns[0]?.[0]?.rights.account}/${topic}`;

function matches(history: History, filter: string, topic: string): boolean {
  const spelled = inner(filter).replace("{own}", whole(history, "").slice(0, -1));
  return covers(spelled.split("/"), whole(history, topic).split("/"));
}

const shown = ({ text, topic, qos, by, from, to }: Publication): string =>
  `${text} at QoS ${qos} on ${topic} by ${by.name} [${from}, ${to}]`;
const arrival = ({ publication, connection, at, dup }: Reception): string =>
  `${connection.name} got ${shown(publication)} at ${at}${dup ? " with DUP" : ""}`;

const isRevoked = (history: History, seat: number, from: number, to: number): boolean =>
  history.rights(seat, from, to).some(({ revoked }) => revoked);

/** Whether the session of a connection has certainly lasted until then. */
function lasts(history: History, connection: Connection, to: number): boolean {
  const { seat, kept } = connection;
  if (isRevoked(history, seat, connection.from, to)) return false;
  const others = history
    .of(seat)
    .filter((each) => each !== connection && each.from < to && each.to > connection.from);
  if (!kept) return others.length === 0 && Math.min(connection.left, connection.ended) > to;
  if (connection.how === "quit") return false;
  return others.every((each) => !each.clean && each.kept && each.how !== "quit");
}

// Sessions.

/** What CONNACK may say about a session: for each connection that may have been the last one before. */
function possiblePresence(history: History, connection: Connection): Set<boolean> {
  if (connection.clean) return new Set([false]);
  const rivals = history
    .of(connection.seat)
    .filter((each) => each !== connection && each.from < connection.to);
  const earlier = rivals.filter(
    (each) => !rivals.some((next) => each.to < next.from && next.to < connection.from),
  );
  const possible = new Set<boolean>();
  if (rivals.every((each) => each.to > connection.from)) possible.add(false);
  for (const each of earlier) {
    if (each.kept) possible.add(true);
    if (!each.kept || each.how === "quit") possible.add(false);
    if (isRevoked(history, each.seat, each.from, connection.to)) possible.add(false);
  }
  return possible;
}

const presence: Check = (history) =>
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

/** Whether the broker has certainly accepted it, certainly not, or neither. */
function outcome(history: History, each: Publication): "accepted" | "refused" | "unknown" {
  const views = history.rights(each.by.seat, each.from, each.to);
  const allowed = views.filter((view) => mayPublish(view, whole(history, each.topic))).length;
  if (allowed === 0 || (each.reason ?? 0) >= 0x80) return "refused";
  if (each.isWill) return "unknown";
  const isAnswered = each.reason !== null || (each.qos === 0 && each.isProcessed);
  return isAnswered && (allowed === views.length || each.by.version === 5) ? "accepted" : "unknown";
}

// Deliveries.

/** Whether a subscription that this delivery needs may have been in force. */
function maySubscribed(history: History, { publication, connection, at, retain }: Reception): boolean {
  const since = retain ? connection.from : publication.from;
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
        (each) => !each.isAdded && each.filter === added.filter && added.to < each.from && each.to < since,
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
      each.granted === 0,
  );
  const until = connection.kept ? NEVER : history.reaped;
  if (isRemoved || isLowered || !lasts(history, connection, until)) return false;
  if (!connection.kept && connection.acknowledges !== "all") return false;
  return history.rights(connection.seat, from, NEVER).every((view) => mayRead(view, whole(history, topic)));
}

function losses(history: History, mustCome: readonly Publication[]): string[] {
  return mustCome.flatMap((publication) => {
    const owed = history.requests.filter((each) => isOwed(history, each, publication));
    const got = history.receptions.filter((each) => each.publication === publication);
    if (publication.topic === SHARED) {
      const groups = new Set(owed.map(({ filter }) => filter));
      return [...groups].flatMap((group) =>
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

/** One member of a group has a message; another one only when the session of the first has ended. */
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
        const isPassedOn =
          each.qos > 0 && !lasts(history, before.connection, each.at) && before.settled > each.at;
        return isPassedOn ? [] : [`${arrival(each)}, which ${before.connection.name} has`];
      });
    }),
  );
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
  if (!will.delayed || !kept || connection.version === 4) return true;
  return later.some((each) => each.clean || !each.kept || each.how === "quit") ? null : false;
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

const CHECKS: readonly Check[] = [
  presence,
  admission,
  answers,
  receptions,
  repetitions,
  order,
  accepted,
  groups,
  wills,
];

export const errorsOf = (history: History, kept: ReadonlyMap<string, string>): string[] => [
  ...CHECKS.flatMap((check) => check(history)),
  ...retainedErrors(history, kept),
];
