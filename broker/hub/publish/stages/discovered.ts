/** A message on a state or availability topic of a discovered device. */

import type { FoundDevices } from "../../devices/found.ts";
import type { Stage } from "../topic-route.ts";

export interface DiscoveredDependencies {
  found: FoundDevices;
}

export const discoveredStage =
  ({ found }: DiscoveredDependencies): Stage =>
  (plan, { message, from }, { discovered }) => {
    for (const { device, isState, availability } of discovered ?? []) {
      // what the broker publishes there is a command that it relays, not a report
      if (isState && from !== 0) found.reportState(plan, device, message);
      if (availability !== null) found.reportAvailability(plan, device, availability, message);
    }
  };
