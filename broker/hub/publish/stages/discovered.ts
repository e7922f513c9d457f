/** A message on a state or availability topic of a discovered device. */

import type { DiscoveredDevices } from "../../devices/discovered-devices.ts";
import type { Stage } from "../topic-route.ts";

export interface DiscoveredStageDependencies {
  discoveredDevices: DiscoveredDevices;
}

export const discoveredStage =
  ({ discoveredDevices }: DiscoveredStageDependencies): Stage =>
  (plan, { message, from }, { discovered }) => {
    for (const { device, states, availability } of discovered ?? []) {
      // a message of the broker there is a command that it relays, not a report
      if (states.length > 0 && from !== 0) discoveredDevices.reportState(plan, device, message, states);
      if (availability !== null) discoveredDevices.reportAvailability(plan, device, availability, message);
    }
  };
