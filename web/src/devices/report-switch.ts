import type { QueryClient } from "@tanstack/react-query";
import type { SwitchState } from "../../../broker/contract/control.ts";
import { isolated } from "../lib/isolated.ts";
import { type ToastKind, toast } from "../ui/toast.ts";
import { begin, deliveryText, type SwitchDelivery } from "./delivery.ts";
import { type SwitchedDevice, switchDevice, switchFailure } from "./switch-device.ts";

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
