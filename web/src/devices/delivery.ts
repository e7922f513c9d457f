/**
 * How far a switch has come. Pure. sending → accepted → taken | offline | not taken; sending → failed. A device that
 * was offline or did not acknowledge can still take the command later. A newer command of another client replaces it:
 * only the newest command counts.
 */

import type { SwitchState } from "../../../broker/contract/control.ts";
import type { Device } from "../../../worker/contract/devices.ts";
import { isolated } from "../lib/words.ts";

export const TAKE_SECONDS = 5;

export type SwitchDelivery =
  | { phase: "sending"; wanted: SwitchState }
  /** The broker has it. `acceptedAt` is null if only the command's echo on MQTT was received. */
  | { phase: "accepted"; wanted: SwitchState; acceptedAt: string | null }
  | { phase: "taken"; wanted: SwitchState; acceptedAt: string; ms: number }
  | { phase: "offline"; wanted: SwitchState; acceptedAt: string; catchesUp: boolean }
  | { phase: "not taken"; wanted: SwitchState; acceptedAt: string }
  | { phase: "replaced"; wanted: SwitchState };

export interface DeliveryOutcome {
  accepted_at: string;
  delivered_at: string | null;
  device_connected: boolean;
}

export const begin = (wanted: SwitchState): SwitchDelivery => ({ phase: "sending", wanted });

export const echoed = (delivery: SwitchDelivery, state: SwitchState | null): SwitchDelivery =>
  delivery.phase === "sending" && delivery.wanted === state
    ? { phase: "accepted", wanted: delivery.wanted, acceptedAt: null }
    : delivery;

const milliseconds = (from: string, to: string): number => Math.max(0, Date.parse(to) - Date.parse(from));

const takenAfter = (wanted: SwitchState, acceptedAt: string, deliveredAt: string): SwitchDelivery => ({
  phase: "taken",
  wanted,
  acceptedAt,
  ms: milliseconds(acceptedAt, deliveredAt),
});

export interface Waited {
  /** Milliseconds until the acknowledgement. */
  ms: number;
  /** How long the device takes a late command, in seconds. */
  commandTtl: number;
}

/** The broker's answer after waiting for the device. It answers early when waiting became pointless. */
export function answered(
  delivery: SwitchDelivery,
  outcome: DeliveryOutcome,
  { ms, commandTtl }: Waited,
): SwitchDelivery {
  const { wanted } = delivery;
  const { accepted_at: acceptedAt, delivered_at: deliveredAt, device_connected: connected } = outcome;
  if (deliveredAt !== null) return takenAfter(wanted, acceptedAt, deliveredAt);
  if (connected && ms < TAKE_SECONDS * 1_000) return { phase: "replaced", wanted };
  if (connected) return { phase: "not taken", wanted, acceptedAt };
  return { phase: "offline", wanted, acceptedAt, catchesUp: commandTtl > 0 };
}

/**
 * Compares with the device's last command: ours, perhaps taken by now, or another client's. Returns null when ours
 * needs no line any more.
 */
export function lookedAgain(
  delivery: SwitchDelivery,
  command: { accepted_at: string; delivered_at: string | null } | null,
): SwitchDelivery | null {
  if (!isConcluded(delivery) || command === null) return delivery;
  const { wanted, acceptedAt } = delivery;
  if (Date.parse(command.accepted_at) > Date.parse(acceptedAt)) {
    return isOutstanding(delivery) ? { phase: "replaced", wanted } : null;
  }
  const { accepted_at, delivered_at } = command;
  if (accepted_at !== acceptedAt || delivered_at === null || !isOutstanding(delivery)) return delivery;
  return takenAfter(wanted, acceptedAt, delivered_at);
}

const isOnItsWay = ({ phase }: SwitchDelivery): boolean => phase === "sending" || phase === "accepted";

/**
 * Whether the device's presence is still as the line says. "Taken" ends with the connection that took it, "offline"
 * when the device returns: the line stands in the place of the presence.
 */
