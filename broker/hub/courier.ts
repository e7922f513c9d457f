/** Messages between sessions: fan-out, queues of those that are away, what is under way. */

import type { Connection } from "../connection.ts";
import type { Actor } from "../contract/device-events.ts";
import type { BrokerLimits } from "../contract/limits.ts";
import type { Journal } from "../events/journal.ts";
import type { Effect, Input, Subscription } from "../protocol/effect.ts";
import type { Delivery, Message } from "../protocol/message.ts";
import { lowerQoS } from "../protocol/profile.ts";
import { switchOf } from "../routing/control.ts";
import { matches } from "../routing/filter.ts";
import type { Store } from "../storage/store.ts";
import type { Commander } from "./commander.ts";
import { Forms } from "./forms.ts";
import type { Router, Target } from "./router.ts";

/** What it needs of the switchboard. */
interface Surroundings {
  readonly store: Store;
  readonly router: Router;
  readonly limits: BrokerLimits;
  readonly journal: Journal;
  readonly commander: Commander;
  readonly bySession: ReadonlyMap<number, Connection>;
  readonly now: number;
  input(connection: Connection, input: Input): void;
  rights(): { mayRead(topic: string): boolean };
}

type CourierEffect = Extract<
  Effect,
  {
    type:
      | "subscribe"
      | "unsubscribe"
      | "hold"
      | "keep"
      | "sent"
      | "discard"
      | "advance"
      | "settle"
      | "refill"
      | "receive"
      | "release";
  }
>;

/** At most so many waiting messages are read at once. */
const REFILL_BATCH = 64;

export class Courier {
  #around: Surroundings;
  #forms = new Forms();
  /** Whose turn it is in a shared group. */
  #turns = new Map<string, number>();

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** An accepted message goes to everyone who subscribed and may read it. `from` is the publisher's session, 0 for none. */
  route(message: Message, from: number, actor?: Actor): void {
    const { store, router } = this.#around;
    const command = this.#noteSwitch(message, from, actor);
    if (message.retain) store.retained.put(message);
    const plan = router.plan(message.topic);
    for (const target of plan.targets) {
      const heard = target.session === from ? target.toPublisher : target;
      if (heard !== null) this.#give(heard, message, command);
    }
    for (const { name, members } of plan.groups) {
      const member = this.#choose(name, members);
      if (member !== null) this.#give(member, message, null);
    }
  }

  /** Whether taking a message on this topic may write: not while all its readers are there, and end when they go. */
  mayWrite(topic: string): boolean {
    const { router, bySession, store } = this.#around;
    const { targets, groups } = router.plan(topic);
    if (groups.length > 0) return true;
    return targets.some(({ session, qos }) => {
      if (qos === 0) return false;
      return bySession.get(session)?.client?.sessionExpiry !== 0 || store.deliveries.crowded(session);
    });
  }

