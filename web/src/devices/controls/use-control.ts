import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { ControlSet } from "../../../../broker/contract/controls.ts";
import type { DeviceControl } from "../../../../worker/contract/controls.ts";
import type { Device } from "../../../../worker/contract/devices.ts";
import { CallError } from "../../api/problem.ts";
import { useStore } from "../../lib/store.ts";
import { toast } from "../../ui/messages/toast.ts";
import {
  answered,
  begin,
  isConcluded,
  isOutstanding,
  isUpToDate,
  type SwitchDelivery,
  TAKE_SECONDS,
} from "../delivery.ts";
import { sendCommand, switchFailure, writeAccepted } from "../switch-device.ts";
import { type Measured, valueText } from "../values.ts";
import { ControlSender } from "./control-sender.ts";
import { shownValue } from "./control-words.ts";
import type { ThrottledValue } from "./send-throttle.ts";

interface UsedControl {
  /** Null when nobody has set it, and the device has not reported it. */
  value: Measured | null;
  delivery: SwitchDelivery | undefined;
  change(value: Measured, isLast: boolean): void;
}

/**
 * The value of a device's control, and how to change it. Renders its component alone while a slider moves. `known`:
 * whether the page's data is current.
 */
export function useControl(device: Device, control: DeviceControl, known: boolean): UsedControl {
  const client = useQueryClient();
  const latest = useRef(device);
  latest.current = device;
  const [sender] = useState(
    () =>
      new ControlSender<Measured>({
        send: (of) => sendValue(client, latest.current, control.key, of),
        failed: (error) => toast("error", failureText(error), "switch"),
      }),
  );
  const { held, sent } = useStore(sender.state);
  return {
    value: held ?? shownValue(control),
    delivery:
      sent && (known || !isConcluded(sent.delivery))
        ? shownDelivery(sent.delivery, sent.value, device, control)
        : undefined,
    change: (value, isLast) => sender.change(value, isLast),
  };
}

async function sendValue(
  client: QueryClient,
  { id, command_ttl: commandTtl }: Device,
  key: string,
  { value, isLast }: ThrottledValue<Measured>,
): Promise<SwitchDelivery> {
  const set: ControlSet = { [key]: value };
  if (!isLast) {
    const { outcome } = await sendCommand(client, id, { set });
    return { phase: "accepted", wanted: "on", acceptedAt: outcome.accepted_at };
  }
  const { outcome, ms, isOld } = await sendCommand(client, id, { set, wait: TAKE_SECONDS });
  const delivery = answered(begin("on"), outcome, { ms, commandTtl });
  if (delivery.phase !== "replaced" && !isOld) {
    writeAccepted(client, id, { state: null, set }, outcome);
  }
  return delivery;
}

/** The reason why the server refuses a value, such as a control that was removed meanwhile. */
function failureText(error: unknown): string {
  const [reason] = error instanceof CallError ? (error.errors.set ?? []) : [];
  return reason ?? switchFailure(error);
}

/** Nothing after a newer command, when the device took it late, or when it left or returned since. */
function shownDelivery(
  delivery: SwitchDelivery,
  value: Measured,
  device: Device,
  { kind, wanted, unit }: DeviceControl,
): SwitchDelivery | undefined {
  if (isOutstanding(delivery) && device.taken === true) return undefined;
  if (isConcluded(delivery) && !isUpToDate(delivery, device)) return undefined;
  const isNewer = kind !== "button" && wanted !== null && valueText(wanted, unit) !== valueText(value, unit);
  return isConcluded(delivery) && isNewer ? undefined : delivery;
}
