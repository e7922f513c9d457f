/** The life of sessions: they begin, go on without a connection, end; and their wills. */

import type { Connection } from "../connection.ts";
import type { Actor } from "../contract/device-events.ts";
import type { BrokerLimits } from "../contract/limits.ts";
import type { Journal } from "../events/journal.ts";
import type { Input } from "../protocol/effect.ts";
import { type Delivery, type Message, willMessage } from "../protocol/message.ts";
import type { Will } from "../protocol/packet.ts";
import { NEVER } from "../protocol/profile.ts";
import { REASONS } from "../protocol/reason.ts";
import type { Client } from "../protocol/session.ts";
import type { SessionRecord } from "../storage/sessions.ts";
import type { Store } from "../storage/store.ts";
import type { Commander } from "./commander.ts";
import type { People } from "./people.ts";
import type { Router } from "./router.ts";

/** Sessions that end, and wills that are published, in one turn: thousands may be due at once. */
const MOST_A_TURN = 50;

/** What it needs of the switchboard. */
interface Surroundings {
  readonly store: Store;
  readonly limits: BrokerLimits;
  readonly people: People;
  readonly router: Router;
  readonly journal: Journal;
  readonly connections: ReadonlyMap<string, Connection>;
  readonly bySession: Map<number, Connection>;
  readonly courier: {
    route(message: Message, from: number, actor?: Actor): void;
    handOn(delivery: Delivery): void;
    readonly tours: { end(session: number): void };
  };
  readonly commander: Commander;
  readonly now: number;
  wakeAt(at: number | null): void;
  input(connection: Connection, input: Input): void;
}

export class Keeper {
  #around: Surroundings;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** A CONNECT was accepted. */
  begin(connection: Connection, client: Client, will: Will | null): void {
    const { store, router, journal, bySession, now } = this.#around;
    const { sessionId, kind, id, principal } = client;
    connection.client = client;
    bySession.set(sessionId, connection);
    store.sessions.begin(sessionId, connection.id, client.sessionExpiry, will);
    store.meta.set("live", store.meta.get("live") + 1);
    router.enter(sessionId, principal);
    const facts = this.#around.people.principal(principal);
    if (kind === "device") {
      journal.device(now, id, "connected", `${connection.id}:connected`);
      const { since, version: protocol, shownClientId: clientId } = client;
      const { country, colo } = connection.edge;
      store.visits.begin(id, { id: connection.id, since, clientId, protocol, country, colo });
    }
    if (facts !== null && facts.kind !== "api-key") {
      journal.credentialUsed(now, facts.credentialId, `${connection.id}:login`);
    }
  }

  /** A live connection is over. */
  end(connection: Connection, publishWill: boolean, expiry: number): void {
    const { store, bySession } = this.#around;
    const record = connection.client === null ? null : store.sessions.byId(connection.client.sessionId);
    if (record === null) return;
    bySession.delete(record.id);
    this.#ended(record, connection.id, publishWill, expiry);
  }

  /** Connections that ended without a word while the object was not there to see it: some of them; the rest at once after. */
  reconcile(): void {
    const { store, connections, now } = this.#around;
    const live = store.sessions.live();
    const gone = live.filter(({ connection }) => connection !== null && !connections.has(connection));
    const first = gone.slice(0, MOST_A_TURN);
    for (const record of first) this.lost(record);
    store.meta.set("live", live.length - first.length);
    if (gone.length > first.length) this.#around.wakeAt(now);
  }

  /** The end of its connection was never seen. */
  lost(record: SessionRecord): void {
    if (record.connection !== null) this.#ended(record, record.connection, true, record.expiry);
  }

