/**
 * Watches that switch devices. The command, its event and its packets are planned in the transaction of the notice, so
 * no crash comes between a cause and its command, and the same notice never switches twice. An action beyond `PACE`,
 * `WATCH_ACTION_RATE` or `WATCH_SWITCH_RATE` waits in the notice's row; `NoticeDeliveries` asks for it again when it may
 * be made.
 */

import type { Command } from "../../contract/account.ts";
import { rulingOf } from "../../contract/asking.ts";
import { controlPayload, type SwitchOrder } from "../../contract/control.ts";
import { setWords } from "../../contract/control-words.ts";
import { fittingSet } from "../../contract/controls.ts";
import type { Switcher } from "../../contract/device-events.ts";
import { controlTopic } from "../../contract/topics.ts";
import type { DeviceAddress, NoticeDelivery, StoredNotice, StoredTarget } from "../../contract/watch.ts";
import { waitsUntil } from "../../schedules/used-up-rows.ts";
import type { Message } from "../../session/message.ts";
import {
  type ActionProof,
  actionText,
  allHeldUntil,
  counted,
  type HourOfSwitches,
  heldUntil,
  nextSpan,
  type Span,
  whyNot,
} from "../../watches/action.ts";
import { type CommonDependencies, HubModule } from "../module.ts";
import type { TurnPlan } from "../socket/connection.ts";
import { appendHeldBack } from "./notice.ts";
import type { Orders } from "./orders.ts";

type DeviceTarget = StoredTarget & { address: DeviceAddress };
type Outcome = Pick<NoticeDelivery, "outcome" | "detail">;

interface Held {
  delivery: Pick<NoticeDelivery, "detail" | "nextAt">;
  /** Whose limit is reached, which a notice says: of the watch, or of all. Null for a wait of seconds. */
  limitOf: "watch" | "all" | null;
}

interface WatchNow {
  enabled: boolean;
  /** Milliseconds since 1970. */
  snoozedUntil: number | null;
}

const isDevice = (target: StoredTarget | null): target is DeviceTarget => target?.address.kind === "device";

const DELETED: Outcome = { outcome: "gone", detail: "The device was deleted." };
const TOO_LATE = "It was not taken in time (command_ttl), and is not sent any more.";
const ASKED = "Waits for the owner's approval.";
const WAITS = "Waits a moment: other watches act first.";
const refused = (detail: string): Outcome => ({ outcome: "refused", detail });

interface ActionDependencies extends Pick<CommonDependencies, "store" | "limits"> {
  orders: Orders;
}

export class WatchActions extends HubModule<ActionDependencies> {
  /** In memory: a restart costs an account a few actions at once. */
  #span: Span = { from: 0, actions: 0 };

  /** In a transaction: makes the actions of a new notice, or lets them wait. */
  begin(plan: TurnPlan, notice: StoredNotice, snoozedUntil: number | null): void {
    const watch = { enabled: true, snoozedUntil };
    this.#carryOut(plan, notice, watch, () => this.#paced(plan.now));
  }

  /** In a transaction: makes the actions of the notice that have waited and are due. Returns the number of commands. */
  goOn(plan: TurnPlan, notice: StoredNotice): number {
    const stored = this.deps.store.watches.get(notice.facts.watch.id);
    const watch = {
      enabled: stored?.watch.enabled ?? false,
      snoozedUntil: stored?.state?.snoozedUntil ?? null,
    };
    return this.#carryOut(plan, notice, watch, () => null);
  }

  #carryOut(plan: TurnPlan, notice: StoredNotice, watch: WatchNow, paced: () => Held | null): number {
    const { store, limits } = this.deps;
    const { now } = plan;
    const due = notice.deliveries.flatMap((delivery) => {
      const target = store.targets.get(delivery.target);
      const isDue = delivery.nextAt !== null && delivery.nextAt <= now;
      return isDue && isDevice(target) ? [{ delivery, target }] : [];
    });
    if (due.length === 0) return 0;
    const freeAt = heldUntil(store.notices.actedAt(notice), limits.WATCH_ACTION_RATE, now);
    const changed = due.map(({ delivery, target }): NoticeDelivery => {
      const obstacle = this.#obstacleOf(notice, watch, delivery, target, now);
      const held = obstacle === null ? (this.#held(freeAt, now) ?? paced()) : null;
      if (held?.limitOf) appendHeldBack(store, plan, notice, now, held.limitOf === "all");
      const result = obstacle ?? held?.delivery ?? this.#switch(plan, notice, target);
      return { ...delivery, at: now, nextAt: null, ...result };
    });
    store.notices.setDeliveries(notice, changed);
    return changed.filter(({ command }) => command !== undefined).length;
  }

