import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import type { DeviceEventType } from "../../../../broker/contract/device-events.ts";
import type { Device } from "../../../../worker/contract/devices.ts";
import { apiKeysQuery, channelsQuery, credentialsQuery, devicesQuery } from "../../api/queries.ts";
import { eventsQuery } from "../../devices/events/events.ts";
import { type Refresh, useRefresh } from "../../devices/use-known.ts";
import { ALL_DONE, type FirstStepsProgress, progressOf } from "./progress.ts";

export interface FirstStepsView {
  progress: FirstStepsProgress;
  deviceId: string | undefined;
}

interface Answered<T> {
  state: { data: T | undefined; error: Error | null };
}

/** Steps can also be done elsewhere, by hand or by a device: poll until done. */
const until =
  <T>(found: (data: T) => boolean, refresh: Refresh) =>
  (query: Answered<T>): number | false =>
    query.state.data !== undefined && found(query.state.data) ? false : refresh(query);
const isAny = (list: unknown[]) => list.length > 0;
const isTaken = ({ taken }: Device) => taken === true;
const isAnyTaken = (list: Device[]) => list.some(isTaken);

/** Whether an event of this type exists; null until the first answer. False without a device. */
function useSeen(type: DeviceEventType, anyDevice: boolean | undefined): boolean | null {
  const { data } = useQuery({
    ...eventsQuery({ event_type: type, size: 1 }),
    enabled: anyDevice === true,
    refetchInterval: until(({ events }) => isAny(events), useRefresh()),
  });
  // The first device changes the query; keep the last answer until the new one arrives.
  const known = useRef<boolean | null>(null);
  if (anyDevice === false) known.current = false;
  else if (data) known.current = data.events.length > 0;
  return known.current;
}

export function useProgress(): FirstStepsView | null {
  const refresh = useRefresh();
  const keys = useQuery({ ...apiKeysQuery(), refetchInterval: until(isAny, refresh) });
  const channels = useQuery({ ...channelsQuery(), refetchInterval: until(isAny, refresh) });
  const credentials = useQuery({ ...credentialsQuery(), refetchInterval: until(isAny, refresh) });
  const devices = useQuery({ ...devicesQuery(), refetchInterval: until(isAnyTaken, refresh) });
  // Stays true: a later command that is not taken yet takes nothing back.
  const taken = useRef(false);
  taken.current ||= devices.data?.some(isTaken) ?? false;
  const connected = useSeen("connected", devices.data && devices.data.length > 0 && !taken.current);
  const shown = devices.data?.find(isTaken) ?? devices.data?.[0];
  // Nobody waits for more: most accounts are there at their first visit with this browser.
  if (taken.current && shown) return { deviceId: shown.id, progress: ALL_DONE };
  if (!keys.data || !channels.data || !credentials.data || !devices.data) return null;
  if (connected === null) return null;
  return {
    deviceId: shown?.id,
    progress: progressOf({
      keys: keys.data.length,
      channels: channels.data.length,
      credentials: credentials.data.length,
      devices: devices.data.length,
      connected,
      taken: taken.current,
    }),
  };
}
