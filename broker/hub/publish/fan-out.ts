/**
 * Delivers a message to every subscriber with the right to read it: sent to connected sessions, queued for the others.
 */

import type { BrokerLimits } from "../../contract/limits.ts";
import type { Delivery } from "../../session/message.ts";
import type { QoS } from "../../session/packet.ts";
import type { Outbound } from "../delivery/outbound.ts";
import type { SharedGroup } from "../delivery/subscription-index.ts";
import type { Target } from "../delivery/target.ts";
import type { Switching } from "../devices/switching.ts";
import type { Queues } from "../queues/queues.ts";
import type { RetainedReplays } from "../retained-replay/replays.ts";
import type { TurnPlan } from "../socket/connection.ts";
import type { Connections } from "../socket/connections.ts";
import type { Publication, TopicRoute, TopicRoutes } from "./topic-route.ts";

export interface FanOutDependencies {
  limits: BrokerLimits;
  connections: Connections;
  queues: Queues;
  outbound: Outbound;
  replays: RetainedReplays;
  switching: Switching;
  routes: TopicRoutes;
}

/** A message for one reader. `share`: the shared subscription that it belongs to. */
interface Addressed extends Pick<Publication, "message" | "command" | "by"> {
  share?: string;
  survives?: boolean;
}

export class FanOut {
  readonly #deps: FanOutDependencies;

  constructor(deps: FanOutDependencies) {
    this.#deps = deps;
  }

  deliver(plan: TurnPlan, publication: Publication, { targets, groups }: TopicRoute): void {
    const { message, from } = publication;
    for (const target of targets) {
      const heard = target.session === from ? target.toPublisher : target;
      if (heard !== null) this.#give(plan, heard, publication);
      else if (message.retain) this.#deps.replays.missOwnMessage(plan, target.session, message.topic);
    }
    for (const group of groups) this.#giveGroup(plan, group, publication);
  }

  /** The group member that had the message is gone: passes it to another member, if there is one. */
  passOn(plan: TurnPlan, { message, qos, share }: Delivery): void {
    const { groups } = this.#deps.routes.of(message.topic);
    const group = groups.find(({ name }) => name === share);
    if (group !== undefined) this.#giveGroup(plan, group, { message: { ...message, qos } });
  }

  #giveGroup(plan: TurnPlan, group: SharedGroup, { message, by }: Pick<Publication, "message" | "by">): void {
    const { name: share, rotation } = group;
    const members = group.members.filter(({ session }) => !plan.gone.has(session));
    const member = this.#choose(members, rotation);
    if (member === null) return;
    const survives = members.some((each) => this.#deps.connections.mayOutlive(each.session));
    this.#give(plan, member, { message, command: null, by, share, survives });
  }

  /** [MQTT-4.8.2-4] Returns the next member of the group; an offline member only while no member is connected. */
  #choose(members: readonly Target[], rotation: SharedGroup["rotation"]): Target | null {
    const present = members.filter(({ session }) => this.#deps.connections.holder(session) !== undefined);
    const choice = present.length > 0 ? present : members;
    // a turn that fails may skip a member: only fairness depends on it
    return choice[rotation.next++ % choice.length] ?? null;
  }

  #give(plan: TurnPlan, target: Target, addressed: Addressed): void {
    const { session, controls } = target;
    const { connections, replays, outbound, switching } = this.#deps;
    const delivery = this.#deliveryFor(target, addressed);
    const mayOvertake = addressed.share === undefined && !replays.isIdle;
    if (mayOvertake && !replays.sendRetainedFirst(plan, session, delivery)) return;
    const connection = connections.holder(session);
    if (connection !== undefined) {
      if (delivery.command !== undefined && delivery.qos === 0) {
        switching.sentWithoutProof(plan, controls ?? "", delivery.command);
      }
      outbound.deliver(plan, connection, delivery);
    } else if (delivery.command !== undefined && plan.beginning.has(session)) {
      // `Commands.catchUp` sends it as soon as the device is connected
    } else if (delivery.qos > 0 && !plan.gone.has(session)) {
      this.#keepAway(plan, session, delivery);
    }
  }

  /** Its publisher does not wait for a reader that is offline, even if it connects soon. */
  #keepAway(plan: TurnPlan, session: number, delivery: Delivery): void {
    const queue = this.#deps.queues.away(session);
    if (delivery.receipt === undefined) {
      queue.hold(plan, delivery);
      return;
    }
    const { receipt, ...unawaited } = delivery;
    queue.hold(plan, unawaited);
    plan.fact(() => receipt.kept(session));
  }

  #deliveryFor(target: Target, addressed: Addressed): Delivery {
    const delivery = this.#plainDelivery(target, addressed);
    const receipt = addressed.by?.receipt;
    return receipt === undefined ? delivery : { ...delivery, receipt };
  }

  #plainDelivery(target: Target, { message, command, by, share, survives }: Addressed): Delivery {
    const lower = Math.min(target.qos, message.qos) as QoS;
    const retain = target.retainAsPublished && message.retain;
    const { identifiers, controls } = target;
    // one object shape for nearly all deliveries keeps the call sites monomorphic
    if (share === undefined && (command === null || controls === null)) {
      return { message, qos: lower, retain, identifiers };
    }
    const switches = command !== null && controls !== null;
    return {
      message,
      // a device that receives commands at QoS 0 cannot prove that it has them
      qos: switches && lower === 0 && this.#deps.limits.MQTT_UPGRADE_CONTROL ? 1 : lower,
      retain,
      identifiers,
      ...(switches && { command }),
      ...(switches && by?.state !== undefined && { byBroker: true }),
      ...(share !== undefined && { share }),
      ...(survives && { survives }),
    };
  }
}
