/**
 * Messages of the broker itself: on topics that only it may publish, and commands to devices, for a caller, by a device's
 * settings, or for a device that missed its last one.
 */

import { controlPayload, type SwitchOrder, type SwitchState } from "../../contract/control.ts";
import type { Switcher } from "../../contract/device-events.ts";
import { controlTopic } from "../../contract/topics.ts";
import type { Message } from "../../session/message.ts";
import { allValues, keysBefore, type SwitchRecord, waitingValues } from "../../storage/switches.ts";
import type { Outbound } from "../delivery/outbound.ts";
import { type CommonDependencies, HubModule } from "../module.ts";
import type { Queues } from "../queues/queues.ts";
import type { Connection, TurnPlan } from "../socket/connection.ts";
import { clientsOf } from "./device-presence.ts";

export type BrokerMessageDependencies = Pick<CommonDependencies, "store" | "limits">;

/** Retained if the account retains, and only published when they change. */
export class BrokerMessages extends HubModule<BrokerMessageDependencies> {
  /** Whether later subscribers receive them. */
  get areKept(): boolean {
    const { store, limits } = this.deps;
    return limits.MQTT_RETAIN && store.meta.get("profile") === "full";
  }

  /** Returns false when the topic retains this content. `isSame` compares it with the retained text; null for none. */
  publish(
    plan: TurnPlan,
    topic: string,
    text: string,
    isSame = (kept: string | null): boolean => kept === text,
  ): boolean {
    const { retained } = this.deps.store;
    if (this.areKept && isSame(retained.textOf(topic))) return false;
    const message = messageOf(topic, text);
    plan.publish({ ...message, retain: this.areKept && retained.hasRoomFor(message, "", plan.now) }, 0);
    return true;
  }

  /** For connected readers: nothing is stored. */
  publishLive(plan: TurnPlan, topic: string, text: string): void {
    plan.publish({ ...messageOf(topic, text), qos: 0 }, 0);
  }

  removeRetained(plan: TurnPlan, topic: string): void {
    if (this.deps.store.retained.seqOf(topic) === 0) return;
    plan.publish({ ...messageOf(topic, ""), retain: true }, 0);
  }
}

export function messageOf(topic: string, text: string): Message {
  const payload = new TextEncoder().encode(text);
  return { topic, payload, qos: 1, retain: false, properties: {}, expiresAt: null };
}

export interface CommandDependencies extends Pick<CommonDependencies, "store" | "connections"> {
  queues: Queues;
  outbound: Outbound;
  statuses: { changed(plan: TurnPlan, deviceId: string): void };
}

/** A session that a device's connection began. */
export interface Begun {
  /** The broker had no session of this client. */
  isNew: boolean;
  /** When the connection that it took over had begun; null when it took over none. Milliseconds since 1970. */
  tookOver: number | null;
}

/** Two connections that take each other over, or a client that connects twice, restart no board. Milliseconds. */
const SOON = 10_000;

export const isRestart = ({ isNew, tookOver }: Begun, now: number): boolean =>
  isNew && (tookOver === null || Math.abs(now - tookOver) >= SOON);

/** Those that wait for the device, or all that it wants, come with the message that it is about to be sent. */
function valuesBeforeSession(
  { pending, waitingSince, onConnect }: SwitchRecord,
  begun: Begun,
  now: number,
): number {
  if (onConnect === "send" && isRestart(begun, now)) return 0;
  return pending ? waitingSince : now;
}

/** A command with its state; `set` is checked. */
interface Order extends SwitchOrder {
  state: SwitchState;
  /** It only sets values: `state` is the last state. */
  isStateKept?: boolean;
}
const OFF: Order = { state: "off", set: null };

export class Commands extends HubModule<CommandDependencies> {
  #message(deviceId: string, { state, set }: Order): Message {
    const topic = controlTopic(this.deps.store.meta.get("userId"), deviceId);
    return messageOf(topic, controlPayload(state, set));
  }

  /** Returns the id of the command; null for an unknown device. */
  order(plan: TurnPlan, deviceId: string, order: Order, by: Switcher): number | null {
    return plan.publish(this.#message(deviceId, order), 0, { ...by, ...order });
  }

  /** Before a session is resumed: removes commands that are too old. */
  forgetOld(plan: TurnPlan, deviceId: string, session: number): void {
    const { store, queues } = this.deps;
    const record = store.switches.get(deviceId);
    if (record?.command == null || isFresh(record.command.acceptedAt, record.commandTtl, plan.now)) return;
    queues.dropWaiting(plan, session, controlTopic(store.meta.get("userId"), deviceId));
  }

  /**
   * A device is back: sends the state and the values that it missed, once, unless its session stored it. One that may
   * have restarted is sent all of them if it wants that.
   */
  catchUp(plan: TurnPlan, connection: Connection, begun: Begun): void {
    const { store, outbound } = this.deps;
    const { client } = connection;
    if (client?.kind !== "device" || connection.session.state !== "connected") return;
    const record = store.switches.get(client.id);
    if (record?.command == null) return;
    const isSent = record.onConnect === "send" && isRestart(begun, plan.now);
    const { state, acceptedAt } = record.command;
    const isMissed = record.pending && isFresh(acceptedAt, record.commandTtl, plan.now);
    if (!isSent && !isMissed) return;
    const set = isSent ? allValues(record) : waitingValues(record, plan.now);
    const message = this.#message(client.id, { state, set });
    if (store.deliveries.hasCommand(client.sessionId, acceptedAt)) return;
    const command = { command: acceptedAt, byBroker: true as const };
    const delivery = { message, qos: 1 as const, retain: false, identifiers: [], ...command };
    outbound.deliver(plan, connection, delivery);
  }

  /**
   * A device begins a session: it may have lost the state and the values that it took, unless a connection of it lasts
   * besides `changing`, the new one and the one that it takes over.
   */
  doubt(plan: TurnPlan, deviceId: string, changing: readonly (Connection | undefined)[], begun: Begun): void {
    const { store, connections, statuses } = this.deps;
    const record = store.switches.get(deviceId);
    if (record?.command == null) return;
    if ([...connections.ofDevice(deviceId)].some((each) => !changing.includes(each))) return;
    const beforeConnect = record.beforeConnect || record.command.deliveredAt !== null;
    const valuesBefore = valuesBeforeSession(record, begun, plan.now);
    const isAsBefore = keysBefore({ ...record, valuesBefore }).join() === keysBefore(record).join();
    if (beforeConnect === record.beforeConnect && isAsBefore) return;
    plan.becomes(deviceId, { beforeConnect, valuesBefore });
    plan.write(() => store.switches.beganSession(deviceId, { beforeConnect, valuesBefore }));
    statuses.changed(plan, deviceId);
  }

  /** A connection of the device ended. Whether another replaced it is known at the end of the plan. */
  left(plan: TurnPlan, deviceId: string): void {
    plan.last(`left ${deviceId}`, () => {
      const record = this.deps.store.switches.get(deviceId);
      const state = plan.devices.get(deviceId)?.command?.state ?? record?.command?.state;
      if (record?.offOnDisconnect !== true || state !== "on") return;
      const left = clientsOf(plan, deviceId, this.deps.connections);
      if (left.length === 0) this.order(plan, deviceId, OFF, { actor: "disconnect" });
    });
  }

  switchOff(plan: TurnPlan, deviceId: string): void {
    this.order(plan, deviceId, OFF, { actor: "timer" });
  }
}

const isFresh = (acceptedAt: number, ttl: number, now: number): boolean => now - acceptedAt < ttl * 1000;
