/** An accepted message on its way to everyone who subscribed and may read it: handed to those that are there, queued for the others. */

import type { Switcher } from "../../contract/device-events.ts";
import type { BrokerLimits } from "../../contract/limits.ts";
import { roomOf } from "../../protocol/deliver.ts";
import type { Delivery, Message } from "../../protocol/message.ts";
import { lowerQoS } from "../../protocol/profile.ts";
import { loginOf } from "../../routing/access.ts";
import { queuedBytes } from "../../storage/delivery-row.ts";
import type { Store } from "../../storage/store.ts";
import type { Queues } from "../queues/queues.ts";
import type { TurnPlan } from "../sockets/connection.ts";
import type { Connections } from "../sockets/connections.ts";
import type { Measurements } from "../telemetry/measurements.ts";
import type { ControlMessages } from "./control-messages.ts";
import type { Outbound } from "./outbound.ts";
import type { Router } from "./router.ts";
import type { Target } from "./target.ts";
import type { Tours } from "./tours.ts";

export interface FanOutDependencies {
  store: Store;
  limits: BrokerLimits;
  router: Router;
  connections: Connections;
  queues: Queues;
  outbound: Outbound;
  tours: Tours;
  control: ControlMessages;
  measurements: Measurements;
}

/** A message, and what it is for the device that is switched by it. */
interface Given {
  message: Message;
  /** The command's name; null where it switches nothing. */
  command: number | null;
  /** The shared subscription that it serves. */
  share?: string;
}

export class FanOut {
  readonly #deps: FanOutDependencies;
  /** Whose turn it is in a shared group. Fairness alone hangs on it: a turn that fails may skip a member. */
  #turns = new Map<string, number>();

  readonly #heard: ((plan: TurnPlan, message: Message, from: number) => void)[] = [];

  constructor(deps: FanOutDependencies) {
    this.#deps = deps;
  }

  /** Whoever listens to all that is said hears each message in the plan that hands it out. */
  onHeard(listen: (plan: TurnPlan, message: Message, from: number) => void): void {
    this.#heard.push(listen);
  }

  /** `from` is the publisher's session, 0 for none. Answers the name of the command; null where it switches nothing. */
  route(plan: TurnPlan, given: Message, from: number, by?: Switcher): number | null {
    const { store, control, measurements } = this.#deps;
    // a command is told and never kept: nothing switches because somebody subscribes
    const message = given.retain && control.isFor(given.topic) ? { ...given, retain: false } : given;
    const command = control.note(plan, message, from, by);
    measurements.note(plan, message, from);
    for (const listen of this.#heard) listen(plan, message, from);
    this.deliver(plan, message, from, command);
    // after it was given: whoever is still owed the one before has got it
    if (message.retain) {
      const owner = loginOf(this.#deps.connections.principalOf(from) ?? "");
      plan.write(() => store.retained.put(message, owner, plan.now));
    }
    return command;
  }

  /** To its readers alone: it is not kept, measures nothing and switches nothing. */
  deliver(plan: TurnPlan, message: Message, from: number, command: number | null): void {
    const { router, tours } = this.#deps;
    const { targets, groups } = router.readers(message.topic);
    for (const target of targets) {
      const heard = target.session === from ? target.toPublisher : target;
      if (heard !== null) this.#give(plan, heard, { message, command });
      else if (message.retain) tours.untold(plan, target.session, message.topic);
    }
    for (const { name, members } of groups) this.#giveGroup(plan, name, members, message);
  }

  /** The member that had it is gone: another one of its group gets it, if there is one. */
  handOn(plan: TurnPlan, { message, qos, share }: Delivery): void {
    const group = this.#deps.router.readers(message.topic).groups.find(({ name }) => name === share);
    if (group !== undefined) this.#giveGroup(plan, group.name, group.members, { ...message, qos });
  }

  #giveGroup(plan: TurnPlan, name: string, members: readonly Target[], message: Message): void {
    const member = this.#choose(plan, name, members);
    if (member !== null) this.#give(plan, member, { message, command: null, share: name });
  }

  /** [MQTT-4.8.2-4] one member of the group, in turn; those that are away only when nobody is there. */
  #choose(plan: TurnPlan, name: string, members: readonly Target[]): Target | null {
    const left = members.filter(({ session }) => !plan.gone.has(session));
    const present = left.filter(({ session }) => this.#deps.connections.holder(session) !== undefined);
    const choice = present.length > 0 ? present : left;
    const turn = this.#turns.get(name) ?? 0;
    this.#turns.set(name, turn + 1);
    return choice[turn % choice.length] ?? null;
  }

  #give(plan: TurnPlan, target: Target, given: Given): void {
    const { session, controls } = target;
    const { connections, tours, outbound, queues, control } = this.#deps;
    const delivery = this.#deliveryFor(target, given);
    if (given.share === undefined && !tours.overtaken(plan, session, delivery)) return;
    const connection = connections.holder(session);
    if (connection !== undefined) {
      if (delivery.command !== undefined && delivery.qos === 0) {
        control.thrown(plan, controls ?? "", delivery.command);
      }
      outbound.hand(plan, connection, delivery);
    } else if (delivery.qos > 0 && !plan.gone.has(session)) queues.away(session).hold(plan, delivery);
  }

  #deliveryFor(target: Target, { message, command, share }: Given): Delivery {
    const switches = command !== null && target.controls !== null;
    const lower = lowerQoS(target.qos, message.qos);
    return {
      message,
      // a device that is only thrown its commands cannot say that it has them
      qos: switches && lower === 0 && this.#deps.limits.MQTT_UPGRADE_CONTROL ? 1 : lower,
      retain: target.retainAsPublished && message.retain,
      identifiers: target.identifiers,
      ...(switches && { command }),
      ...(share !== undefined && { share }),
    };
  }

  /** Whether there is room to keep it for this principal, empty for the broker itself; or it is not kept anyway. */
  mayRetain(message: Message, principal: string, now: number): boolean {
    const { store, control } = this.#deps;
    return control.isFor(message.topic) || store.retained.hasRoomFor(message, loginOf(principal), now);
  }

  isTooOld = (topic: string, payload: Uint8Array, now: number): boolean =>
    this.#deps.measurements.isTooOld(topic, payload, now);

  /** Whether somebody has it in a row until it is acknowledged. */
  needsRows(topic: string): boolean {
    const { targets, groups } = this.#deps.router.readers(topic);
    const isKept = ({ session, qos }: Target): boolean => {
      const client = this.#deps.connections.holder(session)?.client;
      return qos > 0 && (client == null || client.sessionExpiry > 0 || this.#waits(session));
    };
    // a group's has a row wherever it goes
    return targets.some(isKept) || groups.some(({ members }) => members.some(({ qos }) => qos > 0));
  }

  /** Whether all who cannot be sent it now have room for it in their queues. */
  mayQueue(message: Message): boolean {
    const { room } = this.#deps.queues;
    const { targets, groups } = this.#deps.router.readers(message.topic);
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
    const state = this.#deps.connections.holder(session)?.session;
    return state?.state !== "connected" || state.backlog || roomOf(state) === 0;
  }
}
