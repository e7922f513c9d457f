/** Applies new rights to sessions: rights grow or shrink, and a session without rights ends. */

import { sessionIdOf } from "../../contract/bearer.ts";
import type { AccountRights, DeviceRights } from "../../ports.ts";
import { type Principal, refKey } from "../../routing/access.ts";
import type { AdoptedDevice, RemovedDevice, RightsDifference } from "../../storage/rights-copy.ts";
import { ownLimitsColumn } from "../../storage/shapes.ts";
import type { Router } from "../delivery/router.ts";
import type { Announcements } from "../devices/announcements.ts";
import type { DiscoveredDevices } from "../devices/discovered-devices.ts";
import type { Schedules } from "../devices/schedules.ts";
import type { Statuses } from "../devices/status.ts";
import type { BlockList } from "../limits/block-list.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import { type CommonDependencies, HubModule } from "../module.ts";
import type { Review } from "../rights/rights-changes.ts";
import { type RightsInForce, secretOf } from "../rights/rights-in-force.ts";
import type { TurnPlan } from "../socket/connection.ts";
import type { WatchActions } from "../watches/actions.ts";
import type { Approvals } from "../watches/approvals.ts";
import type { Watches } from "../watches/watch-steps.ts";
import type { Lifecycle } from "./lifecycle.ts";

export interface RightsFollowerDependencies
  extends Pick<CommonDependencies, "store" | "turns" | "connections" | "wakeAt"> {
  rights: RightsInForce;
  router: Router;
  rateLimiter: RateLimiter;
  blockList: BlockList;
  schedules: Schedules;
  lifecycle: Lifecycle;
  statuses: Statuses;
  announcements: Announcements;
  discoveredDevices: DiscoveredDevices;
  watches: Watches;
  watchActions: WatchActions;
  approvals: Approvals;
}

interface Change {
  left: readonly RemovedDevice[];
  met: readonly AdoptedDevice[];
  /** Ids of devices that no longer have or accept a wanted value. */
  unfit: readonly string[];
}

export class RightsFollower extends HubModule<RightsFollowerDependencies> {
  /** Puts the rights in force. Returns false on failure. */
  follow(review: Review): boolean {
    const { rights: read, refs, principals } = review;
    const { devices } = read;
    const { store, turns, rights, router, schedules, announcements, wakeAt } = this.deps;
    const wereAnnounced = announcements.wanted;
    const isClearing = this.#isClearing(read);
    const gone: string[] = [];
    const news: Principal[] = [];
    refs.forEach((ref, at) => {
      const after = principals[at] ?? null;
      if (after === null || this.#hasOtherSecret(after)) gone.push(refKey(ref));
      else if (!rights.isNews(after)) return;
      // its page opens the stream again, and then reads what it may see now
      else if (isOfGuest(after)) gone.push(refKey(ref));
      else news.push(after);
    });
    const inForce = (): boolean =>
      turns.turn((plan) =>
        plan.write(() => {
          store.switches.configure(devices);
          // until the copy follows
          if (gone.length + news.length > 0) store.meta.set("rightsVersion", -1);
          for (const ref of gone) rights.revoke(ref);
          for (const principal of news) this.#learn(principal);
          router.rightsChanged();
          plan.fact(() => wakeAt(store.switches.nextOff()));
        }),
      );
    return turns.together(() => {
      // schedules that were due run by the old rights, a slice of them; the alarm does the rest. A stranger's do not
      if (!isClearing) schedules.ring();
      if (!inForce() || !gone.every((ref) => this.#dismiss(ref, isClearing))) return false;
      const change = this.#hold(review);
      if (change === null) return false;
      const { left, met, unfit } = change;
      const isAnnounced = this.#forget(left) && this.#meet(met) && this.#announce(devices, wereAnnounced);
      return (
        isAnnounced && this.#publishStatuses(isClearing ? devices.map(({ deviceId }) => deviceId) : unfit)
      );
    });
  }

  /** The database has cleared the account, and the object has not. */
  #isClearing({ clearedAt = null }: AccountRights): boolean {
    return clearedAt !== null && clearedAt !== this.deps.store.meta.get("clearedAt");
  }

  /** In the transaction that puts the rights in force: deletes what a stranger may have left. */
  #clear(plan: TurnPlan, clearedAt: number): void {
    const { store, blockList } = this.deps;
    store.clear();
    store.meta.set("clearedAt", clearedAt);
    plan.fact(() => {
      store.dropHeld();
      blockList.forgetLogins();
    });
    plan.require("scheduleWatches");
  }

  /** Commands that waited for these devices have ended, or values are no longer wanted. */
  #publishStatuses(deviceIds: readonly string[]): boolean {
    const { store, turns, statuses, watches } = this.deps;
    const switched = deviceIds.filter((deviceId) => store.switches.get(deviceId)?.command != null);
    return switched.every((deviceId) =>
      turns.turn((plan) => {
        statuses.changed(plan, deviceId);
        watches.compare(plan, deviceId);
      }),
    );
  }

