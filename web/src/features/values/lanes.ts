/** When a device was connected and switched, for the range of a chart. */

import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { SWITCHED } from "../../../../broker/contract/device-events.ts";
import { EVENTS_PAGE } from "../../../../worker/contract/limits.ts";
import { call } from "../../api/call.ts";
import { LANES_REFRESH_MS } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { bands, type Stretch } from "../../devices/bands.ts";
import { listEvents } from "../../devices/events/events.ts";
import { type Range, stretchOf } from "./range.ts";
import { marksOf, onStretches, type SwitchMark, within } from "./switched.ts";

export interface Lanes {
  connected: Stretch[];
  on: Stretch[];
  marks: SwitchMark[];
}

/** The newest switches before the end of the range: those before its start give the state at the start. */
async function switchesUntil(device: string, to: number): Promise<SwitchMark[]> {
  const search = {
    device,
    event_type: SWITCHED,
    to: new Date(to).toISOString(),
    size: EVENTS_PAGE.max,
  } as const;
  return marksOf((await listEvents(search)).events);
}

async function readLanes(device: string, stretch: Stretch): Promise<Lanes> {
  const from = new Date(stretch.from).toISOString();
  const [connections, marks] = await Promise.all([
    call("listConnections", { id: device, search: { from } }),
    switchesUntil(device, stretch.to),
  ]);
  return {
    connected: bands(connections, stretch),
    on: onStretches(marks, stretch),
    marks: within(marks, stretch),
  };
}

export const lanesQuery = (device: string | null, range: Range) =>
  queryOptions({
    queryKey: [...queryKeys.lanes, device, range],
    queryFn: () => readLanes(device ?? "", stretchOf(range, Date.now())),
    enabled: device !== null,
    placeholderData: keepPreviousData,
    refetchInterval: LANES_REFRESH_MS,
  });
