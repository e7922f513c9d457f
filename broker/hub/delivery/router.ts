/** Which sessions a topic reaches, and as what. Built from storage when the first message after waking comes. */

import { controlTopic } from "../../contract/topics.ts";
import type { Subscription } from "../../protocol/effect.ts";
import { automaticFilters, type Principal } from "../../routing/access.ts";
import { parseShared } from "../../routing/filter.ts";
import { TopicTree } from "../../routing/topic-tree.ts";
import type { Held } from "../../storage/sql.ts";
import type { Store } from "../../storage/store.ts";
import type { RightsInForce } from "../rights/rights-in-force.ts";
import type { TurnPlan } from "../sockets/connection.ts";
import { type Target, targetOf } from "./target.ts";

interface Entry {
  session: number;
  subscription: Subscription;
  /** Group and filter of a shared subscription; null for one's own. */
  share: string | null;
  /** The device whose control topic this is, in its own session. */
  controls: string | null;
}

/** Everyone whom a topic reaches. */
export interface Readers {
  targets: readonly Target[];
  /** Members of each shared group, and the group's name. */
  groups: readonly { name: string; members: readonly Target[] }[];
}

/** Topics whose readers are remembered. */
const MAX_REMEMBERED = 2000;

const automatic = (filter: string): Subscription => ({
  filter,
  qos: 1,
  noLocal: false,
  retainAsPublished: false,
  identifier: 0,
});

/** All of it follows from rows and rights. */
interface Index {
  tree: TopicTree<Entry>;
  /** Whose session it is. */
  refs: Map<number, string>;
  /** Subscriptions that clients made, by session and filter, and those that the broker made. */
  own: Map<number, Map<string, Entry>>;
  automatic: Map<number, Map<string, Entry>>;
  /** By topic; thrown away when rights or subscriptions change. */
  readers: Map<string, Readers>;
}

export class Router {
  readonly #store: Store;
  readonly #rights: RightsInForce;
  readonly #index: Held<Index>;

  constructor(store: Store, rights: RightsInForce) {
    this.#store = store;
    this.#rights = rights;
    this.#index = store.hold(() => this.#load());
  }

  #load(): Index {
    const index: Index = {
      tree: new TopicTree(),
      refs: new Map(),
      own: new Map(),
      automatic: new Map(),
      readers: new Map(),
    };
    for (const { session, subscription } of this.#store.subscriptions.all())
      add(index, session, subscription);
    for (const { id, ref } of this.#store.sessions.all()) this.#enter(index, id, ref);
    return index;
  }

  /** In the transaction that changes rights: deliveries are checked anew. */
  rightsChanged(): void {
    this.#index.peek()?.readers.clear();
  }

  /** In a transaction: a session is there, with its principal's automatic subscriptions; also after these changed. */
  enter(session: number, ref: string): void {
    const index = this.#index.peek();
    if (index !== null) this.#enter(index, session, ref);
  }

  #enter(index: Index, session: number, ref: string): void {
    const userId = this.#store.meta.get("userId");
    index.refs.set(session, ref);
    const principal = this.#rights.principal(ref);
    const filters = principal === null ? [] : automaticFilters(userId, principal);
    for (const entry of index.automatic.get(session)?.values() ?? [])
      index.tree.remove(entry.subscription.filter, entry);
    const entries = new Map<string, Entry>();
    const control = controlOf(userId, principal);
    for (const filter of filters) {
      const controls = filter === control?.topic ? control.deviceId : null;
      const entry = { ...entryOf(session, automatic(filter)), controls };
      entries.set(filter, entry);
      index.tree.insert(filter, entry);
    }
    if (entries.size > 0) index.automatic.set(session, entries);
    else index.automatic.delete(session);
    index.readers.clear();
  }

  /** The session is gone, with its subscriptions. */
  leave(plan: TurnPlan, session: number): void {
    plan.write(() => {
      this.#store.subscriptions.removeAll(session);
      const index = this.#index.peek();
      if (index === null) return;
      for (const made of [index.own.get(session), index.automatic.get(session)]) {
        for (const entry of made?.values() ?? []) {
          index.tree.remove(treeFilter(entry.subscription.filter), entry);
        }
      }
      index.refs.delete(session);
      index.own.delete(session);
      index.automatic.delete(session);
      index.readers.clear();
    });
  }

  subscribe(plan: TurnPlan, session: number, subscription: Subscription): void {
    plan.write(() => {
      const index = this.#index.get();
      // the same again costs no row
      if (sameAs(this.subscription(session, subscription.filter), subscription)) return;
      add(index, session, subscription);
      index.readers.clear();
      this.#store.subscriptions.put(session, subscription);
    });
  }

  unsubscribe(plan: TurnPlan, session: number, filter: string): void {
    plan.write(() => {
      const index = this.#index.get();
      const entry = index.own.get(session)?.get(filter);
      if (entry === undefined) return;
      index.own.get(session)?.delete(filter);
      index.tree.remove(treeFilter(filter), entry);
      index.readers.clear();
      this.#store.subscriptions.remove(session, filter);
    });
  }

  /** Null where there is none. */
  subscription = (session: number, filter: string): Subscription | null =>
    this.#index.get().own.get(session)?.get(filter)?.subscription ?? null;
  /** Whose session it is; empty where nobody's is known. */
  refOf = (session: number): string => this.#index.get().refs.get(session) ?? "";
  subscribed = (session: number, filter: string): boolean => this.subscription(session, filter) !== null;
  count = (session: number): number => this.#index.get().own.get(session)?.size ?? 0;

  /** All filters of a session. */
  filters(session: number): string[] {
    const { own, automatic: made } = this.#index.get();
    return [...new Set([...(made.get(session)?.keys() ?? []), ...(own.get(session)?.keys() ?? [])])];
  }

  readers(topic: string): Readers {
    const index = this.#index.get();
    const known = index.readers.get(topic);
    if (known !== undefined) return known;
    if (index.readers.size >= MAX_REMEMBERED) index.readers.clear();
    const readers = this.#find(index, topic);
    index.readers.set(topic, readers);
    return readers;
  }

  /** Only those that may read it now: every delivery is checked here. */
  #find(index: Index, topic: string): Readers {
    const bySession = new Map<number, Subscription[]>();
    const switched = new Map<number, string>();
    const groups = new Map<string, Target[]>();
    for (const { session, subscription, share, controls } of index.tree.match(topic)) {
      const ref = index.refs.get(session);
      if (ref === undefined || !this.#rights.rights(ref).mayRead(topic)) continue;
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

function add(index: Index, session: number, subscription: Subscription): void {
  const own = index.own.get(session) ?? new Map<string, Entry>();
  index.own.set(session, own);
  const before = own.get(subscription.filter);
  const entry = entryOf(session, subscription);
  if (before !== undefined) index.tree.remove(treeFilter(subscription.filter), before);
  own.set(subscription.filter, entry);
  index.tree.insert(treeFilter(subscription.filter), entry);
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

const sameAs = (a: Subscription | null, b: Subscription): boolean =>
  a !== null &&
  a.qos === b.qos &&
  a.noLocal === b.noLocal &&
  a.retainAsPublished === b.retainAsPublished &&
  a.identifier === b.identifier;

function treeFilter(filter: string): string {
  const shared = parseShared(filter);
  return shared === null || shared === "invalid" ? filter : shared.filter;
}
