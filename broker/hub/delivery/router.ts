/**
 * Finds the sessions that a topic reaches. The index is built from storage when the first message after waking arrives.
 */

import { noticesTopic } from "../../contract/topics.ts";
import { automaticFilters, type Rights } from "../../routing/access.ts";
import { isHidden } from "../../routing/filter.ts";
import { TopicTree } from "../../routing/topic-tree.ts";
import type { Subscription } from "../../session/effect.ts";
import type { Held } from "../../storage/sql.ts";
import type { BrokerStore } from "../../storage/store.ts";
import type { CommonDependencies } from "../module.ts";
import type { Owner, RightsInForce } from "../rights/rights-in-force.ts";
import type { Connection, TurnPlan } from "../socket/connection.ts";
import type { Connections } from "../socket/connections.ts";
import {
  add,
  automatic,
  controlOf,
  type Entry,
  entryOf,
  insert,
  remove,
  removeEntry,
  type SharedGroup,
  type SubscriptionIndex,
  sameAs,
  treeFilter,
} from "./subscription-index.ts";
import { type Target, targetOf } from "./target.ts";

export interface Readers {
  readonly targets: readonly Target[];
  readonly groups: readonly SharedGroup[];
}

export interface RouterDependencies extends Pick<CommonDependencies, "store" | "connections"> {
  rights: RightsInForce;
}

export class Router {
  readonly #store: BrokerStore;
  readonly #rights: RightsInForce;
  readonly #connections: Connections;
  readonly #index: Held<SubscriptionIndex>;
  /** Incremented whenever a topic may reach other sessions or mean something else. */
  version = 0;

  constructor({ store, rights, connections }: RouterDependencies) {
    this.#store = store;
    this.#rights = rights;
    this.#connections = connections;
    this.#index = store.hold(() => this.#load());
  }