  #ended(record: SessionRecord, connectionId: string, publishWill: boolean, expiry: number): void {
    const { store, journal, now } = this.#around;
    const will = store.sessions.will(record.id);
    store.meta.set("live", Math.max(0, store.meta.get("live") - 1));
    store.fragments.removeAll(connectionId);
    const waits = publishWill && will !== null && expiry > 0 && will.delay > 0;
    if (expiry === 0) {
      this.#remove(record);
    } else {
      const expiresAt = expiry === NEVER ? null : now + expiry * 1000;
      // [MQTT-3.1.3-9] after the delay or at the end of the session, whichever is first
      const willAt = waits ? now + Math.min(will.delay, expiry) * 1000 : null;
      store.sessions.rest(record.id, expiry, expiresAt, willAt);
      this.#around.wakeAt(expiresAt);
      this.#around.wakeAt(willAt);
      if (will !== null && !waits) store.sessions.dropWill(record.id);
    }
    if (record.deviceId !== null) {
      journal.device(now, record.deviceId, "disconnected", `${connectionId}:disconnected`);
      store.visits.end(connectionId, now);
      this.#around.commander.left(record.deviceId);
    }
    if (will !== null && publishWill && !waits) this.#publish(record, will);
    if (expiry > 0) this.#endTooMany();
  }

  /** [MQTT-3.1.2-8] published as the client itself would now be allowed to. */
  #publish(record: SessionRecord, will: Will): void {
    const { store, people, courier, now } = this.#around;
    if (!people.rights(record.ref).mayPublish(will.topic)) return;
    const message = willMessage(will, now);
    const retain = message.retain && store.retained.hasRoomFor(message, now);
    courier.route({ ...message, retain }, record.id, record.deviceId === null ? "api" : "device");
  }

  /** The principal is gone, or its secret is another: nothing of its sessions remains, and their wills have no right. */
  dismiss(ref: string): void {
    const { store, connections } = this.#around;
    for (const record of store.sessions.ofPrincipal(ref)) {
      const connection = record.connection === null ? undefined : connections.get(record.connection);
      store.sessions.dropWill(record.id);
      if (connection === undefined) this.endOffline(record);
      else
        this.#around.input(connection, { type: "dropped", reason: REASONS.notAuthorized, endSession: true });
    }
  }

  /** An offline session is over: its time is up, or a clean start replaces it. A will that waits is due [MQTT-3.1.3-9]. */
  endOffline(record: SessionRecord): void {
    const will = this.#around.store.sessions.will(record.id);
    this.#remove(record);
    if (will !== null) this.#publish(record, will);
  }

  #remove(record: SessionRecord): void {
    const { store, router, courier } = this.#around;
    const left = store.deliveries.shared(record.id);
    router.leave(record.id);
    store.subscriptions.removeAll(record.id);
    store.deliveries.removeAll(record.id);
    courier.tours.end(record.id);
    store.sessions.remove(record.id);
    for (const delivery of left) courier.handOn(delivery);
  }

  /** What its time has come for, but not its turn, is done before the session goes on. False when nothing of it goes on. */
  catchUp(record: SessionRecord): boolean {
    const { store, now } = this.#around;
    if (record.expiresAt !== null && record.expiresAt <= now) {
      this.endOffline(record);
      return false;
    }
    if (store.sessions.isWillDue(record.id, now)) this.#publishDue(record);
    return true;
  }

  #publishDue(record: SessionRecord): void {
    const { store } = this.#around;
    const will = store.sessions.will(record.id);
    store.sessions.dropWill(record.id);
    if (will !== null) this.#publish(record, will);
  }

  /** Whose time has come, so many of them; the alarm rings at once for those that are left. */
  expire(): void {
    const { store, now } = this.#around;
    for (const record of store.sessions.willsDue(now, MOST_A_TURN)) this.#publishDue(record);
    for (const record of store.sessions.expired(now, MOST_A_TURN)) this.endOffline(record);
    store.retained.prune(now);
    store.principals.removeUnused();
  }

  /** Whoever keeps the most makes room: nobody ends another's session by keeping many. */
  #endTooMany(): void {
    const { sessions } = this.#around.store;
    const most = this.#around.limits.MQTT_MAX_SESSIONS;
    for (let over = most === 0 ? 0 : sessions.offline() - most; over > 0; over--) {
      const record = sessions.firstToEnd();
      if (record !== null) this.endOffline(record);
    }
  }
}
