/** The deadlines of all modules, by name. Each module stores its own, in memory or in rows. */

import { HOUR, MINUTE } from "../history/levels.ts";
import { Retries } from "../retries.ts";
import type { Principal } from "../routing/access.ts";
import { REASONS, type Reason } from "../session/reason.ts";
import type { ConnectedClient } from "../session/session.ts";
import type { Modules } from "./modules.ts";

/** In the order of their execution. `release` reads rights that may be old. */
export function registerDeadlines(modules: Modules, release: () => Promise<unknown>): void {
  rightsDeadline(modules, release);
  silenceDeadline(modules);
  sessionDeadline(modules);
  scheduleDeadline(modules);
  switchDeadline(modules);
  eventDeadlines(modules);
  refusalDeadline(modules);
  meterDeadline(modules);
  historyDeadlines(modules);
  messageHistoryDeadline(modules);
  watchDeadlines(modules);
  approvalDeadline(modules);
}

function rightsDeadline({ deadlines, changes }: Modules, release: () => Promise<unknown>): void {
  deadlines.register({
    name: "rights",
    next: () => changes.deadline,
    ring: async ({ now }) => {
      const { deadline } = changes;
      if (deadline !== null && deadline <= now) await release();
    },
  });
}

/** Clients whose keep alive is over, and sockets without CONNECT. */
function silenceDeadline({ deadlines, connections, keepAlive, ingress, rights, turns }: Modules): void {
  const retries = new Retries();
  deadlines.register({
    name: "silence",
    next: () => retries.next(keepAlive.next(), turns.now),
    ring: ({ now, late }) => {
      for (const connection of connections.all()) {
        // nothing could be received while the object slept: each client gets one more keep alive
        if (late) connection.noteFrame(now, true);
        else if (keepAlive.isOverdue(connection, now)) {
          retries.run(connection.id, now, () => {
            ingress.drop(connection, whyOver(connection.client, now, rights.principal));
            return !connections.has(connection.id);
          });
        }
      }
    },
  });
}

function whyOver(
  client: ConnectedClient | null,
  now: number,
  principal: (ref: string) => Principal | null,
): Reason {
  if (client === null || (client.until ?? Infinity) > now) return REASONS.keepAliveTimeout;
  const who = principal(client.principal);
  const byLink = who?.kind === "device" && who.until !== undefined;
  return byLink ? REASONS.linkExpired : REASONS.passwordExpired;
}

function sessionDeadline({ deadlines, dueSessions }: Modules): void {
  deadlines.register({
    name: "sessions",
    next: () => dueSessions.next(),
    ring: () => {
      dueSessions.reconcile();
      return dueSessions.expire();
    },
  });
}

function scheduleDeadline({ deadlines, store, schedules }: Modules): void {
  deadlines.register({
    name: "schedules",
    next: () => store.schedules.nextAt(),
    ring: () => schedules.ring(),
  });
}

function switchDeadline({ deadlines, switchOffs }: Modules): void {
  deadlines.register({
    name: "switches",
    next: () => switchOffs.next(),
    ring: ({ now }) => switchOffs.ring(now),
  });
}

function eventDeadlines({ deadlines, store, turns, journal }: Modules): void {
  deadlines.register({
    name: "sums",
    next: () => journal.tally.nextDue(),
    ring: ({ now }) => turns.turn((plan) => journal.expire(plan, now)),
  });
  deadlines.register({
    name: "events",
    next: () => store.events.nextPrune(),
    ring: ({ now }) =>
      (store.events.nextPrune() ?? Infinity) > now ||
      turns.turn((plan) => plan.write(() => store.events.prune(now))),
  });
}

function refusalDeadline({ deadlines, refusals }: Modules): void {
  deadlines.register({
    name: "refusals",
    next: () => refusals.nextCount(),
    ring: ({ now }) => refusals.writeCounts(now),
  });
}

function watchDeadlines({ deadlines, turns, watches, noticeDeliveries }: Modules): void {
  deadlines.register({
    name: "watches",
    next: () => watches.next(),
    ring: () => turns.turn((plan) => watches.ring(plan)),
  });
  deadlines.register({
    name: "notices",
    next: () => noticeDeliveries.next(),
    ring: () => noticeDeliveries.start(),
  });
}

function approvalDeadline({ deadlines, turns, store, approvals }: Modules): void {
  deadlines.register({
    name: "approvals",
    next: () => store.approvals.nextEnd(),
    ring: ({ now }) =>
      (store.approvals.nextEnd() ?? Infinity) > now ||
      turns.turn((plan) => plan.write(() => approvals.review(plan))),
  });
}

/** It sets no alarm: counts are reported when another deadline is due. */
function meterDeadline({ deadlines, turns }: Modules): void {
  deadlines.register({ name: "meter", next: () => null, ring: () => turns.together(() => {}) });
}

function historyDeadlines({ deadlines, store, turns, sampleBuffer, compaction }: Modules): void {
  deadlines.register({
    name: "samples",
    next: () => sampleBuffer.nextDue(),
    ring: () => turns.turn((plan) => sampleBuffer.ring(plan)),
  });
  // computed at most once an hour
  let prunes: { at: number | null; until: number } = { at: null, until: 0 };
  const nextPrune = (now: number): number | null => {
    if (now >= prunes.until) prunes = { at: store.history.nextPrune(), until: now + HOUR };
    return prunes.at;
  };
  deadlines.register({
    name: "history",
    next: () => nextPrune(turns.now),
    ring: ({ now }) => {
      if ((nextPrune(now) ?? Infinity) > now) return true;
      const isFolding = compaction.resume();
      prunes = { at: now + MINUTE, until: isFolding ? now + MINUTE : 0 };
      if (isFolding) return true;
      return turns.turn((plan) => plan.write(() => store.history.prune(now)));
    },
  });
}

/** Turns of one alarm that delete messages. */
const PRUNES = 10;

function messageHistoryDeadline({ deadlines, store, turns }: Modules): void {
  const { messageHistory } = store;
  deadlines.register({
    name: "messages",
    next: () => messageHistory.nextPrune(),
    ring: ({ now }) => {
      if ((messageHistory.nextPrune() ?? Infinity) > now) return true;
      let isMore = true;
      const prune = (): boolean =>
        turns.turn((plan) =>
          plan.write(() => {
            isMore = messageHistory.prune(now);
          }),
        );
      for (let n = 0; n < PRUNES && isMore; n++) if (!prune()) return false;
      return true;
    },
  });
}
