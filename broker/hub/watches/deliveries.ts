/**
 * Deliveries of notices. An attempt runs outside any turn, so a target that hangs delays no message. Its outcome is a turn
 * of its own; after a crash in between the notice is delivered again, with the same id.
 */

import {
  type Attempt,
  type HostBusy,
  isReached,
  NOTICE_TICKET_MS,
  type NoticeDelivery,
  type NoticeMessage,
  type ReachedTarget,
  type StoredNotice,
  type StoredTarget,
} from "../../contract/watch.ts";
import type { Notifier } from "../../ports.ts";
import type { DueNotice, WaitingTarget } from "../../storage/notices.ts";
import { PACE } from "../../watches/action.ts";
import {
  nextTargets,
  pauseAfterFailures,
  type TargetQueue,
  waitAfterAttempt,
} from "../../watches/delivery-times.ts";
import { type CommonDependencies, HubModule } from "../module.ts";
import type { TurnPlan } from "../socket/connection.ts";
import type { WatchActions } from "./actions.ts";
import { appendLost, newDelivery } from "./notice.ts";
import type { OutgoingRequests } from "./outgoing-requests.ts";

/** An attempt ends within this time. Milliseconds. */
const LEASE_MS = 30_000;
/** With the deliveries in flight, as many as the platform's open connections. */
const MAX_TESTS_IN_FLIGHT = 2;
/** Deliveries that need no request, because the target is gone, are ended in slices of this many, one a second. */
const SLICE = 20;
const SLICE_EVERY_MS = 1000;
/** Failing targets that are remembered, with deleted ones. */
const MAX_FAILING = 100;
const UNCONFIRMED = "It has not taken a test. Send one.";

export interface DeliveryDependencies
  extends Pick<CommonDependencies, "store" | "turns" | "log" | "clock" | "waitUntil" | "wakeAt"> {
  notifier: Notifier;
  watchActions: WatchActions;
  outgoing: OutgoingRequests;
}

export class NoticeDeliveries extends HubModule<DeliveryDependencies> {
  /** Ids of targets. */
  readonly #inFlight = new Set<string>();
  /** Targets that are tested. */
  readonly #inTest = new Set<string>();
  /** Targets whose last attempt failed. In memory: a sleep costs an attempt, which is counted as every other. */
  readonly #failing = new Map<string, { failures: number; pausedUntil: number }>();
  /** When deliveries that need no request may be ended. Milliseconds since 1970. */
  #nextSliceAt = 0;
  /** When actions that have waited may be made. Milliseconds since 1970. */
  #nextActionsAt = 0;

