/** Messages between sessions: fan-out, queues of those that are away, what is under way. */

import type { Connection } from "../connection.ts";
import type { Actor } from "../contract/device-events.ts";
import type { BrokerLimits } from "../contract/limits.ts";
import type { Journal } from "../events/journal.ts";
import { roomOf } from "../protocol/deliver.ts";
import type { Effect, Input } from "../protocol/effect.ts";
import type { Delivery, Message } from "../protocol/message.ts";
import { lowerQoS } from "../protocol/profile.ts";
import { switchOf } from "../routing/control.ts";
import { queuedBytes } from "../storage/delivery-row.ts";
import type { Store } from "../storage/store.ts";
import type { Commander } from "./commander.ts";
import { Forms } from "./forms.ts";
import type { People } from "./people.ts";
import { type QueueEffect, Queues } from "./queues.ts";
import type { Router } from "./router.ts";
import type { Target } from "./target.ts";
import { Tours } from "./tours.ts";

/** What it needs of the switchboard. */
interface Surroundings {
  readonly store: Store;
  readonly router: Router;
  readonly limits: BrokerLimits;
  readonly journal: Journal;
  readonly commander: Commander;
  readonly bySession: ReadonlyMap<number, Connection>;
  readonly now: number;
  readonly people: People;
  input(connection: Connection, input: Input): void;
  turn(work: () => void): boolean;
  touch(connection: Connection): void;
  wakeAt(at: number): void;
}

export class Courier {
  #around: Surroundings;
  #forms = new Forms();
  readonly queues: Queues;
  readonly tours: Tours;
  /** Whose turn it is in a shared group. */
  #turns = new Map<string, number>();
  /** Of those that the present turn changed, as they were. */
  #turnsBefore = new Map<string, number>();

  constructor(around: Surroundings) {
    this.#around = around;
    this.queues = new Queues(around, this.#forms);
    this.tours = new Tours(around, {
      hand: (connection, delivery) => this.hand(connection, delivery),
      sizeOf: this.sizeOf,
      hold: (session, delivery) => this.queues.hold(session, delivery, false),
    });
  }

  /** The turn is done. */
  confirm(): void {
    if (this.#turnsBefore.size > 0) this.#turnsBefore.clear();
  }

  /** The turn did not happen, or is done over. */
  revert(): void {
    for (const [name, turn] of this.#turnsBefore) this.#turns.set(name, turn);
    this.#turnsBefore.clear();
    this.tours.forget();
  }

  /** An accepted message goes to everyone who subscribed and may read it. `from` is the publisher's session, 0 for none. */
  route(message: Message, from: number, actor?: Actor): void {
    const { store, router } = this.#around;
    const command = this.#noteSwitch(message, from, actor);
    const plan = router.plan(message.topic);
    for (const target of plan.targets) {
      const heard = target.session === from ? target.toPublisher : target;
      if (heard !== null) this.#give(heard, message, command);
    }
    for (const { name, members } of plan.groups) this.#giveGroup(name, members, message);
    // after it was given: whoever is still owed the one before has got it
    if (message.retain) store.retained.put(message);
  }

  /** The member that had it is gone: another one of its group gets it, if there is one. */
  handOn({ message, qos, share }: Delivery): void {
    const group = this.#around.router.plan(message.topic).groups.find(({ name }) => name === share);
    if (group !== undefined) this.#giveGroup(group.name, group.members, { ...message, qos });
  }

  #giveGroup(name: string, members: readonly Target[], message: Message): void {
    const member = this.#choose(name, members);
    if (member !== null) this.#give(member, message, null, name);
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

  /** Whether all who cannot be sent it now have room for it in their queues. */
  mayQueue(message: Message): boolean {
    const { room } = this.#around.store.deliveries;
    const { targets, groups } = this.#around.router.plan(message.topic);
    const bytes = queuedBytes(message);
    let { left } = room;
    // mostly there is room for everyone, whether they have to wait or not
    if (left >= bytes * (targets.length + groups.length)) return true;
    const waits = ({ session, qos }: Target): boolean => qos > 0 && this.#waits(session);
    // of a group whoever has it next is not known before its turn
    const waiting = [...targets, ...groups.flatMap(({ members }) => members.slice(0, 1))].filter(waits);
    // where one session of a principal has room, the others have it in its place
    const served = new Set<number>();
    for (const { session } of waiting) {
      if (served.has(session)) continue;
      for (const sibling of room.siblings(session)) served.add(sibling);
      if (left >= bytes) left -= bytes;
      else if (!room.has(session, bytes, left)) return false;
    }
    return true;
  }

  #waits(session: number): boolean {
    const connection = this.#around.bySession.get(session);
    return (
      connection?.session.state !== "connected" ||
      connection.session.backlog ||
      roomOf(connection.session) === 0
    );
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
    if (!this.#turnsBefore.has(name)) this.#turnsBefore.set(name, turn);
    this.#turns.set(name, turn + 1);
    return choice[turn % choice.length] ?? null;
  }

  #give(target: Target, message: Message, command: number | null, share?: string): void {
    const switches = command !== null && target.controls !== null;
    const lower = lowerQoS(target.qos, message.qos);
    // a device that is only thrown its commands cannot say that it has them
    const qos = switches && lower === 0 && this.#around.limits.MQTT_UPGRADE_CONTROL ? 1 : lower;
    const retain = target.retainAsPublished && message.retain;
    const { identifiers } = target;
    const delivery: Delivery = {
      message,
      qos,
      retain,
      identifiers,
      ...(switches && { command }),
      ...(share !== undefined && { share }),
    };
    if (share === undefined && !this.tours.overtaken(target.session, delivery)) return;
    const connection = this.#around.bySession.get(target.session);
    if (connection !== undefined) {
      if (switches && qos === 0) this.#around.store.switches.sent(target.controls ?? "", command);
      this.hand(connection, delivery);
    } else if (qos > 0) this.queues.hold(target.session, delivery, false);
  }

  /** To one live session, as what it is. */
  hand(connection: Connection, delivery: Delivery): void {
    this.#around.input(connection, { type: "deliver", delivery, size: this.sizeOf(connection, delivery) });
  }

  /** Bytes of the PUBLISH. */
  sizeOf = ({ version }: Connection, delivery: Delivery): number =>
    this.#forms.template(delivery, version, this.#around.now).bytes.length;

  send(connection: Connection, effect: Extract<Effect, { type: "publish" }>): void {
    const { delivery, alias, packetId, dup } = effect;
    const { bytes, packetIdAt } = this.#forms.outgoing(effect, connection.version, this.#around.now);
    connection.traffic.messagesOut++;
    if (delivery.qos > 0) connection.pushAddressed({ bytes, packetIdAt, packetId, dup });
    // one that brings a new alias must arrive, or the alias means nothing to the client
    else if (delivery.owed || alias?.known === false) connection.push(bytes);
    else connection.pushDroppable(bytes);
  }

  obey(
    connection: Connection,
    effect: QueueEffect | Extract<Effect, { type: "subscribe" | "unsubscribe" }>,
  ): void {
    const session = connection.client?.sessionId ?? 0;
    if (effect.type === "subscribe") {
      this.#around.router.subscribe(session, effect.subscription);
      if (effect.sendRetained) this.tours.start(connection, effect.subscription);
    } else if (effect.type === "unsubscribe") {
      this.#around.router.unsubscribe(session, effect.filter);
      this.tours.stop(session, effect.filter);
    } else this.queues.obey(connection, effect);
  }
}
