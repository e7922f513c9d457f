/**
 * How far a switch has come, from what is known and nothing else. Pure.
 *
 * sending → accepted → taken | offline | not taken; sending → failed. What was offline or not taken can still be taken
 * later: a device that returns is given what it missed. A later command of somebody else replaces what waits, and of
 * what was taken nothing more is said then: only the newest command counts.
 */

import type { SwitchState } from "../../../broker/contract/control.ts";

export const TAKE_SECONDS = 5;

export type Delivery =
  | { phase: "sending"; wanted: SwitchState }
  /** The broker has it; `acceptedAt` is null while only its echo was heard. */
  | { phase: "accepted"; wanted: SwitchState; acceptedAt: string | null }
  | { phase: "taken"; wanted: SwitchState; acceptedAt: string; ms: number }
  | { phase: "offline"; wanted: SwitchState; acceptedAt: string; catchesUp: boolean }
  | { phase: "not taken"; wanted: SwitchState; acceptedAt: string }
  | { phase: "replaced"; wanted: SwitchState };

export interface Outcome {
  accepted_at: string;
  delivered_at: string | null;
  device_connected: boolean;
}

export const begin = (wanted: SwitchState): Delivery => ({ phase: "sending", wanted });

export const echoed = (delivery: Delivery, state: SwitchState | null): Delivery =>
  delivery.phase === "sending" && delivery.wanted === state
    ? { phase: "accepted", wanted: delivery.wanted, acceptedAt: null }
    : delivery;

const milliseconds = (from: string, to: string): number => Math.max(0, Date.parse(to) - Date.parse(from));

const takenAfter = (wanted: SwitchState, acceptedAt: string, deliveredAt: string): Delivery => ({
  phase: "taken",
  wanted,
  acceptedAt,
  ms: milliseconds(acceptedAt, deliveredAt),
});

export interface Waited {
  /** Milliseconds until the answer came. */
  ms: number;
  /** For how long the device takes a late command. */
  commandTtl: number;
}

/** The broker's answer after it waited for the device. It answers early when the wait became pointless. */
export function answered(delivery: Delivery, outcome: Outcome, { ms, commandTtl }: Waited): Delivery {
  const { wanted } = delivery;
  const { accepted_at: acceptedAt, delivered_at: deliveredAt, device_connected: connected } = outcome;
  if (deliveredAt !== null) return takenAfter(wanted, acceptedAt, deliveredAt);
  if (connected && ms < TAKE_SECONDS * 1_000) return { phase: "replaced", wanted };
  if (connected) return { phase: "not taken", wanted, acceptedAt };
  return { phase: "offline", wanted, acceptedAt, catchesUp: commandTtl > 0 };
}

/**
 * What the device's last command is by now: perhaps ours, and perhaps taken after all; or somebody else's. Null when
 * there is nothing to say of ours any more.
 */
export function lookedAgain(
  delivery: Delivery,
  command: { accepted_at: string; delivered_at: string | null } | null,
): Delivery | null {
  if (!isConcluded(delivery) || command === null) return delivery;
  const { wanted, acceptedAt } = delivery;
  if (Date.parse(command.accepted_at) > Date.parse(acceptedAt)) {
    return isOutstanding(delivery) ? { phase: "replaced", wanted } : null;
  }
  const { accepted_at, delivered_at } = command;
  if (accepted_at !== acceptedAt || delivered_at === null || !isOutstanding(delivery)) return delivery;
  return takenAfter(wanted, acceptedAt, delivered_at);
}

/**
 * What is still said of it beside a device that is seen to be `state`: nothing, where that is not what was wanted. Then
 * somebody else's command is the newest, also when nobody told of it.
 */
export const saidBeside = (delivery: Delivery | undefined, state: boolean): Delivery | undefined =>
  delivery && isConcluded(delivery) && state !== (delivery.wanted === "on") ? undefined : delivery;

export const isConcluded = (
  delivery: Delivery,
): delivery is Extract<Delivery, { phase: "taken" | "offline" | "not taken" }> =>
  delivery.phase === "taken" || delivery.phase === "offline" || delivery.phase === "not taken";

export const isOutstanding = (
  delivery: Delivery,
): delivery is Extract<Delivery, { phase: "offline" | "not taken" }> =>
  delivery.phase === "not taken" || (delivery.phase === "offline" && delivery.catchesUp);

const duration = (ms: number): string =>
  ms < 1_000 ? `${ms} ms` : ms < 60_000 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;

export function deliveryText(delivery: Delivery): string {
  switch (delivery.phase) {
    case "sending":
      return "Sending…";
    case "accepted":
      return "Accepted by the broker…";
    case "taken":
      return `Taken by the device in ${duration(delivery.ms)}`;
    case "offline":
      return delivery.catchesUp
        ? "Device is offline: it will switch when it returns"
        : "Device is offline: it takes no late commands";
    case "not taken":
      return `Not taken within ${TAKE_SECONDS} s`;
    case "replaced":
      return "Another command replaced it";
  }
}
