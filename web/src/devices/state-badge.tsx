import type { Device } from "../../../worker/contract/devices.ts";
import { isolated } from "../lib/words.ts";
import { Badge, type Tone } from "../ui/lamp.tsx";
import { BEFORE_CONNECT, type Proof, proofOf, stateText } from "./delivery.ts";

interface StateBadgeProps {
  device: Device;
  /** Whether the page's data is still current. */
  holds: boolean;
}

export function StateBadge({ device, holds }: StateBadgeProps) {
  const proof = proofOf(device, holds);
  return (
    <Badge tone={toneOf(device.state, proof)} truncated title={titleOf(device, proof)}>
      {stateText(device, proof)}
    </Badge>
  );
}

function toneOf(on: boolean, proof: Proof): Tone {
  if (proof === "waiting") return "wait";
  if (proof === "unknown") return "unknown";
  return on && proof === "taken" ? "go" : "idle";
}

function titleOf({ name, connected }: Device, proof: Proof): string | undefined {
  if (proof === "waiting") return `${isolated(name)} has not taken it yet`;
  if (proof === "last known") return connected ? BEFORE_CONNECT : "When it was last connected";
  return proof === "unknown" ? "Unknown whether it is" : undefined;
}
