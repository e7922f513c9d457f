/** Calls about watches, notices and targets. */

import { callerOfToken, rulingOf } from "../contract/asking.ts";
import type { CallerResult } from "../contract/bearer.ts";
import { checkSet } from "../contract/controls.ts";
import { deviceScope, hasScope } from "../contract/scopes.ts";
import {
  type AsksFirst,
  type Attempt,
  type DeviceAddress,
  type ForeignAction,
  type GivenWatch,
  type HostBusy,
  isReached,
  type ListedWatch,
  type MissingSwitchScope,
  type NotAnswered,
  type NoticeActionName,
  type NotStored,
  type SentAgain,
  type StoredNotice,
  type StoredTarget,
  type TestedTarget,
  type WrongAction,
} from "../contract/watch.ts";
import type { Modules } from "../hub/modules.ts";
import { ticketTarget } from "../hub/watches/answers.ts";
import type { Hub } from "../hub.ts";
import type { TokenLogin } from "../ports.ts";
import { newState, shownState } from "../watches/watch-state.ts";
import { Calls, type CallWork, rememberAccount, type VerifiedCaller } from "./caller.ts";
import { storeChange } from "./store-change.ts";
import { checkedActions, switchedBy } from "./watched-switches.ts";

export class WatchCalls extends Calls {
  /** Oldest first. */
  listWatches(): Promise<CallerResult<ListedWatch[]>> {
    return this.act(named(listed));
  }

  /** Creates a watch, of which the account may have `max`; null changes one. */
  putWatch(
    watch: GivenWatch,
    max: number | null,
  ): Promise<
    CallerResult<ListedWatch | NotStored | WrongAction | ForeignAction | MissingSwitchScope | AsksFirst>
  > {
    return this.act(
      asSwitcher(
        (modules) => switchedBy(watch, modules),
        (modules) => putWatch(watch, max, modules),
      ),
      "writes rows",
    );
  }

  /** Returns whether it existed. */
  deleteWatch(id: string): Promise<CallerResult<boolean>> {
    return this.act(named((modules) => storeChange(modules, () => modules.watches.remove(id))));
  }

  /** Until a moment in milliseconds since 1970; one that has passed ends the snooze. Null when there is no such watch. */
  snoozeWatch(
    id: string,
    until: number,
  ): Promise<CallerResult<ListedWatch | MissingSwitchScope | AsksFirst | null>> {
    return this.act(
      asSwitcher(
        (modules) => {
          const stored = modules.store.watches.get(id);
          return stored === null ? [] : switchedBy(stored.watch, modules);
        },
        (modules) => {
          storeChange(modules, () => modules.watches.snooze(id, until, modules.clock()));
          return listedWatch(id, modules);
        },
      ),
      "writes rows",
    );
  }

  /** Newest first; null when there is no such watch. */
  notices(watchId: string): Promise<CallerResult<StoredNotice[] | null>> {
    return this.act(
      named((modules) => {
        const { store, clock } = modules;
        const isKnown = store.watches.all().some(({ watch }) => watch.id === watchId);
        return isKnown ? explained(store.notices.of(watchId, clock()), modules) : null;
      }),
    );
  }

  /** The last notices of all watches, newest first. */
  recentNotices(): Promise<CallerResult<StoredNotice[]>> {
    return this.act(({ modules }) => explained(modules.store.notices.recent(modules.clock()), modules));
  }

  /** Delivers a notice again, to all its targets. Null when there is no such notice. */
  sendNotice(id: string): Promise<CallerResult<SentAgain | HostBusy | null>> {
    return this.act(
      named((modules) => sendAgain(id, modules)),
      "writes rows",
    );
  }