  /** Null when the action may be made now. */
  #paced(now: number): Held | null {
    this.#span = nextSpan(this.#span, now);
    const { from } = this.#span;
    return from > now ? { delivery: { detail: WAITS, nextAt: from }, limitOf: null } : null;
  }

  /** Null when the watch may act. `freeAt`: when its own rate allows it. */
  #held(freeAt: number, now: number): Held | null {
    const { WATCH_ACTION_RATE: own, WATCH_SWITCH_RATE: ofAll } = this.deps.limits;
    const allFreeAt = allHeldUntil(this.#switches(), ofAll, now);
    if (allFreeAt > now) {
      const detail = `Held back: the account's watches have switched ${ofAll} times within an hour (WATCH_SWITCH_RATE).`;
      return { delivery: { detail, nextAt: allFreeAt }, limitOf: "all" };
    }
    if (freeAt <= now) return null;
    const detail = `Held back: the watch has acted ${own} times within a minute (WATCH_ACTION_RATE).`;
    return { delivery: { detail, nextAt: freeAt }, limitOf: "watch" };
  }

  #switches(): HourOfSwitches {
    const { meta } = this.deps.store;
    return { hour: meta.get("switchedHour"), switches: meta.get("switchedByWatches") };
  }

  /** In the account's row, which the event of the switch writes anyway. */
  #count(now: number): void {
    const { meta } = this.deps.store;
    const { hour, switches } = counted(this.#switches(), now);
    meta.set("switchedHour", hour);
    meta.set("switchedByWatches", switches);
  }

  #switch(plan: TurnPlan, notice: StoredNotice, { id, address }: DeviceTarget): Partial<NoticeDelivery> {
    const order = address[notice.state];
    const askFirst = this.deps.store.rightsCopy.askFirstOf(address.deviceId) ?? [];
    if (order && rulingOf("target of a watch", "watch", askFirst) === "waits") {
      return this.#ask(plan, notice, { deviceId: address.deviceId, order, target: id });
    }
    const by = { actor: "watch", watch: notice.facts.watch.id } as const;
    const sent = order && this.sent(plan, address.deviceId, order, by);
    if (sent === null) return refused("Not switched: the device's controls have changed.");
    if (sent === "no device") return DELETED;
    this.#count(plan.now);
    return { attempts: 1, ...sent };
  }

  /** The owner is asked first; the delivery waits for the answer. */
  #ask(
    plan: TurnPlan,
    { id, facts }: StoredNotice,
    { target, ...ordered }: { deviceId: string; order: SwitchOrder; target: string },
  ): Partial<NoticeDelivery> {
    const by = { kind: "watch", ...facts.watch } as const;
    const placed = this.deps.orders.place(plan, { ...ordered, by, actor: "watch", notice: { id, target } });
    if ("tooManyWait" in placed) return refused("Not asked: too many orders wait for approval.");
    return placed.isNew
      ? { attempts: 1, detail: ASKED }
      : refused("The same order waits for approval already.");
  }

  /**
   * In a transaction: sends a command. Values that the device's controls no longer accept are left out; null when
   * nothing is left.
   */
  sent(
    plan: TurnPlan,
    deviceId: string,
    order: SwitchOrder,
    by: Switcher,
  ): { command: number; detail: string } | "no device" | null {
    const { store } = this.deps;
    const fitting = this.#fitting(plan, deviceId, order);
    if (fitting === null) return null;
    const topic = controlTopic(store.meta.get("userId"), deviceId);
    const payload = new TextEncoder().encode(controlPayload(fitting.state, fitting.set));
    const message: Message = { topic, payload, qos: 1, retain: false, properties: {}, expiresAt: null };
    const command = plan.publish(message, 0, { ...by, ...fitting });
    if (command === null) return "no device";
    return { command, detail: this.#wordsOf(deviceId, { state: order.state, set: fitting.set }, "sent") };
  }

  #fitting(plan: TurnPlan, deviceId: string, order: SwitchOrder) {
    const { store } = this.deps;
    const set = order.set && fittingSet(store.rightsCopy.controlsOf(deviceId) ?? [], order.set);
    if (order.state === null && set === null) return null;
    const last = plan.devices.get(deviceId)?.command ?? store.switches.get(deviceId)?.command;
    const atFirst = store.rightsCopy.device(deviceId)?.isOnAtFirst ? "on" : "off";
    return { state: order.state ?? last?.state ?? atFirst, isStateKept: order.state === null, set };
  }

  #obstacleOf(
    notice: StoredNotice,
    watch: WatchNow,
    { target, nextAt }: NoticeDelivery,
    { address }: DeviceTarget,
    now: number,
  ): Outcome | null {
    const { store } = this.deps;
    if (!store.rightsCopy.hasDevice(address.deviceId)) return DELETED;
    const why = whyNot({
      isSuspended: store.meta.get("suspended") === 1,
      isEnabled: watch.enabled,
      isSnoozed: (watch.snoozedUntil ?? 0) > now,
      isOver: store.rows.isOver(now) && !this.#isOffInTime(notice, address, now),
      isReplaced: (nextAt ?? 0) > notice.at && store.notices.hasLater(notice, target),
    });
    return why === null ? null : refused(why);
  }

  /** Switches off, which also a day allows whose rows are used up. */
  #isOffInTime(notice: StoredNotice, address: DeviceAddress, now: number): boolean {
    const { notices, switches } = this.deps.store;
    const state = address[notice.state]?.state ?? "on";
    const [ranAt = null] = notices.actedAt(notice);
    const last = switches.get(address.deviceId)?.command?.state ?? null;
    return waitsUntil({ state, ranAt, last }, now) === null;
  }

  #wordsOf(deviceId: string, { state, set }: SwitchOrder, proof: ActionProof): string {
    const { rightsCopy } = this.deps.store;
    const values = setWords(set ?? {}, rightsCopy.controlsOf(deviceId) ?? []);
    return actionText({ device: rightsCopy.device(deviceId)?.name ?? "", state, values }, proof);
  }

  /** In a transaction: the device has the command of a watch, or was sent it without a way to prove it. */
  acknowledged(deviceId: string, command: Command, now: number, isProven: boolean): void {
    const { notices, targets } = this.deps.store;
    for (const { notice, delivery } of notices.ofCommand(command.acceptedAt)) {
      const target = targets.get(delivery.target);
      const action = isDevice(target) ? target.address[notice.state] : null;
      // of an action that was changed meanwhile the command's state is known
      const order = action ?? { state: command.state, set: null };
      const proof = isProven ? { acknowledgedMs: now - command.acceptedAt } : "without proof";
      const detail = this.#wordsOf(deviceId, order, proof);
      notices.setDelivery(notice.id, { ...delivery, outcome: "delivered", at: now, detail });
    }
  }

  /** As they are listed: a command that its device did not take in time is not sent any more, so nothing waits for it. */
  explained(notices: readonly StoredNotice[], now: number): StoredNotice[] {
    return notices.map((notice) => ({
      ...notice,
      deliveries: notice.deliveries.map((delivery) =>
        this.#isTooLate(delivery, now)
          ? { ...delivery, ...refused(`${delivery.detail} ${TOO_LATE}`) }
          : delivery,
      ),
    }));
  }

  #isTooLate({ target, outcome, command }: NoticeDelivery, now: number): boolean {
    if (outcome !== "waiting" || command === undefined) return false;
    const { store } = this.deps;
    const stored = store.targets.get(target);
    const ttl = isDevice(stored) ? store.switches.get(stored.address.deviceId)?.commandTtl : undefined;
    return ttl !== undefined && now - command >= ttl * 1000;
  }

  /** In a transaction: another command came before the device took that of a watch. */
  replaced(command: Command, now: number): void {
    const { notices } = this.deps.store;
    for (const { notice, delivery } of notices.ofCommand(command.acceptedAt)) {
      const detail = `${delivery.detail} Another command replaced it.`;
      notices.setDelivery(notice.id, { ...delivery, ...refused(detail), at: now });
    }
  }

  /** In a transaction: targets of devices that are gone go with them. */
  keepOnly(deviceIds: ReadonlySet<string>, now: number): void {
    const { notices, targets } = this.deps.store;
    for (const { id, address } of targets.all().filter(isDevice)) {
      if (deviceIds.has(address.deviceId)) continue;
      for (const { notice, delivery } of notices.waitingFor(id)) {
        notices.setDelivery(notice.id, { ...delivery, ...DELETED, at: now, nextAt: null });
      }
      targets.remove(id);
    }
  }
}
