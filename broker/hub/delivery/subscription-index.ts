/** The index of subscriptions and their readers. It can be rebuilt from rows, attachments and rights. */

import { controlTopic } from "../../contract/topics.ts";
import type { Principal } from "../../routing/access.ts";
import { parseShared } from "../../routing/filter.ts";
import type { TopicTree } from "../../routing/topic-tree.ts";
import type { Subscription } from "../../session/effect.ts";
import type { Owner } from "../rights/rights-in-force.ts";
import type { Target } from "./target.ts";

export interface Entry {
  session: number;
  subscription: Subscription;
  /** Group and filter of a shared subscription; null otherwise. */
  share: string | null;
  /** The device, when this is the subscription of its own session to its control topic. */
  controls: string | null;
}

/** A shared subscription, and its members that a topic reaches. */
export interface SharedGroup {
  name: string;
  members: readonly Target[];
  rotation: Rotation;
}

interface Rotation {
  /** Subscriptions in the group; its rotation is removed with the last one. */
  members: number;
  next: number;
}

export interface SubscriptionIndex {
  tree: TopicTree<Entry>;
  owners: Map<number, Owner>;
  /** By session and filter: `own` were made by clients, `automatic` by the broker. */
  own: Map<number, Map<string, Entry>>;
  automatic: Map<number, Map<string, Entry>>;
  rotations: Map<string, Rotation>;
}

export const automatic = (filter: string): Subscription => ({
  filter,
  qos: 1,
  noLocal: false,
  retainAsPublished: false,
  identifier: 0,
});

export function add(index: SubscriptionIndex, session: number, subscription: Subscription): void {
  const own = index.own.get(session) ?? new Map<string, Entry>();
  index.own.set(session, own);
  const before = own.get(subscription.filter);
  const entry = entryOf(session, subscription);
  own.set(subscription.filter, entry);
  // insert before removing, so that the rotation of a group with one member continues
  insert(index, entry);
  if (before !== undefined) removeEntry(index, before);
}

export function insert({ tree, rotations }: SubscriptionIndex, entry: Entry): void {
  const { subscription, share } = entry;
  tree.insert(treeFilter(subscription.filter), entry);
  if (share === null) return;
  const rotation = rotations.get(share) ?? { members: 0, next: 0 };
  rotation.members++;
  rotations.set(share, rotation);
}

export function removeEntry({ tree, rotations }: SubscriptionIndex, entry: Entry): void {
  const { subscription, share } = entry;
  tree.remove(treeFilter(subscription.filter), entry);
  const rotation = share === null ? undefined : rotations.get(share);
  if (share !== null && rotation !== undefined && --rotation.members === 0) rotations.delete(share);
}

export function remove(index: SubscriptionIndex, session: number, filter: string): void {
  const entry = index.own.get(session)?.get(filter);
  if (entry === undefined) return;
  index.own.get(session)?.delete(filter);
  removeEntry(index, entry);
}

export function controlOf(
  userId: string,
  principal: Principal | null,
): { topic: string; deviceId: string } | null {
  if (principal?.kind !== "device") return null;
  return { topic: controlTopic(userId, principal.deviceId), deviceId: principal.deviceId };
}

export function entryOf(session: number, subscription: Subscription): Entry {
  const shared = parseShared(subscription.filter);
  const share = shared === null || shared === "invalid" ? null : subscription.filter;
  return { session, subscription, share, controls: null };
}

export const sameAs = (a: Subscription | null, b: Subscription): boolean =>
  a !== null &&
  a.qos === b.qos &&
  a.noLocal === b.noLocal &&
  a.retainAsPublished === b.retainAsPublished &&
  a.identifier === b.identifier;

export function treeFilter(filter: string): string {
  const shared = parseShared(filter);
  return shared === null || shared === "invalid" ? filter : shared.filter;
}