export function isUpToDate(
  { phase }: SwitchDelivery,
  { connected, taken_before_connect }: Pick<Device, "connected" | "taken_before_connect">,
): boolean {
  if (phase === "offline") return !connected;
  return connected && !(phase === "taken" && taken_before_connect);
}

/**
 * What to show beside the device's state. Nothing if the state differs from the wanted one: then a newer command
 * exists, even if the page received no message about it. Nothing either once the presence contradicts it, or where the
 * page's data is not current (`holds`).
 */
export function saidBeside(
  delivery: SwitchDelivery | undefined,
  device: Pick<Device, "state" | "connected" | "taken_before_connect">,
  holds: boolean,
): SwitchDelivery | undefined {
  if (delivery === undefined || isOnItsWay(delivery)) return delivery;
  if (!holds || !isUpToDate(delivery, device)) return undefined;
  return isConcluded(delivery) && device.state !== (delivery.wanted === "on") ? undefined : delivery;
}

export const isConcluded = (
  delivery: SwitchDelivery,
): delivery is Extract<SwitchDelivery, { phase: "taken" | "offline" | "not taken" }> =>
  delivery.phase === "taken" || delivery.phase === "offline" || delivery.phase === "not taken";

export const isOutstanding = (
  delivery: SwitchDelivery,
): delivery is Extract<SwitchDelivery, { phase: "offline" | "not taken" }> =>
  delivery.phase === "not taken" || (delivery.phase === "offline" && delivery.catchesUp);

const duration = (ms: number): string =>
  ms < 1_000 ? `${ms} ms` : ms < 60_000 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;

const COUNTED: Record<SwitchDelivery["phase"], string> = {
  sending: "on the way",
  accepted: "on the way",
  taken: "taken",
  offline: "not connected",
  "not taken": "not taken",
  replaced: "replaced",
};

/** How far the switches of several devices have come: "5 taken, 1 not connected". */
export function deliveriesText(deliveries: readonly SwitchDelivery[]): string {
  const counts = new Map<string, number>();
  for (const { phase } of deliveries) counts.set(COUNTED[phase], (counts.get(COUNTED[phase]) ?? 0) + 1);
  return [...new Set(Object.values(COUNTED))]
    .filter((word) => counts.has(word))
    .map((word) => `${counts.get(word)} ${word}`)
    .join(", ");
}

export function deliveryText(delivery: SwitchDelivery): string {
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

// Whether a device took its last command. Pure. An acknowledgement proves it; until then the page waits. Without a
// command, with QoS 0, or when the page lost its connection, it is unknown. Of a device that is not connected, or began a
// new session since it took its state, only the last known state can be shown.

export type Proof = "taken" | "last known" | "waiting" | "unknown";

type Told = Pick<Device, "taken" | "taken_before_connect" | "connected" | "command_ttl">;

/** `holds`: whether the page's data is still current. */
export function proofOf(
  { taken, taken_before_connect, connected, command_ttl }: Told,
  holds: boolean,
): Proof {
  if (!holds || taken === null) return "unknown";
  if (taken) return connected && !taken_before_connect ? "taken" : "last known";
  // A disconnected device that takes no late commands will not take this one.
  return connected || command_ttl > 0 ? "waiting" : "unknown";
}

/** The colour of a device's sliders and toggles: green only for values that it is known to have taken. */
export const CONTROL_COLORS: Record<Proof, string> = {
  taken: "[--control:var(--go)]",
  waiting: "[--control:var(--wait)]",
  "last known": "[--control:var(--ink-soft)]",
  unknown: "[--control:var(--ink-soft)]",
};

/** Of a connected device whose state is only known from before. */
export const BEFORE_CONNECT = "Taken before it connected: it may have restarted without it";

export const stateText = ({ state, name }: Pick<Device, "state" | "name">, proof: Proof): string =>
  `${state ? "On" : "Off"}${proof === "waiting" ? `, waiting for ${isolated(name)}` : ""}`;