  /** A message on a device's control topic is an event, whoever sent it. */
  #noteSwitch(message: Message, from: number, actor: Actor = this.#actorOf(from)): number | null {
    const { store, journal, commander, now } = this.#around;
    const found = switchOf(store.meta.get("userId"), message.topic, message.payload);
    if (found === null) return null;
    const { deviceId, state } = found;
    if (state === null) {
      journal.errored(now, deviceId);
      return null;
    }
    const acceptedAt = journal.switched(now, deviceId, state === "on" ? "turned_on" : "turned_off", actor);
    commander.accepted(deviceId, state, acceptedAt, actor, from);
    return acceptedAt;
  }

  #actorOf(from: number): Actor {
    const sender = this.#around.bySession.get(from);
    if (sender?.client?.kind === "device") return "device";
    return sender?.edge.browser === true ? "browser" : "api";
  }

  /** [MQTT-4.8.2-4] one member of the group, in turn; those that are away only when nobody is there. */
  #choose(name: string, members: readonly Target[]): Target | null {
    const present = members.filter((each) => this.#around.bySession.has(each.session));
    const choice = present.length > 0 ? present : members;
    const turn = this.#turns.get(name) ?? 0;
    this.#turns.set(name, turn + 1);
    return choice[turn % choice.length] ?? null;
  }

  #give(target: Target, message: Message, command: number | null): void {
    const switches = command !== null && target.controls !== null;
    const lower = lowerQoS(target.qos, message.qos);
    // a device that is only thrown its commands cannot say that it has them
    const qos = switches && lower === 0 && this.#around.limits.MQTT_UPGRADE_CONTROL ? 1 : lower;
    const retain = target.retainAsPublished && message.retain;
    const { identifiers } = target;
    const delivery: Delivery = { message, qos, retain, identifiers, ...(switches && { command }) };
    const connection = this.#around.bySession.get(target.session);
    if (connection !== undefined) {
      if (switches && qos === 0) this.#around.store.switches.sent(target.controls ?? "", command);
      this.hand(connection, delivery);
    } else if (qos > 0) this.#hold(target.session, delivery, false);
  }

  /** To one live session, as what it is. */
  hand(connection: Connection, delivery: Delivery): void {
    const size = this.#forms.template(delivery, connection.version, this.#around.now).bytes.length;
    this.#around.input(connection, { type: "deliver", delivery, size });
  }

  #hold(session: number, delivery: Delivery, endsWithConnection: boolean): void {
    const { deliveries, meta } = this.#around.store;
    const dropped = endsWithConnection
      ? deliveries.holdInMemory(session, delivery, this.#around.now)
      : deliveries.hold(session, delivery);
    if (dropped > 0) meta.set("dropped", meta.get("dropped") + dropped);
  }

  send(connection: Connection, effect: Extract<Effect, { type: "publish" }>): void {
    const { delivery, alias, packetId, dup } = effect;
    const { bytes, packetIdAt } = this.#forms.outgoing(effect, connection.version, this.#around.now);
    connection.traffic.messagesOut++;
    if (delivery.qos > 0) connection.pushAddressed({ bytes, packetIdAt, packetId, dup });
    // one that brings a new alias must arrive, or the alias means nothing to the client
    else if (alias?.known === false) connection.push(bytes);
    else connection.pushDroppable(bytes);
  }

  obey(connection: Connection, effect: CourierEffect): void {
    const session = connection.client?.sessionId ?? 0;
    const { deliveries } = this.#around.store;
    switch (effect.type) {
      case "subscribe":
        this.#around.router.subscribe(session, effect.subscription);
        if (effect.sendRetained) this.#sendRetained(connection, effect.subscription);
        break;
      case "unsubscribe":
        this.#around.router.unsubscribe(session, effect.filter);
        break;
      case "hold":
        this.#hold(session, effect.delivery, connection.client?.sessionExpiry === 0);
        break;
      case "keep":
        deliveries.keep(session, effect.delivery, effect.packetId, effect.phase);
        break;
      case "sent":
        if (connection.client?.sessionExpiry === 0) deliveries.take(session, effect.seq);
        else deliveries.sent(session, effect.seq, effect.packetId, effect.phase);
        break;
      case "discard":
        if (connection.client?.sessionExpiry === 0) deliveries.take(session, effect.seq);
        else deliveries.discard(session, effect.seq);
        break;
      case "advance":
        deliveries.advance(session, effect.packetId);
        break;
      case "settle":
        deliveries.settle(session, effect.packetId);
        break;
      case "refill":
        this.#refill(connection, effect.room);
        break;
      case "receive":
        if (connection.client?.sessionExpiry !== 0) deliveries.receive(session, effect.packetId);
        break;
      case "release":
        if (connection.client?.sessionExpiry !== 0) deliveries.release(session, effect.packetId);
        break;
    }
  }

  #refill(connection: Connection, room: number): void {
    const { session } = connection;
    if (session.state !== "connected" || room === 0) return;
    const underWay = session.inflight.map((each) => each.packetId);
    const { deliveries } = this.#around.store;
    const { stored, more } = deliveries.next(
      session.client.sessionId,
      underWay,
      Math.min(room, REFILL_BATCH),
      session.client.sessionExpiry === 0,
    );
    const sized = stored.map((each) => ({
      ...each,
      size: this.#forms.template(each.delivery, connection.version, this.#around.now).bytes.length,
    }));
    this.#around.input(connection, { type: "refill", stored: sized, more });
  }

  /** [MQTT-3.3.1-6] [MQTT-3.3.1-8] what is retained goes to a new subscription, marked as such. */
  #sendRetained(connection: Connection, subscription: Subscription): void {
    const { store, now } = this.#around;
    const rights = this.#around.rights();
    const wanted = (topic: string): boolean => matches(subscription.filter, topic) && rights.mayRead(topic);
    const identifiers = subscription.identifier > 0 ? [subscription.identifier] : [];
    for (const message of store.retained.matching(wanted, now)) {
      const qos = lowerQoS(subscription.qos, message.qos);
      this.hand(connection, { message, qos, retain: true, identifiers });
    }
  }
}
