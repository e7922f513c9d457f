/** Which sessions a topic reaches, and as what. Built from storage when the first message after waking comes. */

import { controlTopic } from "../contract/topics.ts";
import type { Subscription } from "../protocol/effect.ts";
import { automaticFilters, type Principal } from "../routing/access.ts";
import { parseShared } from "../routing/filter.ts";
import { TopicTree } from "../routing/topic-tree.ts";
import type { Store } from "../storage/store.ts";
import type { People } from "./people.ts";
import { type Target, targetOf } from "./target.ts";

interface Entry {
  session: number;
  subscription: Subscription;
  /** Group and filter of a shared subscription; null for one's own. */
  share: string | null;
  /** The device whose control topic this is, in its own session. */
  controls: string | null;
}

export interface Plan {
  targets: readonly Target[];
  /** Members of each shared group, and the group's name. */
  groups: readonly { name: string; members: readonly Target[] }[];
}

const MAX_PLANS = 2000;

const automatic = (filter: string): Subscription => ({
  filter,
  qos: 1,
  noLocal: false,
  retainAsPublished: false,
  identifier: 0,
});

export class Router {
  #store: Store;
  #people: People;
  #tree: TopicTree<Entry> | null = null;
  #refs = new Map<number, string>();
  #own = new Map<number, Map<string, Entry>>();
  #automatic = new Map<number, Map<string, Entry>>();
  #plans = new Map<string, Plan>();

  constructor(store: Store, people: People) {
    this.#store = store;
    this.#people = people;
  }

  /** Everything is read again when it is needed. */
  forget(): void {
    this.#tree = null;
    this.#refs.clear();
    this.#own.clear();
    this.#automatic.clear();
    this.#plans.clear();
  }

  /** Rights changed: deliveries are checked anew. */
  forgetPlans(): void {
    this.#plans.clear();
  }

