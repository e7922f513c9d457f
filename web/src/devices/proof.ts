/**
 * Whether a device took its last command. Pure. An acknowledgement proves it; until then the page waits. Without a
 * command, with QoS 0, or when the page lost its connection, it is unknown.
 */

import type { Device } from "../../../worker/contract/devices.ts";
import { isolated } from "../lib/isolated.ts";

export type Proof = "taken" | "waiting" | "unknown";

type CommandedDevice = Pick<Device, "taken" | "connected" | "command_ttl">;

/** `holds`: whether the page's data is still current. */
export function proofOf({ taken, connected, command_ttl }: CommandedDevice, holds = true): Proof {
  if (!holds || taken === null) return "unknown";
  if (taken) return "taken";
  // A disconnected device that takes no late commands will not take this one.
  return connected || command_ttl > 0 ? "waiting" : "unknown";
}

export const stateText = ({ state, name }: Pick<Device, "state" | "name">, proof: Proof): string =>
  `${state ? "On" : "Off"}${proof === "waiting" ? `, waiting for ${isolated(name)}` : ""}`;
