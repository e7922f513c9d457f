/** Wills: published when a connection is lost, or after their delay. */

import { willMessage } from "../../session/message.ts";
import type { Will } from "../../session/packet.ts";
import type { SessionRecord } from "../../storage/sessions.ts";
import type { BrokerStore } from "../../storage/store.ts";
import { HubModule } from "../module.ts";
import type { Acceptance } from "../publish/acceptance.ts";
import type { RightsInForce } from "../rights/rights-in-force.ts";
import type { TurnPlan } from "../socket/connection.ts";

export interface WillDependencies {
  store: BrokerStore;
  rights: RightsInForce;
  acceptance: Acceptance;
}

export class Wills extends HubModule<WillDependencies> {
  /** [MQTT-3.1.2-8] published with the rights that the client has now: none once its token or link has expired. */
  publish(plan: TurnPlan, record: SessionRecord, will: Will): void {
    const { store, rights, acceptance } = this.deps;
    if (rights.hasExpired(record, plan.now)) return;
    if (!rights.rights(record).mayPublish(will.topic)) return;
    const message = willMessage(will, plan.now);
    const retain =
      message.retain && acceptance.mayRetain(message, record.ref, plan.now) && !store.rows.isOver(plan.now);
    const by = { actor: record.deviceId === null ? "api" : "device" } as const;
    plan.publish({ ...message, retain }, record.id, by);
  }

  publishDue(plan: TurnPlan, record: SessionRecord): void {
    const { sessions } = this.deps.store;
    const will = sessions.will(record.id);
    plan.write(() => sessions.dropWill(record.id));
    if (will !== null) this.publish(plan, record, will);
  }
}
