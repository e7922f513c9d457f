/** The will of a CONNECT: its faults, and the message that it becomes. */

import { messageFault } from "./message-fault.ts";
import type { ProtocolVersion, Will } from "./packet.ts";
import { beyondProfile, lowerQoS, type Profile } from "./profile.ts";
import type { Reason } from "./reason.ts";

/** Why CONNECT is rejected for its will. 3.1.1 has no such answer: there the will is lowered to the profile. */
export function willFault(
  will: Will,
  version: ProtocolVersion,
  profile: Profile,
  root?: string,
): Reason | null {
  const unfit = messageFault(will, profile, root);
  if (unfit !== null) return unfit;
  // [MQTT-3.2.2-12] a will above the maximum QoS, [MQTT-3.2.2-13] a retained will without retained messages
  return version !== 5 ? null : beyondProfile(will, profile);
}

export const settledWill = (will: Will, profile: Profile): Will => ({
  ...will,
  qos: lowerQoS(will.qos, profile.maximumQoS),
  retain: will.retain && profile.retain,
});