  /** Answers a notice for a session, or for its own ticket. Null when there is no such notice. */
  actOnNotice(
    id: string,
    action: NoticeActionName,
  ): Promise<CallerResult<StoredNotice | NotAnswered | null>> {
    return this.act((hub, { bearer }) => {
      rememberAccount(hub);
      const { modules } = hub;
      const { store, clock } = modules;
      const notice = store.notices.get(id);
      if (notice === null) return null;
      const { kind, digest } = bearer;
      const target = kind === "notice" ? ticketTarget(store, { id, digest }, clock()) : null;
      return storeChange(modules, (plan) => modules.noticeAnswers.answer(plan, notice, action, target));
    }, "writes rows");
  }

  /** Oldest first. */
  listTargets(): Promise<CallerResult<StoredTarget[]>> {
    return this.act(({ modules }) => modules.store.targets.all());
  }

  /** `max`: how many targets the account may have. A browser's subscription and the e-mail exist once. */
  putTarget(
    target: StoredTarget,
    max: number,
  ): Promise<CallerResult<StoredTarget | NotStored | WrongAction>> {
    return this.act(
      named((modules) => putTarget(target, max, modules)),
      "writes rows",
    );
  }

  /** Returns whether it existed. */
  deleteTarget(id: string): Promise<CallerResult<boolean>> {
    return this.act(named((modules) => storeChange(modules, () => modules.store.targets.remove(id))));
  }

  /** Sends a test, which confirms a webhook that answers it. Null when there is no such target. */
  testTarget(id: string): Promise<CallerResult<TestedTarget | HostBusy | null>> {
    return this.act(
      named((modules) => testTarget(id, modules)),
      "writes rows",
    );
  }
}

/** Work of an object that remembers its account: notices carry its id. */
const named =
  <Answer>(work: (modules: Modules) => Answer | Promise<Answer>): CallWork<Answer> =>
  (hub: Hub) => {
    rememberAccount(hub);
    return work(hub.modules);
  };

/** The same for a caller that may switch each of these devices. */
const asSwitcher =
  <Answer>(
    devicesOf: (modules: Modules) => readonly string[],
    work: (modules: Modules) => Answer,
  ): CallWork<Answer | MissingSwitchScope | AsksFirst> =>
  async (hub, maker) => {
    rememberAccount(hub);
    const caller = await maker.rights();
    const devices = devicesOf(hub.modules);
    const missing = devices.find((deviceId) => !maySwitch(caller, deviceId));
    if (missing !== undefined) {
      const tokenName = caller?.kind === "token" ? caller.label : "";
      return { missingScope: deviceScope("devices:switch", missing), tokenName };
    }
    if (caller?.kind === "token" && devices.some((deviceId) => isAsked(hub.modules, caller, deviceId))) {
      return { asksFirst: true };
    }
    return work(hub.modules);
  };

const isAsked = ({ store }: Modules, token: TokenLogin, deviceId: string): boolean =>
  rulingOf(
    "making a watch that switches",
    callerOfToken(token),
    store.rightsCopy.askFirstOf(deviceId) ?? [],
  ) !== "goes";

/** `caller` null: its rights are not known any more. */
const maySwitch = (caller: VerifiedCaller | null, deviceId: string): boolean =>
  caller?.kind === "session" || (caller !== null && hasScope(caller.scopes, "devices:switch", { deviceId }));

/** With what became of deliveries since they were stored. */
const explained = (
  notices: readonly StoredNotice[],
  { outgoing, watchActions, clock }: Modules,
): StoredNotice[] => watchActions.explained(outgoing.explained(notices), clock());

