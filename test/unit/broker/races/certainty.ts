/** What a history leaves certain: whether a session lasted, and whether a message was accepted. */

import { covers, mayPublish } from "../swarm/oracle.ts";
import type { Connection, History, Publication, Reception } from "./history.ts";

export const NEVER = Number.POSITIVE_INFINITY;
export const inner = (filter: string): string => filter.replace(/^\$share\/[^/]+\//, "");
/** The topic of shared subscriptions; no other filter matches it. */
export const SHARED = "s";

export const whole = (history: History, topic: string): string =>
  `${history.reigns[0]?.[0]?.rights.account}/${topic}`;

export function matches(history: History, filter: string, topic: string): boolean {
  const spelled = inner(filter).replace("{own}", whole(history, "").slice(0, -1));
  return covers(spelled.split("/"), whole(history, topic).split("/"));
}

export const shown = ({ text, topic, qos, by, from, to }: Publication): string =>
  `${text} at QoS ${qos} on ${topic} by ${by.name} [${from}, ${to}]`;
export const arrival = ({ publication, connection, at, dup }: Reception): string =>
  `${connection.name} got ${shown(publication)} at ${at}${dup ? " with DUP" : ""}`;

export const isRevoked = (history: History, seat: number, from: number, to: number): boolean =>
  history.rights(seat, from, to).some(({ revoked }) => revoked);

export const hasLeapt = (history: History, from: number, to: number): boolean =>
  history.leaps.some((each) => each.from <= to && each.to >= from);

/** Whether the session of a connection has certainly lasted until then. */
export function lasts(history: History, connection: Connection, to: number): boolean {
  const { seat, kept } = connection;
  if (isRevoked(history, seat, connection.from, to)) return false;
  const others = history
    .of(seat)
    .filter((each) => each !== connection && each.from < to && each.to > connection.from);
  if (!kept) return others.length === 0 && Math.min(connection.left, connection.ended) > to;
  if (connection.how === "quit") return false;
  const isShort = [connection, ...others].some((each) => each.isShort);
  if (isShort && hasLeapt(history, connection.from, to)) return false;
  return others.every((each) => !each.clean && each.kept && each.how !== "quit");
}

/** Whether the broker has certainly accepted it, certainly not, or neither. */
export function outcome(history: History, each: Publication): "accepted" | "refused" | "unknown" {
  const views = history.rights(each.by.seat, each.from, each.to);
  const allowed = views.filter((view) => mayPublish(view, whole(history, each.topic))).length;
  if (allowed === 0) return "refused";
  // the refusal of a repetition says nothing about the first, whose answer was lost
  if ((each.reason ?? 0) >= 0x80) return each.repeatedBy.length === 0 ? "refused" : "unknown";
  if (each.isWill) return "unknown";
  const isAnswered = each.reason !== null || (each.qos === 0 && each.isProcessed);
  return isAnswered && (allowed === views.length || each.by.version === 5) ? "accepted" : "unknown";
}
