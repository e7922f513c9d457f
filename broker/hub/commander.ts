/** Switches: what a device was told, whether it took it, and what is done for it while nobody looks. */

import type { Connection } from "../connection.ts";
import { controlPayload, type SwitchState } from "../contract/control.ts";
import type { Actor } from "../contract/device-events.ts";
import { controlTopic } from "../contract/topics.ts";
import type { Delivery, Message } from "../protocol/message.ts";
import type { Store } from "../storage/store.ts";

/** What it needs of the switchboard. */
interface Surroundings {
  readonly store: Store;
  readonly bySession: ReadonlyMap<number, Connection>;
  readonly courier: {
    route(message: Message, from: number, actor?: Actor): void;
    hand(connection: Connection, delivery: Delivery): void;
  };
  readonly now: number;
  wakeAt(at: number | null): void;
}

export class Commander {
  #around: Surroundings;
  /** Devices of which a connection ended in this turn. */
  #left = new Set<string>();

  constructor(around: Surroundings) {
    this.#around = around;
  }

  #message(deviceId: string, state: SwitchState): Message {
    const topic = controlTopic(this.#around.store.meta.get("userId"), deviceId);
    const payload = new TextEncoder().encode(controlPayload(state));
    return { topic, payload, qos: 1, retain: false, properties: {}, expiresAt: null };
  }

  /** The broker's own command, for a caller or by the device's settings. */
  order(deviceId: string, state: SwitchState, actor: Actor): void {
    this.#around.courier.route(this.#message(deviceId, state), 0, actor);
  }

  /** A command was accepted. What the device itself said needs no proof that it has it. */
  accepted(deviceId: string, state: SwitchState, acceptedAt: number, actor: Actor, from: number): void {
    const { store, bySession, now } = this.#around;
    const sender = bySession.get(from)?.client;
    const own = sender?.kind === "device" && sender.id === deviceId;
    store.switches.command(deviceId, { state, acceptedAt, deliveredAt: own ? now : null, actor });
    if (state === "on") this.#around.wakeAt(store.switches.nextOff());
  }

  /** Its session acknowledged the message that carried the command. */
  taken(connection: Connection, acceptedAt: number): void {
    const { store, now } = this.#around;
    if (connection.client !== null) store.switches.taken(connection.client.id, acceptedAt, now);
  }

  /** Before a session is resumed: commands that are too old are not given to the device any more. */
  forgetOld(deviceId: string, session: number): void {
    const { store } = this.#around;
    const record = store.switches.get(deviceId);
    if (record?.command == null || this.#isFresh(record.command.acceptedAt, record.commandTtl)) return;
    store.deliveries.dropWaiting(session, controlTopic(store.meta.get("userId"), deviceId));
  }

  /** A device is back: what it missed it is told once, at once, unless its session kept it. */
  catchUp(connection: Connection): void {
    const { store } = this.#around;
    const { client } = connection;
    if (client?.kind !== "device" || connection.session.state !== "connected") return;
    const record = store.switches.get(client.id);
    if (record?.command == null || !record.pending) return;
    const { state, acceptedAt } = record.command;
    if (!this.#isFresh(acceptedAt, record.commandTtl)) return;
    const message = this.#message(client.id, state);
    if (store.deliveries.has(client.sessionId, message.topic)) return;
    this.#around.courier.hand(connection, {
      message,
      qos: 1,
      retain: false,
      identifiers: [],
      command: acceptedAt,
    });
  }

  #isFresh = (acceptedAt: number, ttl: number): boolean => this.#around.now - acceptedAt < ttl * 1000;

  /** A connection of the device ended; whether another took its place is known at the end of the turn. */
  left(deviceId: string): void {
    this.#left.add(deviceId);
  }

  /** The last thing in every turn that writes. */
  settle(): void {
    if (this.#left.size === 0) return;
    const { store } = this.#around;
    for (const deviceId of this.#left) {
      const record = store.switches.get(deviceId);
      if (record?.offOnDisconnect !== true || record.command?.state !== "on") continue;
      if (store.sessions.liveOfDevice(deviceId) === 0) this.order(deviceId, "off", "timer");
    }
    this.#left.clear();
  }

  /** After a turn that failed. */
  forget(): void {
    this.#left.clear();
  }

  /** Everything whose time has come. */
  expire(): void {
    const { store, now } = this.#around;
    for (const deviceId of store.switches.due(now)) this.order(deviceId, "off", "timer");
    store.switches.prune();
    store.visits.prune(now);
  }
}
