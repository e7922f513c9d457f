/** Stores a retained message. */

import { loginOf } from "../../../routing/access.ts";
import type { BrokerStore } from "../../../storage/store.ts";
import type { TurnPlan } from "../../socket/connection.ts";
import type { Connections } from "../../socket/connections.ts";
import type { Publication } from "../topic-route.ts";

export interface RetainedDependencies {
  store: BrokerStore;
  connections: Connections;
}

export const retainedStage =
  ({ store, connections }: RetainedDependencies) =>
  (plan: TurnPlan, { message, from, by }: Publication): void => {
    const owner = by?.login ?? loginOf(connections.principalOf(from) ?? "");
    plan.write(() => store.retained.put(message, owner, plan.now));
  };
