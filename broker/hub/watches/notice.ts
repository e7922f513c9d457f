/** Writes a notice, in the transaction of its cause. */

import type { WatchedEvent } from "../../contract/condition.ts";
import type { Mistake } from "../../contract/mistake.ts";
import { noticesTopic } from "../../contract/topics.ts";
import { labelOf } from "../../contract/units.ts";
import {
  type DeviceWatch,
  isReached,
  type NoticeDelivery,
  type NoticeFacts,
  type ReachedTarget,
  type StoredNotice,
  type StoredTarget,
} from "../../contract/watch.ts";
import { stableId } from "../../events/record.ts";
import type { BrokerStore } from "../../storage/store.ts";
import type { WatchNotice } from "../../watches/watch-state.ts";
import type { TurnPlan } from "../socket/connection.ts";

/** Notices of an account and day (UTC). One more says that no more follow. */
const MAX_NOTICES_A_DAY = 200;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface Subject {
  watch: DeviceWatch;
  deviceId: string | null;
  event: WatchedEvent | null;
  mistake: Mistake | undefined;
  /** Of a threshold: the last value; null without one. */
  value: number | null;
}

/**
 * Returns the notice, or null when the account has as many as it may on this day: the first one beyond says so. A notice
 * that switches devices is written all the same, without its other targets, while the account may write rows. While all
 * actions of the watch's last notice wait, what happens next is written into that one.
 */
export function appendNotice(
  store: BrokerStore,
  plan: TurnPlan,
  subject: Subject,
  { name, state, at, acts }: WatchNotice,
): StoredNotice | null {
  const { notices, meta } = store;
  const { actions, others } = deliveriesOf(store, subject.watch, { state, at });
  const isFull = notices.countOn(at) >= MAX_NOTICES_A_DAY;
  const isActing = acts && actions.length > 0;
  const targets = actions.map(({ target }) => target);
  const onlyActs = isActing && (isFull || others.length === 0);
  const held = onlyActs ? notices.held(subject.watch.id, targets, at) : null;
  if (held?.state === state) return held;
  const userId = meta.get("userId");
  const facts = factsOf(store, subject);
  // without rows the action would be refused, and a value that flaps would write a refusal for each change
  if (isFull && (!isActing || store.rows.isOver(at))) {
    const id = stableId(userId, `notices of ${Math.floor(at / DAY)}`);
    // also where the condition ended: that no more follow is no good news
    append(store, plan, {
      id,
      state: "raised",
      at,
      facts: { ...facts, event: null, when: null },
      deliveries: others,
    });
    return null;
  }
  if (held !== null) return notices.renew(held, { state, at, facts });
  const deliveries = [...(isActing ? actions : []), ...(isFull ? [] : others)];
  const notice = { id: stableId(userId, `${subject.watch.id}:${name}`), state, at, facts, deliveries };
  return notices.append(notice) ? notice : null;
}

/** Says that the watch, or all of the account, switch no more for a while; at most once an hour each. */
export function appendHeldBack(
  store: BrokerStore,
  plan: TurnPlan,
  { facts, deliveries }: StoredNotice,
  at: number,
  isOfAll: boolean,
): void {
  const others = deliveries.filter(({ target }) => store.targets.get(target)?.address.kind !== "device");
  append(store, plan, {
    id: stableId(
      store.meta.get("userId"),
      `${isOfAll ? "" : facts.watch.id}:held back ${Math.floor(at / HOUR)}`,
    ),
    state: "raised",
    at,
    facts: { ...facts, heldBack: true, ...(isOfAll && { allHeldBack: true }) },
    deliveries: others.map(({ target }) => newDelivery(target, at)),
  });
}

/**
 * Says under the bell that a target does not take notices; at most once a day each. It is sent to no target: a message
 * of the same watch would replace the one that it is about, and another lost target would follow in turn.
 */
export function appendLost(
  store: BrokerStore,
  plan: TurnPlan,
  { facts }: Pick<StoredNotice, "facts">,
  { id, address }: ReachedTarget,
  { why, hasEnded }: { why: string; hasEnded: boolean },
): void {
  const at = plan.now;
  const { kind } = address;
  const host = kind === "mail" ? "" : new URL(kind === "push" ? address.endpoint : address.url).host;
  const format = kind === "webhook" ? address.format : undefined;
  const lost = { id, kind, host, hasEnded, why, ...(format !== undefined && { format }) };
  append(store, plan, {
    id: stableId(store.meta.get("userId"), `${id}: lost ${Math.floor(at / DAY)}`),
    state: "raised",
    at,
    facts: { ...facts, event: null, lost },
    deliveries: [],
  });
}

/** In a transaction: stores the notice, and reports it to open pages. The same one twice is one row. */
function append(store: BrokerStore, plan: TurnPlan, notice: StoredNotice): void {
  if (store.notices.append(notice)) publishId(store, plan, notice);
}

/** For open pages. Nothing is stored: a page that is closed reads the list when it opens. */
export function publishId({ meta }: BrokerStore, plan: TurnPlan, { id }: { id: string }): void {
  const topic = noticesTopic(meta.get("userId"));
  const payload = new TextEncoder().encode(id);
  plan.publish({ topic, payload, qos: 0, retain: false, properties: {}, expiresAt: null }, 0);
}

function factsOf(
  { rightsCopy }: BrokerStore,
  { watch, deviceId, event, mistake, value }: Subject,
): NoticeFacts {
  const device = deviceId === null ? null : rightsCopy.device(deviceId);
  return {
    watch: { id: watch.id, name: watch.name },
    device: deviceId === null ? null : { id: deviceId, name: device?.name ?? "" },
    key: watch.key,
    ...(watch.key !== null && deviceId !== null && { label: labelIn(rightsCopy, deviceId, watch.key) }),
    ...(value !== null && { value }),
    when: watch.when,
    event,
    ...(watch.actions.length > 0 && { actions: watch.actions }),
    ...(mistake !== undefined && { mistake }),
  };
}

/** As the page names it: the owner's label of the value, then that of a control. */
function labelIn(rightsCopy: BrokerStore["rightsCopy"], deviceId: string, key: string) {
  const { name, unit } = labelOf(key, rightsCopy.device(deviceId)?.labels);
  const control = rightsCopy.controlsOf(deviceId)?.find((each) => each.key === key);
  return { name: name || control?.name || null, unit: unit || control?.unit || null };
}

/** The devices that the notice switches, and the targets that it is sent to. */
function deliveriesOf(
  { targets }: BrokerStore,
  watch: DeviceWatch,
  { state, at }: Pick<WatchNotice, "state" | "at">,
) {
  const chosen = watch.targets.flatMap((id) => targets.get(id) ?? []);
  const of = (wanted: readonly StoredTarget[]) => wanted.map(({ id }) => newDelivery(id, at));
  const actions = chosen.filter(({ address }) => address.kind === "device" && address[state] !== null);
  return { actions: of(actions), others: of(chosen.filter(isReached)) };
}

export const newDelivery = (target: string, now: number): NoticeDelivery => ({
  target,
  attempts: 0,
  outcome: "waiting",
  at: now,
  detail: "",
  nextAt: now,
});
