/** The life of sessions: begin, continue without a connection, end. */

import { CLOSE_AT_RESTART } from "../../contract/device-events.ts";
import type { Mistake } from "../../contract/mistake.ts";
import type { Journal } from "../../events/journal.ts";
import type { Effect, Input } from "../../session/effect.ts";
import type { Will } from "../../session/packet.ts";
import { NEVER } from "../../session/profile.ts";
import { because, isOurs, REASONS, type Reason } from "../../session/reason.ts";
import type { ConnectedClient } from "../../session/session.ts";
import type { SessionRecord } from "../../storage/sessions.ts";
import type { Router } from "../delivery/router.ts";
import type { Commands } from "../devices/broker-messages.ts";
import type { Statuses } from "../devices/status.ts";
import type { Switching } from "../devices/switching.ts";
import { type CommonDependencies, HubModule } from "../module.ts";
import type { FanOut } from "../publish/fan-out.ts";
import type { Queues } from "../queues/queues.ts";
import type { RetainedReplays } from "../retained-replay/replays.ts";
import type { RightsInForce } from "../rights/rights-in-force.ts";
import type { Connection, TurnPlan } from "../socket/connection.ts";
import { TAKEN_OVER, type TakeOvers } from "./take-overs.ts";
import type { Wills } from "./wills.ts";

export interface LifecycleDependencies
  extends Pick<CommonDependencies, "store" | "limits" | "connections" | "turns" | "wakeAt"> {
  rights: RightsInForce;
  router: Router;
  replays: RetainedReplays;
  fanOut: FanOut;
  queues: Queues;
  journal: Journal<TurnPlan>;
  commands: Commands;
  statuses: Statuses;
  switching: Switching;
  wills: Wills;
  takeOvers: TakeOvers;
}

const DISMISSED: Extract<Input, { type: "dropped" }> = {
  type: "dropped",
  reason: because(REASONS.notAuthorized, "Its login was deleted, ended, or got another secret."),
  endSession: true,
  withoutWill: true,
};

interface Ending {
  connectionId: string;
  publishWill: boolean;
  /** Seconds that the session outlives the connection; 0 ends it. */
  expiry: number;
  /** The close code if the service ended the connection. */
  closed?: number | undefined;
  /** Two programs have its client id. */
  why?: Mistake | undefined;
}

/** A connection that is lost without a DISCONNECT ends for the reason `unspecified`. */
const codeOfService = (reason: Reason): number | undefined =>
  isOurs(reason) && reason.code !== REASONS.unspecified.code ? reason.close : undefined;

export class Lifecycle extends HubModule<LifecycleDependencies> {
  #left = false;

  begin(plan: TurnPlan, connection: Connection, { client, will }: Extract<Effect, { type: "begin" }>): void {
    const { router, queues, connections } = this.deps;
    const { sessionId, principal, sessionExpiry } = client;
    const { admitted } = connection;
    plan.beginning.add(sessionId);
    // a session without anything to announce or resume after a crash needs no row
    const recorded = admitted.kept || sessionExpiry > 0 || will !== null || client.kind === "device";
    if (recorded) plan.write(() => this.#write(connection, client, will));
    this.#record(plan, connection, client);
    plan.fact(() => {
      if (!recorded) router.enter(sessionId, { ref: principal, key: admitted.key });
      connection.begin(client, recorded);
      connections.holds(connection, sessionId);
      queues.begin(sessionId, sessionExpiry);
    });
  }

  #write({ id: connection, admitted }: Connection, client: ConnectedClient, will: Will | null): void {
    const { store, router } = this.deps;
    const { sessionId: id, principal: ref, sessionExpiry: expiry } = client;
    const { key, deviceId, kept } = admitted;
    if (kept) store.sessions.begin(id, connection, expiry, will);
    else store.sessions.create({ id, key, ref, deviceId, connection, expiry, expiresAt: null }, will);
    store.meta.set("live", store.meta.get("live") + 1);
    router.enter(id, { ref, key });
  }

