import type { QueryClient } from "@tanstack/react-query";
import type { SwitchState } from "../../../broker/contract/control.ts";
import type { ControlSet } from "../../../broker/contract/controls.ts";
import type { Device } from "../../../worker/contract/devices.ts";
import { call } from "../api/call.ts";
import { queryKeys } from "../api/query-keys.ts";
import { isolated } from "../lib/words.ts";
import { NOT_CONNECTED } from "../live/connection.ts";
import { isConnected, onStatus } from "../live/link.ts";
import { type ToastKind, toast } from "../ui/messages/toast.ts";
import {
  answered,
  begin,
  type DeliveryOutcome,
  deliveryText,
  type SwitchDelivery,
  TAKE_SECONDS,
} from "./delivery.ts";
import { commandAccepted } from "./device-cache.ts";

class Skipped extends Error {}

export type SwitchedDevice = Pick<Device, "id" | "name" | "command_ttl">;

export const switchFailure = (error: unknown): string =>
  error instanceof Skipped ? NOT_CONNECTED : "Failed to update device status. Please try again.";

interface Command {
  state?: boolean;
  /** Values of controls. */
  set?: ControlSet;
  /** Seconds to wait for the device. */
  wait?: number;
}

/**
 * Sends a command. Resolves when the broker accepted it and, with `wait`, when the device took it or waiting is
 * pointless. `isOld`: the device's status changed meanwhile, so the page knows more than the answer.
 */
export async function sendCommand(client: QueryClient, id: string, body: Command) {
  if (!(await isConnected())) throw new Skipped();
  const begun = performance.now();
  let isOld = false;
  const stop = onStatus(({ deviceId }) => {
    isOld ||= deviceId === id;
  });
  try {
    const outcome = await call("switchDevice", { id, body });
    return { outcome, ms: performance.now() - begun, isOld };
  } catch (error) {
    // The result is unknown: refetch the list.
    void client.invalidateQueries({ queryKey: queryKeys.devices });
    throw error;
  } finally {
    stop();
  }
}

/**
 * Switches a device. Resolves when the device took the command or waiting is pointless. The device's row changes when
 * the broker accepted the message.
 */
export async function switchDevice(
  client: QueryClient,
  { id, command_ttl: commandTtl }: Pick<SwitchedDevice, "id" | "command_ttl">,
  wanted: SwitchState,
  set: ControlSet | null = null,
): Promise<SwitchDelivery> {
  const state = wanted === "on";
  const body = { state, ...(set && { set }), wait: TAKE_SECONDS };
  const { outcome, ms, isOld } = await sendCommand(client, id, body);
  const delivery = answered(begin(wanted), outcome, { ms, commandTtl });
  if (delivery.phase !== "replaced" && !isOld) {
    writeAccepted(client, id, { state, set }, outcome);
  }
  return delivery;
}

/** Writes an accepted command into the cache, and reads the devices again when their presence is older. */
export function writeAccepted(
  client: QueryClient,
  id: string,
  { state, set }: { state: boolean | null; set: ControlSet | null },
  { delivered_at, device_connected: connected }: DeliveryOutcome,
): void {
  const isKnown = commandAccepted(client, id, { state, set, taken: delivered_at !== null, connected });
  if (!isKnown) void client.invalidateQueries({ queryKey: queryKeys.devices });
}

const KINDS: Partial<Record<SwitchDelivery["phase"], ToastKind>> = { taken: "success", "not taken": "error" };

/** Switches a device that is not on the screen: a toast reports how far the switch has come. */
export async function reportSwitch(
  client: QueryClient,
  device: SwitchedDevice,
  wanted: SwitchState,
  set: ControlSet | null = null,
): Promise<void> {
  const say = (kind: ToastKind, text: string) =>
    toast(kind, `${isolated(device.name)}: ${text}`, `switch ${device.id}`);
  say("loading", deliveryText(begin(wanted)));
  try {
    const delivery = await switchDevice(client, device, wanted, set);
    say(KINDS[delivery.phase] ?? "info", deliveryText(delivery));
  } catch (error) {
    say("error", switchFailure(error));
  }
}