function listed({ store, clock, watches }: Modules): ListedWatch[] {
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

const listedWatch = (id: string, modules: Modules): ListedWatch | null =>
  listed(modules).find((watch) => watch.id === id) ?? null;

function putWatch(
  given: GivenWatch,
  max: number | null,
  modules: Modules,
): ListedWatch | NotStored | WrongAction | ForeignAction {
  const { store, watches } = modules;
  const { id, deviceId } = given;
  const stored = store.watches.all();
  const before = stored.find((each) => each.watch.id === id)?.watch;
  if (max !== null && max > 0 && stored.length >= max) return { limit: true };
  if (max === null && before === undefined) return { unknown: "id", id };
  if (deviceId !== null && !store.rightsCopy.hasDevice(deviceId)) return { unknown: "device", id: deviceId };
  const unknown = given.targets.find((target) => store.targets.get(target) === null);
  if (unknown !== undefined) return { unknown: "target", id: unknown };
  const actions = checkedActions(given, modules);
  if ("mistake" in actions || "foreignDevice" in actions) return actions;
  const { repeatMs = before?.repeatMs ?? null, enabled = before?.enabled ?? true } = given;
  storeChange(modules, (plan) => watches.put(plan, { ...given, actions, repeatMs, enabled }));
  return listedWatch(id, modules) ?? { unknown: "id", id };
}

function sendAgain(noticeId: string, modules: Modules): HostBusy | SentAgain | null {
  const { store, noticeDeliveries, clock } = modules;
  const notice = store.notices.get(noticeId);
  if (notice === null) return null;
  const retryAfterSeconds = noticeDeliveries.secondsUntilSendable(notice);
  if (retryAfterSeconds > 0) return { retryAfterSeconds };
  storeChange(modules, (plan) => {
    noticeDeliveries.sendAgain(notice, clock());
    plan.require("scheduleWatches");
  });
  return { sent: true };
}

function putTarget(
  target: StoredTarget,
  max: number,
  modules: Modules,
): StoredTarget | NotStored | WrongAction {
  const { targets } = modules.store;
  const stored = targets.all();
  const same = stored.find(({ address }) => isSameAddress(address, target.address));
  if (same === undefined && max > 0 && stored.length >= max) return { limit: true };
  const fault = target.address.kind === "device" ? addressFault(target.address, modules) : null;
  if (fault !== null) return fault;
  const { id, createdAt } = same ?? target;
  const row = { ...target, id, createdAt };
  storeChange(modules, () => targets.put(row));
  return row;
}

const NOT_TESTED: Attempt = { outcome: "refused", detail: "A device is not tested: switch it on its page." };

function addressFault(
  { deviceId, raised, cleared }: DeviceAddress,
  { store }: Modules,
): NotStored | WrongAction | null {
  if (!store.rightsCopy.hasDevice(deviceId)) return { unknown: "device", id: deviceId };
  const controls = store.rightsCopy.controlsOf(deviceId) ?? [];
  for (const [of, action] of [
    ["raised", raised],
    ["cleared", cleared],
  ] as const) {
    const checked = checkSet(controls, action?.set ?? {}, action?.state ?? null);
    if ("mistake" in checked) return { mistake: checked.mistake, of };
  }
  return null;
}

async function testTarget(id: string, modules: Modules): Promise<TestedTarget | HostBusy | null> {
  const { store, noticeDeliveries, clock } = modules;
  const target = store.targets.get(id);
  if (target === null) return null;
  if (!isReached(target)) return { target, attempt: NOT_TESTED };
  const attempt = await noticeDeliveries.test(target, { id: crypto.randomUUID(), at: clock(), test: true });
  if ("retryAfterSeconds" in attempt) return attempt;
  const current = store.targets.get(id);
  if (attempt.outcome !== "delivered" || current === null) return { target: current ?? target, attempt };
  const { missed: _, ...taking } = current;
  const { address } = current;
  const tested: StoredTarget = {
    ...taking,
    disabled: null,
    address: address.kind === "webhook" ? { ...address, isConfirmed: true } : address,
  };
  storeChange(modules, () => store.targets.put(tested));
  return { target: tested, attempt };
}

function isSameAddress(a: StoredTarget["address"], b: StoredTarget["address"]): boolean {
  if (a.kind === "push" && b.kind === "push") return a.endpoint === b.endpoint;
  if (a.kind === "device" && b.kind === "device") return isSameAction(a, b);
  return a.kind === "mail" && b.kind === "mail";
}

const isSameAction = (a: DeviceAddress, b: DeviceAddress): boolean =>
  a.deviceId === b.deviceId &&
  JSON.stringify([a.raised, a.cleared]) === JSON.stringify([b.raised, b.cleared]);