  #record(plan: TurnPlan, connection: Connection, client: ConnectedClient): void {
    const { store, journal, rights, statuses, takeOvers } = this.deps;
    const { kind, id, since, version: protocol, shownClientId: clientId } = client;
    if (kind === "device") {
      const { country, colo } = connection.edge;
      const why = takeOvers.isFight(connection.admitted.key, plan.now) ? TAKEN_OVER : undefined;
      journal.connected(plan, id, connection.id, { since, clientId, protocol, country, colo }, why);
      statuses.clientsChanged(plan, id);
    }
    const principal = rights.principal(client.principal);
    if (principal !== null && principal.kind !== "api-key") {
      const { now } = plan;
      const { byEarlier } = connection.admitted;
      plan.write(() =>
        principal.kind === "token"
          ? store.uses.putToken(principal.tokenId, now, connection.edge.from)
          : store.uses.put(principal.credentialId, now, byEarlier),
      );
    }
  }

  end(plan: TurnPlan, connection: Connection, effect: Extract<Effect, { type: "end" }>): void {
    const { connections, queues, takeOvers } = this.deps;
    const record = connections.sessionOf(connection);
    if (record === null) return;
    const ticket = connection.edge.stream?.ticket;
    if (ticket !== undefined) this.#restTicket(plan, ticket);
    const { publishWill, expiry, reason } = effect;
    const isTakenOver = reason.code === REASONS.sessionTakenOver.code;
    const why = isTakenOver && takeOvers.isFight(record.key, plan.now) ? TAKEN_OVER : undefined;
    const ending = { connectionId: connection.id, publishWill, expiry, closed: codeOfService(reason), why };
    if (connection.recorded) this.#ended(plan, record, ending);
    else this.#remove(plan, record, false);
    if (!connection.recorded && connection.inFragments) this.#dropFragments(plan, connection.id);
    plan.fact(() => {
      // the connection that takes it over is connected by the same plan, after this
      connections.release(connection);
      queues.end(record.id);
    });
  }

  /** The stream that it opened may be resumed. */
  #restTicket(plan: TurnPlan, ticket: string): void {
    const { now } = plan;
    plan.write(() => this.deps.store.tickets.rest(ticket, now));
  }

  /** The end of its connection was not observed: the object was restarted, or woke from sleep for the close event. */
  lost(plan: TurnPlan, record: SessionRecord): void {
    const { connection: connectionId, expiry } = record;
    if (connectionId !== null)
      this.#ended(plan, record, { connectionId, publishWill: true, expiry, closed: CLOSE_AT_RESTART });
  }

  /** The close event of a connection that `lost` has ended arrived: its client closed it. */
  endedByClient(connection: Connection): void {
    const { client, id } = connection;
    if (client?.kind !== "device") return;
    this.deps.turns.turn((plan) => plan.write(() => this.deps.store.events.endedByClient(client.id, id)));
  }

  #ended(plan: TurnPlan, record: SessionRecord, ending: Ending): void {
    const { store, wills, connections } = this.deps;
    const { connectionId, publishWill, expiry } = ending;
    const will = store.sessions.will(record.id);
    const waits = publishWill && will !== null && expiry > 0 && will.delay > 0;
    plan.write(() => store.meta.set("live", Math.max(0, store.meta.get("live") - 1)));
    if (connections.get(connectionId)?.inFragments !== false) this.#dropFragments(plan, connectionId);
    if (expiry === 0) this.#remove(plan, record);
    else this.#rest(plan, record, expiry, waits ? will.delay : null);
    if (record.deviceId !== null) this.#deviceLeft(plan, record.deviceId, connectionId, ending);
    if (will !== null && publishWill && !waits) wills.publish(plan, record, will);
  }

  #deviceLeft(plan: TurnPlan, deviceId: string, connectionId: string, { closed, why }: Ending): void {
    const { journal, commands, statuses, switching } = this.deps;
    switching.left(plan, deviceId);
    plan.becomes(deviceId, { endedAt: journal.disconnected(plan, deviceId, connectionId, closed, why) });
    commands.left(plan, deviceId);
    statuses.clientsChanged(plan, deviceId);
  }

  /** The session continues without a connection. `willDelay` in seconds; null without a will. */
  #rest(plan: TurnPlan, record: SessionRecord, expiry: number, willDelay: number | null): void {
    const { store, wakeAt } = this.deps;
    const expiresAt = expiry === NEVER ? null : plan.now + expiry * 1000;
    // [MQTT-3.1.3-9] after the delay or at the end of the session, whichever is first
    const willAt = willDelay === null ? null : plan.now + Math.min(willDelay, expiry) * 1000;
    plan.write(() => {
      store.sessions.rest(record.id, expiry, expiresAt, willAt);
      if (willAt === null) store.sessions.dropWill(record.id);
    });
    plan.fact(() => {
      wakeAt(expiresAt);
      wakeAt(willAt);
    });
    plan.follow((next) => this.#endTooMany(next));
  }

  /** [MQTT-3.1.4-3] another connection takes the session over; `clean` ends the session [MQTT-3.1.4-4]. */
  takenOver(plan: TurnPlan, record: SessionRecord, clean: boolean): void {
    const { connection: connectionId } = record;
    const connection = connectionId === null ? undefined : this.deps.connections.get(connectionId);
    if (connection !== undefined) {
      plan.input(connection, { type: "dropped", reason: REASONS.sessionTakenOver, endSession: clean });
    } else if (connectionId !== null) {
      const expiry = clean ? 0 : record.expiry;
      this.#ended(plan, record, { connectionId, publishWill: true, expiry, closed: CLOSE_AT_RESTART });
    } else if (clean) this.endOffline(plan, record);
  }

  /** `withoutRow`: the account is cleared, and a stranger's clients leave nothing in its log. */
  dismiss(plan: TurnPlan, record: SessionRecord, withoutRow: boolean): void {
    const { connection: connectionId } = record;
    const connection = connectionId === null ? undefined : this.deps.connections.get(connectionId);
    if (connection !== undefined) plan.input(connection, { ...DISMISSED, withoutRow });
    else if (connectionId === null) this.#remove(plan, record);
    else this.#ended(plan, record, { connectionId, publishWill: false, expiry: 0 });
  }

  /** An offline session ends: it expired, or Clean Start replaced it. Its delayed will is due [MQTT-3.1.3-9]. */
  endOffline(plan: TurnPlan, record: SessionRecord): void {
    const { store, wills } = this.deps;
    const will = store.sessions.will(record.id);
    this.#remove(plan, record);
    if (will !== null) wills.publish(plan, record, will);
  }

  #dropFragments(plan: TurnPlan, connectionId: string): void {
    plan.write(() => this.deps.store.fragments.removeAll(connectionId));
  }

  /** `inRows`: it has a row, and so other tables may have rows of it. */
  #remove(plan: TurnPlan, record: SessionRecord, inRows = true): void {
    const { store, router, fanOut, queues, replays } = this.deps;
    const left = queues.shared(record.id, inRows);
    plan.gone.add(record.id);
    router.leave(plan, record.id, inRows);
    queues.remove(plan, record.id, inRows);
    replays.end(plan, record.id);
    if (inRows) plan.write(() => store.sessions.remove(record.id));
    plan.fact(() => {
      this.#left = true;
    });
    for (const delivery of left) fanOut.passOn(plan, delivery);
  }

  /** Returns whether a session has ended since the last call: its principal may have none left. */
  takeLeft(): boolean {
    const left = this.#left;
    this.#left = false;
    return left;
  }

  /** The principal with the most sessions makes room: storing many sessions ends no other principal's. */
  #endTooMany(plan: TurnPlan): void {
    const { sessions } = this.deps.store;
    const most = this.deps.limits.MQTT_MAX_SESSIONS;
    if (most === 0 || sessions.offline() <= most) return;
    const record = sessions.firstToEnd();
    if (record === null) return;
    this.endOffline(plan, record);
    plan.follow((next) => this.#endTooMany(next));
  }
}
