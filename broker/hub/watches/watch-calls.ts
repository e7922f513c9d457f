/** The API's calls about watches, notices and targets. */

import type {
  Attempt,
  DeviceWatch,
  ListedWatch,
  NotStored,
  StoredNotice,
  StoredTarget,
} from "../../contract/watch.ts";
import { newState, shownState } from "../../watches/watch.ts";
import type { Router } from "../delivery/router.ts";
import { type CommonDependencies, HubModule } from "../module.ts";
import type { NoticeDeliveries } from "./deliveries.ts";
import type { Watches } from "./watches.ts";

export interface WatchCallDependencies extends Pick<CommonDependencies, "store" | "turns" | "clock"> {
  router: Router;
  watches: Watches;
  deliveries: NoticeDeliveries;
}

const MAX_TESTS_A_MINUTE = 10;
const MINUTE_MS = 60_000;
const TOO_MANY_TESTS: Attempt = {
  outcome: "refused",
  detail: "Ten tests a minute are enough. Wait a moment.",
};

export class WatchCalls extends HubModule<WatchCallDependencies> {
  /** When the last tests were sent. */
  #tests: number[] = [];

  /** Oldest first. */
  list(): ListedWatch[] {
    const { store, clock, watches } = this.deps;
    const now = clock();
    const existing = new Set(store.targets.all().map(({ id }) => id));
    return store.watches.all().map(({ watch, state: stored }) => {
      const state = stored ?? newState(now);
      const shown = shownState(state, now);
      return {
        ...watch,
        targets: watch.targets.filter((target) => existing.has(target)),
        state: shown,
        since: state.since,
        snoozedUntil: shown === "snoozed" ? state.snoozedUntil : null,
        nextAt: watches.nextOf(watch.id),
      };
    });
  }

  #listed(id: string): ListedWatch | null {
    return this.list().find((watch) => watch.id === id) ?? null;
  }

  /** `max`: how many watches the account may have; null replaces one. */
  put(watch: DeviceWatch, max: number | null): ListedWatch | NotStored {
    const { store, watches, clock } = this.deps;
    const { id, deviceId } = watch;
    const stored = store.watches.all();
    if (max !== null && max > 0 && stored.length >= max) return { limit: true };
    if (max === null && !stored.some((each) => each.watch.id === id)) return { unknown: "id", id };
    if (deviceId !== null && !store.rightsCopy.hasDevice(deviceId))
      return { unknown: "device", id: deviceId };
    const unknown = watch.targets.find((target) => store.targets.get(target) === null);
    if (unknown !== undefined) return { unknown: "target", id: unknown };
    this.#write(() => watches.put(watch, clock()));
    return this.#listed(id) ?? { unknown: "id", id };
  }

  remove(id: string): boolean {
    return this.#write(() => this.deps.watches.remove(id));
  }

  /** Null when there is no such watch. */
  snooze(id: string, until: number): ListedWatch | null {
    const { watches, clock } = this.deps;
    this.#write(() => watches.snooze(id, until, clock()));
    return this.#listed(id);
  }

  /** Newest first; null when there is no such watch. */
  notices(watchId: string): StoredNotice[] | null {
    const { store, clock } = this.deps;
    const isKnown = store.watches.all().some(({ watch }) => watch.id === watchId);
    return isKnown ? store.notices.of(watchId, clock()) : null;
  }

  sendAgain(noticeId: string): boolean {
    const { deliveries, watches, clock } = this.deps;
    watches.hasMoved = true;
    return this.#write(() => deliveries.sendAgain(noticeId, clock()));
  }

  /** `max`: how many targets the account may have. A browser's subscription and the e-mail exist once. */
  putTarget(target: StoredTarget, max: number): StoredTarget | NotStored {
    const { targets } = this.deps.store;
    const stored = targets.all();
    const same = stored.find(({ address }) => isSameAddress(address, target.address));
    if (same === undefined && max > 0 && stored.length >= max) return { limit: true };
    const { id, createdAt } = same ?? target;
    const written = { ...target, id, createdAt };
    this.#write(() => targets.put(written));
    return written;
  }

  removeTarget(id: string): boolean {
    return this.#write(() => this.deps.store.targets.remove(id));
  }

  /** Sends a test, which confirms a webhook that answers it. Null when there is no such target. */
  async test(id: string): Promise<{ target: StoredTarget; attempt: Attempt } | null> {
    const { store, deliveries, clock } = this.deps;
    const target = store.targets.get(id);
    if (target === null) return null;
    if (!this.#mayTest(clock())) return { target, attempt: TOO_MANY_TESTS };
    const attempt = await deliveries.send(target, { id: crypto.randomUUID(), at: clock(), test: true });
    const current = store.targets.get(id);
    if (attempt.outcome !== "delivered" || current === null) return { target: current ?? target, attempt };
    const { address } = current;
    const tested: StoredTarget = {
      ...{ ...current, disabled: null },
      address: address.kind === "webhook" ? { ...address, isConfirmed: true } : address,
    };
    this.#write(() => store.targets.put(tested));
    return { target: tested, attempt };
  }

  /** A host that never asked for notices gets no flood of tests. */
  #mayTest(now: number): boolean {
    this.#tests = this.#tests.filter((at) => Math.abs(now - at) < MINUTE_MS);
    return this.#tests.length < MAX_TESTS_A_MINUTE && this.#tests.push(now) > 0;
  }

  #write<T>(work: () => T): T {
    const { turns, router } = this.deps;
    let answer: { value: T } | null = null;
    const isDone = turns.turn((plan) =>
      plan.write(() => {
        answer = { value: work() };
        router.rightsChanged();
      }),
    );
    if (!isDone || answer === null) throw new Error("The change could not be stored.");
    return (answer as { value: T }).value;
  }
}

function isSameAddress(a: StoredTarget["address"], b: StoredTarget["address"]): boolean {
  if (a.kind === "push" && b.kind === "push") return a.endpoint === b.endpoint;
  return a.kind === "mail" && b.kind === "mail";
}
