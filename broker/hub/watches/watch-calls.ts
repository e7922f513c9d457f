/** The API's calls about watches, notices and targets. */

import type {
  DeviceWatch,
  HostBusy,
  ListedWatch,
  NotStored,
  SentAgain,
  StoredNotice,
  StoredTarget,
  TestedTarget,
} from "../../contract/watch.ts";
import { newState, shownState } from "../../watches/watch.ts";
import type { Router } from "../delivery/router.ts";
import { type CommonDependencies, HubModule } from "../module.ts";
import type { NoticeDeliveries } from "./deliveries.ts";
import type { OutgoingRequests } from "./outgoing-requests.ts";
import type { Watches } from "./watches.ts";

export interface WatchCallDependencies extends Pick<CommonDependencies, "store" | "turns" | "clock"> {
  router: Router;
  watches: Watches;
  deliveries: NoticeDeliveries;
  outgoing: OutgoingRequests;
}

export class WatchCalls extends HubModule<WatchCallDependencies> {
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
    const { store, outgoing, clock } = this.deps;
    const isKnown = store.watches.all().some(({ watch }) => watch.id === watchId);
    return isKnown ? outgoing.explained(store.notices.of(watchId, clock())) : null;
  }

  /** The last notices of all watches, newest first. */
  recentNotices(): StoredNotice[] {
    const { store, outgoing, clock } = this.deps;
    return outgoing.explained(store.notices.recent(clock()));
  }

  /** Sends a notice again to all its targets. Null when there is no such notice. */
  sendAgain(noticeId: string): HostBusy | SentAgain | null {
    const { store, deliveries, watches, clock } = this.deps;
    const notice = store.notices.get(noticeId);
    if (notice === null) return null;
    const retryAfterSeconds = deliveries.secondsUntilSendable(notice);
    if (retryAfterSeconds > 0) return { retryAfterSeconds };
    watches.hasMoved = true;
    this.#write(() => deliveries.sendAgain(notice, clock()));
    return { sent: true };
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
  async test(id: string): Promise<TestedTarget | HostBusy | null> {
    const { store, deliveries, clock } = this.deps;
    const target = store.targets.get(id);
    if (target === null) return null;
    const attempt = await deliveries.test(target, { id: crypto.randomUUID(), at: clock(), test: true });
    if ("retryAfterSeconds" in attempt) return attempt;
    const current = store.targets.get(id);
    if (attempt.outcome !== "delivered" || current === null) return { target: current ?? target, attempt };
    const { address } = current;
    const tested: StoredTarget = {
      ...current,
      disabled: null,
      address: address.kind === "webhook" ? { ...address, isConfirmed: true } : address,
    };
    this.#write(() => store.targets.put(tested));
    return { target: tested, attempt };
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
