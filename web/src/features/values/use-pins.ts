import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { MAX_SHOWN_VALUES } from "../../../../worker/contract/limits.ts";
import { call } from "../../api/call.ts";
import { deviceQuery } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { toast } from "../../ui/messages/toast.ts";

/** Returns the pinned keys after a press: removes the key, or adds it and drops the oldest. */
export const pinsAfter = (pinned: readonly string[], key: string, most: number): string[] =>
  pinned.includes(key) ? pinned.filter((each) => each !== key) : [...pinned, key].slice(-most);

export interface Pins {
  pinned: readonly string[];
  press(key: string): void;
}

/** The values that lists show for a device, and the function to change them. Null until loaded. */
export function usePins(deviceId: string): Pins | null {
  const client = useQueryClient();
  const { data: device } = useQuery(deviceQuery(deviceId));
  if (!device) return null;
  const pinned = device.shown_values ?? device.values.map(({ key }) => key);
  const save = async (shown_values: string[]) => {
    const body = { name: device.name, channels: device.channels.map(({ id }) => id), shown_values };
    try {
      await call("updateDevice", { id: deviceId, body });
    } catch {
      toast("error", "That could not be saved. Please try again.");
    }
    await client.invalidateQueries({ queryKey: queryKeys.devices });
  };
  return { pinned, press: (key) => void save(pinsAfter(pinned, key, MAX_SHOWN_VALUES)) };
}

const NONE: readonly string[] = [];

/** The keys of values that the device's controls show. */
export function useControlled(deviceId: string): readonly string[] {
  const { data: device } = useQuery(deviceQuery(deviceId));
  return useMemo(() => device?.controls.map(({ key }) => key) ?? NONE, [device?.controls]);
}
