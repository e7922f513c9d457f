/** Live connections, and turns: what one incoming frame sets off happens altogether or not at all. */

import { encode } from "../codec/encoder.ts";
import type { Connection } from "../connection.ts";
import type { BrokerLimitName, BrokerLimits } from "../contract/limits.ts";
import { Journal } from "../events/journal.ts";
import type { Log } from "../log.ts";
import type { Context, Effect, Input } from "../protocol/effect.ts";
import type { Message } from "../protocol/message.ts";
import type { Packet } from "../protocol/packet.ts";
import { type Profile, profileOf } from "../protocol/profile.ts";
import { CLOSED } from "../protocol/session.ts";
import { step } from "../protocol/step.ts";
import type { Rights } from "../routing/access.ts";
import { explain } from "../routing/explain.ts";
import { WriteRefused } from "../storage/guarded-sql.ts";
import type { Store } from "../storage/store.ts";
import { Allowance } from "./allowance.ts";
import { Commander } from "./commander.ts";
import { Complaints } from "./complaints.ts";
import { Courier } from "./courier.ts";
import { Departures } from "./departures.ts";
import { Due } from "./due.ts";
import { Endings } from "./endings.ts";
import { EventAllowance } from "./event-allowance.ts";
import { Keeper } from "./keeper.ts";
import { Overflow } from "./overflow.ts";
import { Penalties } from "./penalties.ts";
import { People } from "./people.ts";
import { Router } from "./router.ts";

/** When to look for what a failed turn left undone. Milliseconds. */
const AFTER_FAILURE = 5000;

export class Switchboard implements Context {
  readonly store: Store;
  readonly log: Log;
  readonly limits: BrokerLimits;
  readonly profile: Profile;
  readonly people: People;
  readonly router: Router;
  readonly journal: Journal;
  readonly allowance: Allowance;
  readonly courier: Courier;
  readonly commander: Commander;
  readonly complaints: Complaints;
  readonly penalties: Penalties;
  readonly keeper: Keeper;
  readonly departures: Departures;
  readonly endings = new Endings();
  /** By connection id: every socket that is open, whatever its state. */
  readonly connections = new Map<string, Connection>();
  /** By session id: those whose CONNECT was accepted. */
  readonly bySession = new Map<number, Connection>();
  /** Time of the turn. Milliseconds since 1970. */
  now = 0;
  /** Looks up who a CONNECT claims to be. */
  onAuthenticate: (connection: Connection, effect: Effect & { type: "authenticate" }) => void = () => {};
  /** After every turn. */
  onSettled: () => void = () => {};
  /** A client minds no close: its socket cannot be got rid of otherwise. */
  onDeaf: () => void = () => {};
  /** Connections accepted in this turn. */
  readonly begun: Connection[] = [];
  readonly #due = new Due();
  /** The principal of the connection in the present step. */
  principal = "";
  readonly #overflow: Overflow;
  #clock: () => number;
  #current: Connection | null = null;
  /** Connections of this turn. */
  readonly #touched: Connection[] = [];

  constructor(store: Store, limits: BrokerLimits, clock: () => number, log: Log) {
    this.store = store;
    this.log = log;
    this.limits = limits;
    this.profile = profileOf(limits);
    this.#clock = clock;
    this.people = new People(store);
    this.router = new Router(store, this.people);
    this.journal = new Journal(store, new EventAllowance(limits.EVENT_RATE));
    const { MQTT_PUBLISH_RATE: publish, MQTT_CONNECT_RATE: connect, MQTT_SUBSCRIBE_RATE: filters } = limits;
    this.allowance = new Allowance(publish, connect, filters);
    this.departures = new Departures(store.fragments, log);
    this.courier = new Courier(this);
    this.commander = new Commander(this);
    this.complaints = new Complaints(this);
    this.penalties = new Penalties(this, clock);
    this.keeper = new Keeper(this);
    this.#overflow = new Overflow(this);
  }

  /** Work that a transaction holds together, or that is expected to write nothing; then what it sends. False when it failed. */
  turn(work: () => void, writes = true, now = this.#clock()): boolean {
    this.now = now;
    let done = true;
    this.allowance.turn();
    try {
      if (writes) this.#write(work);
      else this.#reading(work);
      this.store.deliveries.confirm();
      this.courier.confirm();
    } catch (error) {
      this.log.error("a turn failed", error, (error as Error).stack);
      this.#revert();
      this.#due.add(this.now + AFTER_FAILURE);
      done = false;
    }
    this.penalties.settle();
    this.complaints.write();
    this.departures.turn(this.#touched);
    this.endings.write(this.now);
    const exhausted = this.#overflow.exhausted(this.#touched);
    for (const connection of this.#touched) connection.leave();
    this.#touched.length = 0;
    this.#overflow.watch();
    this.courier.tours.goOn();
    this.onSettled();
    if (exhausted !== null) this.#overflow.drop(exhausted);
    return done;
  }

  #write(work: () => void): void {
    this.store.transaction(() => {
      work();
      this.commander.settle();
    });
  }

  /** Opening and closing a transaction costs more than forwarding a message: work that does write is done over in one. */
  #reading(work: () => void): void {
    try {
      this.store.reading(work);
    } catch (error) {
      if (!(error instanceof WriteRefused)) throw error;
      this.#revert();
      this.allowance.again();
      this.#write(work);
    }
  }

