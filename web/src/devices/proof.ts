/**
 * What is known of how a device is, beside what it was told to be. Pure.
 *
 * A device that acknowledged what it was told has taken it. Until then it is waited for. Of one that was never told
 * anything, or in a way that leaves no proof, and of one that the page has lost sight of, nobody knows.
 */

import type { Device } from "../../../worker/contract/device.ts";
import { isolated } from "../lib/isolated.ts";

export type Proof = "taken" | "waiting" | "unknown";

type Told = Pick<Device, "taken" | "connected" | "command_ttl">;

/** `holds`: whether what the page knows of the device still does. */
export function proofOf({ taken, connected, command_ttl }: Told, holds = true): Proof {
  if (!holds || taken === null) return "unknown";
  if (taken) return "taken";
  // One that is away and takes no late commands will not take this one.
  return connected || command_ttl > 0 ? "waiting" : "unknown";
}

export const stateText = ({ state, name }: Pick<Device, "state" | "name">, proof: Proof): string =>
  `${state ? "On" : "Off"}${proof === "waiting" ? `, waiting for ${isolated(name)}` : ""}`;