  /** A suspended account sends nothing; one that never had a watch has nothing to send. */
  get #isOff(): boolean {
    const { meta } = this.deps.store;
    return meta.get("suspended") === 1 || meta.get("watched") === 0;
  }

  /** When to look for due deliveries; null when none waits. Milliseconds since 1970. */
  next(): number | null {
    if (this.#isOff) return null;
    const now = this.deps.clock();
    const { start, at } = nextTargets(this.#queues(), now);
    // an attempt in flight ends by itself, and begins the next; the alarm is for a crash meanwhile
    const moments = [
      ...(start.length > 0 ? [now] : []),
      ...(at === null ? [] : [at]),
      ...(this.#inFlight.size > 0 ? [now + LEASE_MS] : []),
    ];
    return moments.length === 0 ? null : Math.min(...moments);
  }

  #queues(): TargetQueue[] {
    return this.deps.store.notices.waiting().map((waiting) => this.#queueOf(waiting));
  }

  #queueOf({ target: id, dueAt }: WaitingTarget): TargetQueue {
    const { store, clock, outgoing } = this.deps;
    const target = store.targets.get(id);
    const isInFlight = this.#inFlight.has(id);
    if (target === null || !isReached(target) || obstacleOf(target) !== null) {
      return { target: id, dueAt, pausedUntil: this.#nextSliceAt, isFailing: false, isInFlight };
    }
    const failing = this.#failing.get(id);
    const hostIsFree = clock() + outgoing.waitFor(target.address, false);
    const pausedUntil = Math.max(failing?.pausedUntil ?? 0, hostIsFree);
    return { target: id, dueAt, pausedUntil, isFailing: failing !== undefined, isInFlight };
  }

  /** Begins the attempts that are due. Returns false when something could not be stored: the alarm tries again. */
  start(): boolean {
    const { clock, wakeAt } = this.deps;
    if (this.#isOff) return true;
    const { start } = nextTargets(this.#queues(), clock());
    if (!start.every(({ target }) => this.#begin(target))) return false;
    wakeAt(this.next());
    return true;
  }

  #begin(id: string): boolean {
    const { store, clock, waitUntil, outgoing } = this.deps;
    const now = clock();
    const target = store.targets.get(id);
    if (target !== null && !isReached(target)) return this.#nextActionsAt > now || this.#act();
    const obstacle = target === null ? DELETED : obstacleOf(target);
    if (target === null || obstacle !== null) {
      return this.#nextSliceAt > now || this.#endSlice(id, obstacle ?? DELETED);
    }
    const [due] = store.notices.dueFor([id], now, 1);
    // the targets before it may have used up the requests to its host
    if (due === undefined || outgoing.waitFor(target.address, false) > 0) return true;
    const { notice } = due;
    if (notice === null)
      return this.deps.turns.turn((plan) => plan.write(() => store.notices.giveUp(due.id)));
    if (!outgoing.count(target.address, false)) return false;
    this.#inFlight.add(id);
    waitUntil(this.#attempt(notice, target));
    return true;
  }

  /** Ends deliveries that need no request, a bounded number in one turn. */
  #endSlice(target: string, outcome: Attempt): boolean {
    const { store, turns, clock } = this.deps;
    this.#nextSliceAt = clock() + SLICE_EVERY_MS;
    return turns.turn((plan) =>
      plan.write(() => {
        for (const due of store.notices.dueFor([target], plan.now, SLICE))
          this.#endDue(plan, due, target, outcome);
      }),
    );
  }

  /** Makes actions of watches that have waited, on all devices. */
  #act(): boolean {
    const { store, turns, clock, watchActions } = this.deps;
    this.#nextActionsAt = clock() + PACE.everyMs;
    const devices = store.targets.all().filter((target) => !isReached(target));
    const ids = devices.map(({ id }) => id);
    return turns.turn((plan) =>
      plan.write(() => {
        let commands = 0;
        for (const { id, notice } of store.notices.dueFor(ids, plan.now, SLICE)) {
          if (notice === null) store.notices.giveUp(id);
          else commands += watchActions.goOn(plan, notice);
          if (commands >= PACE.actions) break;
        }
      }),
    );
  }

  #endDue(plan: TurnPlan, { id, notice }: DueNotice, target: string, outcome: Attempt): void {
    if (notice === null) this.deps.store.notices.giveUp(id);
    else this.#record(plan, notice, target, outcome);
  }

  async #attempt(notice: StoredNotice, target: ReachedTarget): Promise<void> {
    const attempt = await this.#deliver(target, notice);
    this.#noteFailure(target.id, attempt);
    const isDone = this.deps.turns.turn((plan) =>
      plan.write(() => this.#record(plan, notice, target.id, attempt)),
    );
    this.#inFlight.delete(target.id);
    // a turn that failed is tried again by the alarm
    if (isDone) this.start();
  }

  #noteFailure(target: string, { outcome, retryAfterMs }: Attempt): void {
    if (outcome !== "failed") {
      this.#failing.delete(target);
      return;
    }
    const failures = (this.#failing.get(target)?.failures ?? 0) + 1;
    if (this.#failing.size >= MAX_FAILING) this.#failing.clear();
    const pausedUntil = this.deps.clock() + pauseAfterFailures(failures, retryAfterMs);
    this.#failing.set(target, { failures, pausedUntil });
  }

  /** Sends a test. */
  async test(target: ReachedTarget, message: NoticeMessage): Promise<Attempt | HostBusy> {
    const { outgoing } = this.deps;
    const waitMs = outgoing.waitFor(target.address, true);
    if (waitMs > 0) return { retryAfterSeconds: Math.ceil(waitMs / 1000) };
    if (this.#inTest.has(target.id) || this.#inTest.size >= MAX_TESTS_IN_FLIGHT) {
      return { retryAfterSeconds: LEASE_MS / 1000 };
    }
    if (!outgoing.count(target.address, true)) throw new Error("The test could not be counted.");
    this.#inTest.add(target.id);
    try {
      const attempt = await this.#deliver(target, message);
      if (attempt.outcome === "delivered") this.#failing.delete(target.id);
      return attempt;
    } finally {
      this.#inTest.delete(target.id);
    }
  }

  /** One attempt, which ends a target that is gone. Never rejects. */
  async #deliver(target: ReachedTarget, message: NoticeMessage): Promise<Attempt> {
    const { notifier, store, log } = this.deps;
    try {
      const attempt = await notifier.deliver(store.meta.get("userId"), target, message);
      if (attempt.outcome === "gone") this.#end(target.id, attempt.detail, message);
      return attempt;
    } catch (error) {
      log.error("a notice could not be delivered", error);
      return { outcome: "failed", detail: "The service could not send it." };
    }
  }

  /**
   * A push subscription that ended is removed; a webhook is disabled, and a successful test enables it again. A notice
   * says so: the answer of a test says it to the person who sent it.
   */
  #end(id: string, why: string, message: NoticeMessage): void {
    const { turns, store } = this.deps;
    turns.turn((plan) =>
      plan.write(() => {
        // it may have been deleted or changed during the attempt
        const target = store.targets.get(id);
        if (target === null || !isReached(target)) return;
        if (target.address.kind === "push") store.targets.remove(id);
        else store.targets.put({ ...target, disabled: why });
        const notice = store.notices.get(message.id);
        if (notice !== null) appendLost(store, plan, notice, target, { why, hasEnded: true });
      }),
    );
  }

  #record(plan: TurnPlan, notice: StoredNotice, target: string, attempt: Attempt): void {
    const { now } = plan;
    const { outcome, detail, retryAfterMs, ticket: digest } = attempt;
    const before = notice.deliveries.find((each) => each.target === target);
    const attempts = (before?.attempts ?? 0) + 1;
    const wait = outcome === "failed" ? waitAfterAttempt(attempts, retryAfterMs) : null;
    const isOver = outcome === "failed" && wait === null;
    const delivery: NoticeDelivery = {
      target,
      attempts,
      at: now,
      outcome: outcome !== "failed" ? outcome : isOver ? "refused" : "waiting",
      detail: isOver ? `${detail} This was the last attempt.` : detail,
      nextAt: wait === null ? null : now + wait,
      // a message whose response was lost may have arrived, too
      ...(digest !== undefined && { ticket: { digest, until: now + NOTICE_TICKET_MS } }),
    };
    this.deps.store.notices.setDelivery(notice.id, delivery);
    this.#noteLoss(plan, notice, delivery);
  }

  /** The first notice that is given up is reported once; the next one that arrives ends that. */
  #noteLoss(
    plan: TurnPlan,
    notice: StoredNotice,
    { target: id, outcome, detail: why }: NoticeDelivery,
  ): void {
    const { store } = this.deps;
    const target = store.targets.get(id);
    if (target === null || !isReached(target)) return;
    const { missed, ...taking } = target;
    if (outcome === "delivered" && missed !== undefined) store.targets.put(taking);
    if (outcome !== "refused" || missed !== undefined) return;
    store.targets.put({ ...target, missed: { since: notice.at, why } });
    appendLost(store, plan, notice, target, { why, hasEnded: false });
  }

  /** Seconds until one of the notice's targets may get it; 0: now. Targets whose host is busy get it later. */
  secondsUntilSendable({ deliveries }: StoredNotice): number {
    const { store, outgoing } = this.deps;
    const targets = deliveries.flatMap(({ target }) => store.targets.get(target) ?? []).filter(isReached);
    const waits = targets.map(({ address }) => outgoing.waitFor(address, false));
    return waits.length === 0 ? 0 : Math.ceil(Math.min(...waits) / 1000);
  }

  /** In a transaction: sends a notice again to all its targets. No device is switched again. */
  sendAgain(notice: StoredNotice, now: number): void {
    for (const { target, command } of notice.deliveries) {
      const isAction = this.deps.store.targets.get(target)?.address.kind === "device";
      if (isAction || command !== undefined) continue;
      this.#failing.delete(target);
      this.deps.store.notices.setDelivery(notice.id, newDelivery(target, now));
    }
  }
}

const DELETED: Attempt = { outcome: "gone", detail: "The target was deleted." };

/** Why nothing is sent to a target; null when it gets notices. */
function obstacleOf({ address, disabled }: StoredTarget): Attempt | null {
  if (disabled !== null) return { outcome: "gone", detail: disabled };
  const isUnconfirmed = address.kind === "webhook" && !address.isConfirmed;
  return isUnconfirmed ? { outcome: "failed", detail: UNCONFIRMED } : null;
}
