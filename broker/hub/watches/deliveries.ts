/**
 * Deliveries of notices. An attempt runs outside any turn, so a target that hangs delays no message. Its outcome is a turn
 * of its own; after a crash in between the notice is delivered again, with the same id.
 */

import type { Attempt, NoticeDelivery, StoredNotice, StoredTarget } from "../../contract/watch.ts";
import type { Notifier } from "../../ports.ts";
import { type CommonDependencies, HubModule } from "../module.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Waits after the first, second, … failed attempt. Standard Webhooks 1.0.0, "Deliverability and reliability". */
const WAITS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR];

/** Milliseconds until the next attempt; null when no more follow. */
const waitAfterAttempt = (attempts: number): number | null => WAITS[attempts - 1] ?? null;

/** Attempts at the same time. The platform allows six open connections. */
const MAX_IN_FLIGHT = 5;
/** An attempt ends within this time. Milliseconds. */
const LEASE_MS = 30_000;
const UNCONFIRMED = "It has not answered a test with 2xx. Send one.";

export interface DeliveryDependencies
  extends Pick<CommonDependencies, "store" | "turns" | "log" | "clock" | "waitUntil" | "wakeAt"> {
  notifier: Notifier;
}

const keyOf = (noticeId: string, target: string): string => `${noticeId} ${target}`;

export class NoticeDeliveries extends HubModule<DeliveryDependencies> {
  /** The ids of notices by `keyOf`. */
  readonly #inFlight = new Map<string, string>();

  /** A suspended account sends nothing; one that never had a watch has nothing to send. */
  get #isOff(): boolean {
    const { meta } = this.deps.store;
    return meta.get("suspended") === 1 || meta.get("watched") === 0;
  }

  /** When the next attempt is due; null when none is. Milliseconds since 1970. */
  next(): number | null {
    const { store, clock } = this.deps;
    if (this.#isOff) return null;
    if (this.#inFlight.size === 0) return store.notices.nextAt();
    // an attempt in flight ends by itself, and begins the next; the alarm is for a crash meanwhile
    const lease = clock() + LEASE_MS;
    if (this.#inFlight.size >= MAX_IN_FLIGHT) return lease;
    const inFlight = [...new Set(this.#inFlight.values())];
    const others = inFlight.flatMap((id) => this.#othersOf(id));
    return Math.min(lease, store.notices.nextAt(inFlight) ?? lease, ...others);
  }

  /** When the deliveries of a notice are due that are not in flight. */
  #othersOf(id: string): number[] {
    const { deliveries = [] } = this.deps.store.notices.get(id) ?? {};
    return deliveries.flatMap(({ target, nextAt }) =>
      this.#inFlight.has(keyOf(id, target)) ? [] : (nextAt ?? []),
    );
  }

  /** Begins the attempts that are due. */
  start(): void {
    const { store, clock, waitUntil } = this.deps;
    if (this.#isOff) return;
    const now = clock();
    for (const notice of store.notices.due(now, 2 * MAX_IN_FLIGHT)) {
      for (const delivery of notice.deliveries) {
        if (delivery.nextAt === null || delivery.nextAt > now) continue;
        const key = keyOf(notice.id, delivery.target);
        if (this.#inFlight.size >= MAX_IN_FLIGHT || this.#inFlight.has(key)) continue;
        this.#inFlight.set(key, notice.id);
        waitUntil(this.#attempt(notice, delivery));
      }
    }
    this.deps.wakeAt(this.next());
  }

  async #attempt(notice: StoredNotice, delivery: NoticeDelivery): Promise<void> {
    const target = this.deps.store.targets.get(delivery.target);
    const attempt = await this.#outcome(notice, target);
    const isDone = this.deps.turns.turn((plan) =>
      plan.write(() => this.#record(notice.id, delivery, attempt, plan.now)),
    );
    this.#inFlight.delete(keyOf(notice.id, delivery.target));
    // a turn that failed is tried again by the alarm
    if (isDone) this.start();
  }

  async #outcome(notice: StoredNotice, target: StoredTarget | null): Promise<Attempt> {
    if (target === null) return { outcome: "gone", detail: "The target was deleted." };
    if (target.disabled !== null) return { outcome: "gone", detail: target.disabled };
    const { address } = target;
    if (address.kind === "webhook" && !address.isConfirmed) return { outcome: "failed", detail: UNCONFIRMED };
    return this.send(target, notice);
  }

  /** One attempt, which ends a target that is gone. Never rejects. */
  async send(target: StoredTarget, message: Parameters<Notifier["deliver"]>[2]): Promise<Attempt> {
    const { notifier, store, log } = this.deps;
    try {
      const attempt = await notifier.deliver(store.meta.get("userId"), target, message);
      if (attempt.outcome === "gone") this.#end(target.id, attempt.detail);
      return attempt;
    } catch (error) {
      log.error("a notice could not be delivered", error);
      return { outcome: "failed", detail: "The service could not send it." };
    }
  }

  /** A push subscription that ended is removed; a webhook is disabled, and a successful test enables it again. */
  #end(id: string, why: string): void {
    const { turns, store } = this.deps;
    turns.turn((plan) =>
      plan.write(() => {
        // it may have been deleted or changed during the attempt
        const target = store.targets.get(id);
        if (target?.address.kind === "push") store.targets.remove(id);
        else if (target !== null) store.targets.put({ ...target, disabled: why });
      }),
    );
  }

  #record(noticeId: string, before: NoticeDelivery, { outcome, detail }: Attempt, now: number): void {
    const attempts = before.attempts + 1;
    const wait = outcome === "failed" ? waitAfterAttempt(attempts) : null;
    const isOver = outcome === "failed" && wait === null;
    this.deps.store.notices.setDelivery(noticeId, {
      ...{ target: before.target, attempts, at: now },
      outcome: outcome !== "failed" ? outcome : isOver ? "refused" : "waiting",
      detail: isOver ? `${detail} This was the last attempt.` : detail,
      nextAt: wait === null ? null : now + wait,
    });
  }

  /** In a transaction: sends a notice again to all its targets. Returns whether it exists. */
  sendAgain(noticeId: string, now: number): boolean {
    const { notices } = this.deps.store;
    const notice = notices.get(noticeId);
    for (const delivery of notice?.deliveries ?? []) {
      const { target } = delivery;
      notices.setDelivery(noticeId, {
        target,
        attempts: 0,
        outcome: "waiting",
        at: now,
        detail: "",
        nextAt: now,
      });
    }
    return notice !== null;
  }
}
