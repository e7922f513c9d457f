/** Live connections by id and by session. */

import { loginOf } from "../../routing/access.ts";
import type { SessionRecord } from "../../storage/sessions.ts";
import type { BrokerStore } from "../../storage/store.ts";
import type { Connection, TurnPlan } from "./connection.ts";

export class Connections {
  readonly #store: BrokerStore;
  readonly #all = new Map<string, Connection>();
  readonly #holders = new Map<number, Connection>();
  readonly #byKey = new Map<string, Connection>();
  readonly #byLogin = new Map<string, number>();
  /** Connections as a device, by its id. */
  readonly #byDevice = new Grouped();
  readonly #byPrincipal = new Grouped();
  /** Readers over HTTP, connected or about to be. */
  readonly streams = new Set<Connection>();
  /** Streams that receive the account's events. */
  readonly eventReaders = new Set<Connection>();
  #recorded = 0;

  constructor(store: BrokerStore) {
    this.#store = store;
  }

  add(connection: Connection): void {
    this.#all.set(connection.id, connection);
    if (connection.edge.stream !== undefined) this.streams.add(connection);
    if (connection.client !== null) this.holds(connection, connection.client.sessionId);
  }

  holds(connection: Connection, session: number): void {
    this.#holders.set(session, connection);
    this.#byKey.set(connection.key, connection);
    if (connection.edge.stream?.events === true) this.eventReaders.add(connection);
    this.#byDevice.add(deviceOf(connection), connection);
    this.#byPrincipal.add(connection.client?.principal, connection);
    this.#count(connection, 1);
  }

  #count({ client, recorded }: Connection, more: 1 | -1): void {
    const login = loginOf(client?.principal ?? "");
    const count = this.countOf(login) + more;
    if (count === 0) this.#byLogin.delete(login);
    else this.#byLogin.set(login, count);
    if (recorded) this.#recorded += more;
  }

  release(connection: Connection): void {
    const session = connection.client?.sessionId;
    if (session === undefined) return;
    this.eventReaders.delete(connection);
    this.#byDevice.delete(deviceOf(connection), connection);
    this.#byPrincipal.delete(connection.client?.principal, connection);
    // the connection that took the session over may be there already
    if (this.#byKey.get(connection.key) === connection) this.#byKey.delete(connection.key);
    if (this.#holders.get(session) !== connection) return;
    this.#holders.delete(session);
    this.#count(connection, -1);
  }

  remove(connection: Connection): void {
    this.#all.delete(connection.id);
    this.streams.delete(connection);
  }

  get(id: string): Connection | undefined {
    return this.#all.get(id);
  }

  has(id: string): boolean {
    return this.#all.has(id);
  }

  all(): Connection[] {
    return [...this.#all.values()];
  }

  get accepted(): number {
    return this.#holders.size;
  }
  get recorded(): number {
    return this.#recorded;
  }
  countOf = (login: string): number => this.#byLogin.get(login) ?? 0;

  ofDevice = (deviceId: string): ReadonlySet<Connection> => this.#byDevice.of(deviceId);

  holders(): Iterable<Connection> {
    return this.#holders.values();
  }

  /** Connections whose sessions have no row: they exist in memory and attachments only. */
  *unrecorded(): Iterable<{ connection: Connection; session: SessionRecord }> {
    for (const connection of this.#holders.values()) {
      const session = unrecordedOf(connection);
      if (session !== null) yield { connection, session };
    }
  }

  /** Returns the connection of the session, as the present plan leaves it. */
  holder(session: number): Connection | undefined {
    const connection = this.#holders.get(session);
    return (connection?.planned ?? connection?.session)?.state === "connected" ? connection : undefined;
  }

  /** Returns false for a connected session that ends with its connection. */
  mayOutlive(session: number): boolean {
    return this.holder(session)?.client?.sessionExpiry !== 0;
  }

  /** Returns the principal of the session's connection; undefined without a connection. */
  principalOf(session: number): string | undefined {
    return this.holder(session)?.planningClient?.principal ?? this.#store.sessions.byId(session)?.ref;
  }

  sessionByKey(key: string): SessionRecord | null {
    const live = this.#byKey.get(key);
    return (live === undefined ? null : unrecordedOf(live)) ?? this.#store.sessions.byKey(key);
  }

  sessionOf(connection: Connection): SessionRecord | null {
    const id = connection.client?.sessionId;
    if (id === undefined) return null;
    return unrecordedOf(connection) ?? this.#store.sessions.byId(id);
  }

  sessionsOf(ref: string): SessionRecord[] {
    const sessions = this.#store.sessions.ofPrincipal(ref);
    for (const connection of this.#byPrincipal.of(ref)) {
      const session = unrecordedOf(connection);
      if (session !== null) sessions.push(session);
    }
    return sessions;
  }

  principals(): string[] {
    return [...new Set([...this.unrecorded()].map(({ session }) => session.ref))];
  }

  /** Gives the session a row: after a crash, rows that belong to it must be found. */
  record(plan: TurnPlan, connection: Connection): void {
    const session = unrecordedOf(connection);
    if (session === null) return;
    const { meta, sessions } = this.#store;
    // its attachment changes, too
    plan.touch(connection);
    // once per turn, however many rows it needs
    plan.last(connection, () => {
      plan.write(() => {
        // a write that plans more may come here again
        if (sessions.byId(session.id) !== null) return;
        sessions.create(session, null);
        meta.set("live", meta.get("live") + 1);
      });
      plan.fact(() => {
        connection.record();
        this.#recorded++;
      });
    });
  }
}

const deviceOf = ({ client }: Connection): string | undefined =>
  client?.kind === "device" ? client.id : undefined;

const NONE: ReadonlySet<Connection> = new Set();

/** Connections by something that several have in common. */
class Grouped {
  readonly #groups = new Map<string, Set<Connection>>();

  of = (key: string): ReadonlySet<Connection> => this.#groups.get(key) ?? NONE;

  add(key: string | undefined, connection: Connection): void {
    if (key !== undefined) this.#groups.set(key, (this.#groups.get(key) ?? new Set()).add(connection));
  }

  delete(key: string | undefined, connection: Connection): void {
    const group = this.#groups.get(key ?? "");
    group?.delete(connection);
    if (group?.size === 0) this.#groups.delete(key ?? "");
  }
}

/** Returns null when it has a row or was never connected. */
function unrecordedOf({ client, recorded, id, key }: Connection): SessionRecord | null {
  if (client === null || recorded) return null;
  const { sessionId, principal: ref } = client;
  return { id: sessionId, key, ref, deviceId: null, connection: id, expiry: 0, expiresAt: null };
}
