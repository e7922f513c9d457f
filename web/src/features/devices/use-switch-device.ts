import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Device } from "../../../../worker/contract/device.ts";
import { setDeviceState } from "../../api/device-cache.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { NOT_CONNECTED } from "../../live/connection.ts";
import { onSwitched, publishSwitch } from "../../live/link.ts";
import { toast } from "../../ui/toast.ts";

/** The broker sends every switch back to us; one that does not come back by then did not happen. */
const ECHO_MS = 5_000;

/**
 * Switches devices over the broker. A device is pending from the press to the echo of the message, and only then its
 * row changes. Offline the press is skipped.
 */
export function useSwitchDevice(): { pending: ReadonlySet<string>; switchDevice: (device: Device) => void } {
  const client = useQueryClient();
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set());
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());

  const settle = (id: string) => {
    clearTimeout(timers.current.get(id));
    timers.current.delete(id);
    setPending(new Set(timers.current.keys()));
  };
  const settleLatest = useRef(settle);
  settleLatest.current = settle;

  useEffect(() => {
    const running = timers.current;
    const stop = onSwitched(({ deviceId, state }) => {
      if (!running.has(deviceId)) return;
      if (state) setDeviceState(client, deviceId, state === "on");
      settleLatest.current(deviceId);
    });
    return () => {
      stop();
      for (const timer of running.values()) clearTimeout(timer);
      running.clear();
    };
  }, [client]);

  const fail = (id: string) => {
    settle(id);
    toast("error", "Failed to update device status. Please try again.");
    void client.invalidateQueries({ queryKey: queryKeys.devices });
  };

  const switchDevice = (device: Device) => {
    if (timers.current.has(device.id)) return;
    timers.current.set(
      device.id,
      setTimeout(() => fail(device.id), ECHO_MS),
    );
    setPending(new Set(timers.current.keys()));
    publishSwitch(device.id, device.state ? "off" : "on").catch((error: unknown) => {
      if (!(error instanceof Error && error.message === NOT_CONNECTED)) return fail(device.id);
      settle(device.id);
      toast("error", NOT_CONNECTED);
    });
  };
  return { pending, switchDevice };
}
