/** What a screen says of a device's state: its badge, its presence, and how far a switch has come. */

import type { Device } from "../../../worker/contract/devices.ts";
import { classNames } from "../lib/class-names.ts";
import { isolated } from "../lib/words.ts";
import { Badge, Lamp, type Tone } from "../ui/lamp.tsx";
import {
  BEFORE_CONNECT,
  deliveryText,
  type Proof,
  proofOf,
  type SwitchDelivery,
  stateText,
} from "./delivery.ts";

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

interface PresenceProps {
  /** Null when unknown. */
  connected: boolean | null;
  /** It never was. */
  never?: boolean;
  className?: string;
}

export function Presence({ connected, never = false, className }: PresenceProps) {
  return (
    <span
      className={classNames(
        "inline-flex items-center gap-1.5 text-xs whitespace-nowrap",
        connected ? "text-go" : "text-soft",
        className,
      )}
    >
      <svg
        viewBox="0 0 16 16"
        className="size-3.5 shrink-0"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        aria-hidden="true"
      >
        {connected ? (
          <>
            <path d="M2.5 6.5a8 8 0 0 1 11 0M5 9.3a4.5 4.5 0 0 1 6 0" />
            <circle cx="8" cy="12" r="1" fill="currentColor" />
          </>
        ) : connected === null ? (
          <path d="M5.6 6a2.4 2.4 0 1 1 3.5 2.1c-.7.4-1.1.8-1.1 1.6M8 12.4h.01" />
        ) : (
          <path d="M2.5 6.5a8 8 0 0 1 3-2M8 4.3a8 8 0 0 1 5.5 2.2M3 13.5l10-11" />
        )}
      </svg>
      <span>
        {connected === null ? "Not known" : connected ? "Connected" : `Not connected${never ? " yet" : ""}`}
      </span>
    </span>
  );
}

export const DELIVERY_TONES: Record<SwitchDelivery["phase"], Tone> = {
  sending: "wait",
  accepted: "wait",
  taken: "go",
  offline: "idle",
  "not taken": "stop",
  replaced: "idle",
};

export function DeliveryLine({
  delivery,
  className,
}: {
  delivery: SwitchDelivery | undefined;
  className?: string;
}) {
  return (
    <p role="status" className={classNames("flex items-center gap-1.5 text-xs empty:hidden", className)}>
      {delivery && (
        <>
          <Lamp
            tone={DELIVERY_TONES[delivery.phase]}
            blinking={delivery.phase === "sending" || delivery.phase === "accepted"}
          />
          <span className="min-w-0">{deliveryText(delivery)}</span>
        </>
      )}
    </p>
  );
}