  #loaded(): TopicTree<Entry> {
    if (this.#tree !== null) return this.#tree;
    const tree = new TopicTree<Entry>();
    this.#tree = tree;
    this.#own.clear();
    try {
      for (const { session, subscription } of this.#store.subscriptions.all())
        this.#add(session, subscription);
      for (const { id, ref } of this.#store.sessions.all()) this.enter(id, ref);
    } catch (error) {
      // half a tree would lose messages
      this.forget();
      throw error;
    }
    return tree;
  }

  #subscriptionsOf(session: number): Map<string, Entry> {
    const known = this.#own.get(session);
    if (known !== undefined) return known;
    const own = new Map<string, Entry>();
    this.#own.set(session, own);
    if (this.#tree === null) {
      for (const each of this.#store.subscriptions.of(session)) own.set(each.filter, entryOf(session, each));
    }
    return own;
  }

  /** A session is there, with the principal's automatic subscriptions; also after these changed. */
  enter(session: number, ref: string): void {
    if (this.#tree === null) return;
    this.#refs.set(session, ref);
    const principal = this.#people.principal(ref);
    const filters = principal === null ? [] : automaticFilters(this.#store.meta.get("userId"), principal);
    for (const entry of this.#automatic.get(session)?.values() ?? [])
      this.#tree.remove(entry.subscription.filter, entry);
    const entries = new Map<string, Entry>();
    const control = controlOf(this.#store.meta.get("userId"), principal);
    for (const filter of filters) {
      const controls = filter === control?.topic ? control.deviceId : null;
      const entry = { ...entryOf(session, automatic(filter)), controls };
      entries.set(filter, entry);
      this.#tree.insert(filter, entry);
    }
    if (entries.size > 0) this.#automatic.set(session, entries);
    else this.#automatic.delete(session);
    this.#plans.clear();
  }

  leave(session: number): void {
    const entries = [
      ...(this.#own.get(session)?.values() ?? []),
      ...(this.#automatic.get(session)?.values() ?? []),
    ];
    for (const entry of entries) this.#tree?.remove(treeFilter(entry.subscription.filter), entry);
    this.#refs.delete(session);
    this.#own.delete(session);
    this.#automatic.delete(session);
    this.#plans.clear();
  }

  #add(session: number, subscription: Subscription): void {
    const own = this.#subscriptionsOf(session);
    const before = own.get(subscription.filter);
    const entry = entryOf(session, subscription);
    if (before !== undefined) this.#tree?.remove(treeFilter(subscription.filter), before);
    own.set(subscription.filter, entry);
    this.#tree?.insert(treeFilter(subscription.filter), entry);
  }

  subscribe(session: number, subscription: Subscription): void {
    // the same again costs no row
    if (sameAs(this.#subscriptionsOf(session).get(subscription.filter)?.subscription, subscription)) return;
    this.#add(session, subscription);
    this.#store.subscriptions.put(session, subscription);
    this.#plans.clear();
  }

  unsubscribe(session: number, filter: string): void {
    const entry = this.#subscriptionsOf(session).get(filter);
    if (entry === undefined) return;
    this.#subscriptionsOf(session).delete(filter);
    this.#tree?.remove(treeFilter(filter), entry);
    this.#store.subscriptions.remove(session, filter);
    this.#plans.clear();
  }

  /** Null where there is none. */
  subscription = (session: number, filter: string): Subscription | null =>
    this.#subscriptionsOf(session).get(filter)?.subscription ?? null;
  /** Whose session it is; empty where nobody's is known. */
  refOf(session: number): string {
    this.#loaded();
    return this.#refs.get(session) ?? "";
  }

  subscribed = (session: number, filter: string): boolean => this.#subscriptionsOf(session).has(filter);
  count = (session: number): number => this.#subscriptionsOf(session).size;

  /** All filters of a session. */
  filters(session: number): string[] {
    this.#loaded();
    const own = [...this.#subscriptionsOf(session).keys()];
    return [...new Set([...(this.#automatic.get(session)?.keys() ?? []), ...own])];
  }

  plan(topic: string): Plan {
    const known = this.#plans.get(topic);
    if (known !== undefined) return known;
    if (this.#plans.size >= MAX_PLANS) this.#plans.clear();
    const plan = this.#draw(topic);
    this.#plans.set(topic, plan);
    return plan;
  }

  /** Only readers that may read it now come into the plan: every delivery is checked here. */
  #draw(topic: string): Plan {
    const bySession = new Map<number, Subscription[]>();
    const switched = new Map<number, string>();
    const groups = new Map<string, Target[]>();
    for (const { session, subscription, share, controls } of this.#loaded().match(topic)) {
      const ref = this.#refs.get(session);
      if (ref === undefined || !this.#people.rights(ref).mayRead(topic)) continue;
      if (controls !== null) switched.set(session, controls);
      if (share === null) bySession.set(session, [...(bySession.get(session) ?? []), subscription]);
      else groups.set(share, [...(groups.get(share) ?? []), targetOf(session, [subscription])]);
    }
    return {
      targets: [...bySession].map(([session, subscriptions]) =>
        targetOf(session, subscriptions, switched.get(session) ?? null),
      ),
      groups: [...groups].map(([name, members]) => ({ name, members })),
    };
  }
}

function controlOf(userId: string, principal: Principal | null): { topic: string; deviceId: string } | null {
  if (principal?.kind !== "device") return null;
  return { topic: controlTopic(userId, principal.deviceId), deviceId: principal.deviceId };
}

function entryOf(session: number, subscription: Subscription): Entry {
  const shared = parseShared(subscription.filter);
  const share = shared === null || shared === "invalid" ? null : subscription.filter;
  return { session, subscription, share, controls: null };
}

const sameAs = (a: Subscription | undefined, b: Subscription): boolean =>
  a !== undefined &&
  a.qos === b.qos &&
  a.noLocal === b.noLocal &&
  a.retainAsPublished === b.retainAsPublished &&
  a.identifier === b.identifier;

function treeFilter(filter: string): string {
  const shared = parseShared(filter);
  return shared === null || shared === "invalid" ? filter : shared.filter;
}