  #load(): SubscriptionIndex {
    const index: SubscriptionIndex = {
      tree: new TopicTree(),
      owners: new Map(),
      own: new Map(),
      automatic: new Map(),
      rotations: new Map(),
    };
    for (const { session, subscription } of this.#store.subscriptions.all())
      add(index, session, subscription);
    for (const session of this.#store.sessions.all()) this.#enter(index, session.id, session);
    for (const { session } of this.#connections.unrecorded()) this.#enter(index, session.id, session);
    for (const { client, subscriptions } of this.#connections.holders()) {
      for (const each of subscriptions.all()) add(index, client?.sessionId ?? 0, each);
    }
    return index;
  }

  /** In the transaction that changes rights, devices or series: readers are computed again. */
  rightsChanged(): void {
    this.version++;
  }

  /** In a transaction: adds a session, or updates the automatic subscriptions of its principal. */
  enter(session: number, owner: Owner): void {
    const index = this.#index.peek();
    if (index !== null) this.#enter(index, session, owner);
  }

  #enter(index: SubscriptionIndex, session: number, { ref, key }: Owner): void {
    const userId = this.#store.meta.get("userId");
    index.owners.set(session, { ref, key });
    const principal = this.#rights.principal(ref);
    const filters = principal === null ? [] : automaticFilters(userId, principal);
    for (const entry of index.automatic.get(session)?.values() ?? []) removeEntry(index, entry);
    const entries = new Map<string, Entry>();
    const control = controlOf(userId, principal);
    for (const filter of filters) {
      const controls = filter === control?.topic ? control.deviceId : null;
      const entry = { ...entryOf(session, automatic(filter)), controls };
      entries.set(filter, entry);
      insert(index, entry);
    }
    if (entries.size > 0) index.automatic.set(session, entries);
    else index.automatic.delete(session);
    this.version++;
  }

  /** Removes a session. `inRows`: it, or one of its subscriptions, has a row. */
  leave(plan: TurnPlan, session: number, inRows: boolean): void {
    if (!inRows) plan.fact(() => this.#leave(session));
    else {
      plan.write(() => {
        this.#store.subscriptions.removeAll(session);
        this.#leave(session);
      });
    }
  }

  #leave(session: number): void {
    const index = this.#index.peek();
    if (index === null) return;
    for (const made of [index.own.get(session), index.automatic.get(session)]) {
      for (const entry of made?.values() ?? []) removeEntry(index, entry);
    }
    index.owners.delete(session);
    index.own.delete(session);
    index.automatic.delete(session);
    this.version++;
  }

  subscribe(plan: TurnPlan, connection: Connection, subscription: Subscription): void {
    const client = connection.planningClient;
    if (client === null) return;
    const { sessionId: session, sessionExpiry } = client;
    const index = this.#index.get();
    const { subscriptions } = connection;
    const isRow = this.subscribed(session, subscription.filter) && !subscriptions.has(subscription.filter);
    if (sessionExpiry === 0 && !isRow && subscriptions.reserve(plan.number, subscription)) {
      plan.fact(() => {
        if (!this.#add(index, session, subscription)) return;
        subscriptions.put(subscription);
      });
      return;
    }
    this.#connections.record(plan, connection);
    plan.write(() => {
      if (this.#add(index, session, subscription)) this.#store.subscriptions.put(session, subscription);
    });
  }

  /** Returns false when the same subscription exists: no row is written. */
  #add(index: SubscriptionIndex, session: number, subscription: Subscription): boolean {
    if (sameAs(this.subscription(session, subscription.filter), subscription)) return false;
    add(index, session, subscription);
    this.version++;
    return true;
  }

  unsubscribe(plan: TurnPlan, connection: Connection, filter: string): void {
    const session = connection.planningClient?.sessionId ?? 0;
    const index = this.#index.get();
    if (connection.subscriptions.has(filter)) {
      plan.fact(() => {
        remove(index, session, filter);
        this.version++;
        connection.subscriptions.remove(filter);
      });
      return;
    }
    plan.write(() => {
      remove(index, session, filter);
      this.version++;
      this.#store.subscriptions.remove(session, filter);
    });
  }

  subscription = (session: number, filter: string): Subscription | null =>
    this.#index.get().own.get(session)?.get(filter)?.subscription ?? null;
  /** Returns the rights of the session's principal; null for an unknown session. */
  rightsOf(session: number): Rights | null {
    const owner = this.#index.get().owners.get(session);
    return owner === undefined ? null : this.#rights.rights(owner);
  }
  subscribed = (session: number, filter: string): boolean => this.subscription(session, filter) !== null;
  count = (session: number): number => this.#index.get().own.get(session)?.size ?? 0;

  filters(session: number): string[] {
    const { own, automatic: made } = this.#index.get();
    return [...new Set([...(made.get(session)?.keys() ?? []), ...(own.get(session)?.keys() ?? [])])];
  }

  /** Returns the readers that have the right to read the topic now: every delivery is checked here. */
  readers(topic: string): Readers {
    const index = this.#index.get();
    // the ids of notices are for those who ask for them by name, not for a program that reads everything
    const isOnlyByName = topic === noticesTopic(this.#store.meta.get("userId"));
    const bySession = new Map<number, Subscription[]>();
    const switched = new Map<number, string>();
    const groups = new Map<string, Target[]>();
    for (const { session, subscription, share, controls } of index.tree.match(topic)) {
      const owner = index.owners.get(session);
      const rights = owner && this.#rights.rights(owner);
      const filter = treeFilter(subscription.filter);
      if (!rights?.mayRead(topic) || isHidden(rights.root, filter, topic)) continue;
      if (isOnlyByName && filter !== topic) continue;
      if (controls !== null) switched.set(session, controls);
      if (share === null) bySession.set(session, [...(bySession.get(session) ?? []), subscription]);
      else groups.set(share, [...(groups.get(share) ?? []), targetOf(session, [subscription])]);
    }
    return {
      targets: [...bySession].map(([session, subscriptions]) =>
        targetOf(session, subscriptions, switched.get(session) ?? null),
      ),
      groups: [...groups].map(([name, members]) => ({
        name,
        members,
        rotation: index.rotations.get(name) ?? { members: members.length, next: 0 },
      })),
    };
  }
}