  /** Nothing of the turn happened: memory forgets it as storage did. */
  #revert(): void {
    for (const connection of this.#touched) {
      connection.revert();
      if (connection.session.state !== "closed") this.connections.set(connection.id, connection);
    }
    this.begun.length = 0;
    this.store.meta.reload();
    this.store.deliveries.revert();
    this.store.retained.revert();
    this.courier.revert();
    this.people.forget();
    this.router.forget();
    this.commander.forget();
    this.complaints.forget();
    this.penalties.forget();
    this.endings.forget();
    this.bySession.clear();
    for (const connection of this.connections.values()) {
      const { session } = connection;
      if (session.state === "connected") this.bySession.set(session.client.sessionId, connection);
    }
  }

  /** Something is due then. */
  wakeAt = (at: number | null): void => this.#due.add(at);
  /** The earliest of what became due in this turn. */
  takeWakeAt = (): number | null => this.#due.take();

  touch(connection: Connection): void {
    if (connection.enter(this.now)) this.#touched.push(connection);
  }

  /** One step of one session, and its effects. */
  input(connection: Connection, input: Input): void {
    this.touch(connection);
    const { session } = connection;
    this.#current = connection;
    if (session.state === "connected") this.principal = session.client.principal;
    const next = step(session, input, this);
    connection.session = next.session;
    if (next.refused !== undefined) this.complaints.note(connection, session, next.refused);
    for (const effect of next.effects) this.#obey(connection, effect);
  }

  #obey(connection: Connection, effect: Effect): void {
    switch (effect.type) {
      case "send":
        connection.send(effect.packet);
        break;
      case "publish":
        this.courier.send(connection, effect);
        break;
      case "route":
        this.courier.route(effect.message, connection.client?.sessionId ?? 0);
        break;
      case "close":
        connection.session = CLOSED;
        connection.close(effect.code);
        this.connections.delete(connection.id);
        this.penalties.over(connection);
        break;
      case "authenticate":
        this.onAuthenticate(connection, effect);
        break;
      case "begin":
        this.keeper.begin(connection, effect.client, effect.will);
        this.penalties.excuse(connection);
        this.begun.push(connection);
        break;
      case "end":
        this.keeper.end(connection, effect.publishWill, effect.expiry);
        this.endings.note(connection, effect.reason);
        break;
      case "taken":
        this.commander.taken(connection, effect.command);
        break;
      case "errored":
        if (connection.client?.kind === "device") this.journal.errored(this.now, connection.client.id);
        break;
      default:
        this.courier.obey(connection, effect);
    }
  }

  rights = (): Rights => this.people.rights(this.principal);
  #sessionId = (): number => this.#current?.client?.sessionId ?? 0;
  subscribed = (filter: string): boolean => this.router.subscribed(this.#sessionId(), filter);
  mayRetain = (message: Message): boolean => this.store.retained.hasRoomFor(message, this.now);
  mayQueue = (message: Message): boolean => this.courier.mayQueue(message);
  sizeOf = (packet: Packet): number => encode(packet, 5).length;
  subscriptionCount = (): number => this.router.count(this.#sessionId());
  publishAllowance = (): "pass" | "over" | "flood" => this.#allowed("publish", "MQTT_PUBLISH_RATE");
  filterAllowance = (): "pass" | "over" | "flood" => this.#allowed("filter", "MQTT_SUBSCRIBE_RATE");

  #allowed(what: "publish" | "filter", limit: BrokerLimitName): "pass" | "over" | "flood" {
    const connection = this.#current;
    if (connection?.client == null) return "pass";
    connection.shares ??= this.allowance.sharesOf(String(connection.client.sessionId), this.now);
    const verdict = this.allowance[what](connection.shares, this.now);
    if (verdict === "flood") this.penalties.flood(connection, this.principal, limit);
    return verdict;
  }

  explain = (action: "publish" | "subscribe", topic: string): string =>
    explain(this.store.meta.get("userId"), this.people.principal(this.principal), action, topic).words;
  freshClientId = (): string => `switchyard-${crypto.randomUUID()}`;
}
