import type { QueryClient } from "@tanstack/react-query";
import type { SwitchState } from "../../../broker/contract/control.ts";
import type { Device } from "../../../worker/contract/devices.ts";
import { call } from "../api/call.ts";
import { queryKeys } from "../api/query-keys.ts";
import { isolated } from "../lib/words.ts";
import { NOT_CONNECTED } from "../live/connection.ts";
import { isConnected } from "../live/link.ts";
import { type ToastKind, toast } from "../ui/page/toast.ts";
import { answered, begin, deliveryText, type SwitchDelivery, TAKE_SECONDS } from "./delivery.ts";
import { changeDevice } from "./device-cache.ts";

class Skipped extends Error {}

export type SwitchedDevice = Pick<Device, "id" | "name" | "command_ttl">;

export const switchFailure = (error: unknown): string =>
  error instanceof Skipped ? NOT_CONNECTED : "Failed to update device status. Please try again.";

/**
 * Switches a device. Resolves when the device took the command or waiting is pointless. The device's row changes when
 * the broker accepted the message.
 */
export async function switchDevice(
  client: QueryClient,
  device: Pick<SwitchedDevice, "id" | "command_ttl">,
  wanted: SwitchState,
): Promise<SwitchDelivery> {
  if (!(await isConnected())) throw new Skipped();
  const begun = performance.now();
  try {
    const outcome = await call("switchDevice", {
      id: device.id,
      body: { state: wanted === "on", wait: TAKE_SECONDS },
    });
    const waited = { ms: performance.now() - begun, commandTtl: device.command_ttl };
    const delivery = answered(begin(wanted), outcome, waited);
    if (delivery.phase !== "replaced") {
      const taken = outcome.delivered_at !== null;
      changeDevice(client, device.id, { state: wanted === "on", taken, connected: outcome.device_connected });
    }
    return delivery;
  } catch (error) {
    // The result is unknown: refetch the list.
    void client.invalidateQueries({ queryKey: queryKeys.devices });
    throw error;
  }
}

const KINDS: Partial<Record<SwitchDelivery["phase"], ToastKind>> = { taken: "success", "not taken": "error" };

/** Switches a device that is not on the screen: a toast reports how far the switch has come. */
export async function reportSwitch(
  client: QueryClient,
  device: SwitchedDevice,
  wanted: SwitchState,
): Promise<void> {
  const say = (kind: ToastKind, text: string) =>
    toast(kind, `${isolated(device.name)}: ${text}`, `switch ${device.id}`);
  say("loading", deliveryText(begin(wanted)));
  try {
    const delivery = await switchDevice(client, device, wanted);
    say(KINDS[delivery.phase] ?? "info", deliveryText(delivery));
  } catch (error) {
    say("error", switchFailure(error));
  }
}