  /** Returns null on failure. */
  #hold({ rights: read, difference, refs }: Review): Change | null {
    const { store, connections, turns, rights, router, wakeAt } = this.deps;
    const unused = refs.map(refKey).filter((ref) => connections.sessionsOf(ref).length === 0);
    let change: Change | null = null;
    const isDone = turns.turn((plan) =>
      plan.write(() => {
        const isClearing = this.#isClearing(read);
        if (isClearing) this.#clear(plan, read.clearedAt ?? 0);
        for (const ref of unused) rights.forget(ref);
        router.rightsChanged();
        change = this.#copy(read, difference, plan.now);
        this.#set(plan, read);
        // what is held in memory would write a stranger's orders again
        if (!isClearing) this.deps.approvals.review(plan);
        plan.fact(() => wakeAt(store.schedules.nextAt()));
      }),
    );
    return isDone ? change : null;
  }

  #set(plan: TurnPlan, { version, profile = "full", suspended = false, ...read }: AccountRights): void {
    const { connections, rateLimiter, store, wakeAt } = this.deps;
    const { limits = {}, homeAssistant = false, history = [] } = read;
    const ownLimits = ownLimitsColumn.write(limits);
    if (ownLimits !== store.meta.get("ownLimits")) {
      plan.fact(() => {
        rateLimiter.renew();
        for (const connection of connections.all()) connection.forgetShares();
      });
    }
    store.meta.set("profile", profile);
    store.meta.set("homeAssistant", homeAssistant ? 1 : 0);
    store.messageHistory.configure(history);
    plan.fact(() => wakeAt(store.messageHistory.nextPrune()));
    store.meta.set("suspended", suspended ? 1 : 0);
    store.meta.set("ownLimits", ownLimits);
    store.meta.set("rightsVersion", version);
  }

  /** Replaces the copy. Of a deleted device only its name remains, for its events. */
  #copy(rights: AccountRights, difference: RightsDifference, now: number): Change {
    const { rightsCopy, events, switches, availability, uses, history } = this.deps.store;
    const known = new Set(rightsCopy.found.map(({ deviceId }) => deviceId));
    const before = rightsCopy.series();
    const left = rightsCopy.replace(difference);
    const met = rightsCopy.found.filter(({ deviceId }) => !known.has(deviceId));
    availability.keepOnly(rightsCopy.found.map(({ deviceId }) => deviceId));
    for (const device of met) this.deps.discoveredDevices.listen(device, now);
    for (const { deviceId, name } of left) events.keepName(deviceId, name);
    switches.keepOnly(rights.devices);
    const unfit = switches.keepFitting(rights.devices);
    const deviceIds = new Set(rights.devices.map(({ deviceId }) => deviceId));
    this.deps.watches.keepOnly(deviceIds);
    this.deps.watchActions.keepOnly(deviceIds, now);
    history.keepOnly(
      rights.devices.map(({ deviceId }) => deviceId),
      { before, after: rights.series ?? [] },
    );
    this.deps.schedules.replace(rights.schedules ?? []);
    uses.prune([
      ...rights.logins.map(({ id }) => id),
      ...(rights.sessions ?? []).map(({ digest }) => sessionIdOf(digest)),
    ]);
    return { left, met, unfit };
  }

  #meet(devices: readonly AdoptedDevice[]): boolean {
    const { turns, discoveredDevices } = this.deps;
    return devices.every((device) => turns.turn((plan) => discoveredDevices.meet(plan, device)));
  }

  #forget(devices: readonly RemovedDevice[]): boolean {
    const { turns, statuses, announcements } = this.deps;
    return devices.every(({ deviceId }) =>
      turns.turn((plan) => {
        announcements.forget(plan, deviceId);
        statuses.forget(plan, deviceId);
      }),
    );
  }

  #announce(devices: readonly DeviceRights[], wereAnnounced: boolean): boolean {
    const { turns, announcements } = this.deps;
    const { wanted } = announcements;
    if (!wanted && !wereAnnounced) return true;
    return devices.every((device) =>
      turns.turn((plan) =>
        wanted ? announcements.tell(plan, device) : announcements.forget(plan, device.deviceId),
      ),
    );
  }

  /**
   * A login returned newer rights of its principal: they hold for its other sessions, too. Returns false on failure.
   */
  meet(principal: Principal): boolean {
    const { turns, rights } = this.deps;
    if (this.#hasOtherSecret(principal) && !this.#dismiss(refKey(principal))) return false;
    if (!rights.isNews(principal)) return true;
    return turns.turn((plan) => plan.write(() => this.#learn(principal)));
  }

  /** The principal is gone or has another secret: ends its sessions one by one. Returns false on failure. */
  #dismiss(ref: string, withoutRow = false): boolean {
    const { connections, turns, lifecycle } = this.deps;
    return turns.together(() =>
      connections
        .sessionsOf(ref)
        .every((record) => turns.turn((plan) => lifecycle.dismiss(plan, record, withoutRow))),
    );
  }

  #hasOtherSecret(principal: Principal): boolean {
    const before = this.deps.rights.principal(refKey(principal));
    return before !== null && secretOf(before) !== secretOf(principal);
  }

  #learn(principal: Principal): void {
    const { connections, rights, router } = this.deps;
    const ref = refKey(principal);
    rights.store(principal);
    for (const session of connections.sessionsOf(ref)) router.enter(session.id, session);
    router.rightsChanged();
  }
}

const isOfGuest = (principal: Principal): boolean => principal.kind === "token" && principal.guest === true;
