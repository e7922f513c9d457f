/**
 * Messages of the broker on topics that only it may publish: retained if the account retains, and only when they
 * change.
 */

import type { Message } from "../../session/message.ts";
import { type CommonDependencies, HubModule } from "../module.ts";
import type { TurnPlan } from "../socket/connection.ts";

export type BrokerMessageDependencies = Pick<CommonDependencies, "store" | "limits">;

export class BrokerMessages extends HubModule<BrokerMessageDependencies> {
  /** Whether later subscribers receive them. */
  get areKept(): boolean {
    const { store, limits } = this.deps;
    return limits.MQTT_RETAIN && store.meta.get("profile") === "full";
  }

  publish(plan: TurnPlan, topic: string, text: string): void {
    const { retained } = this.deps.store;
    if (this.areKept && retained.textOf(topic) === text) return;
    const message = messageOf(topic, text);
    plan.publish({ ...message, retain: this.areKept && retained.hasRoomFor(message, "", plan.now) }, 0);
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
