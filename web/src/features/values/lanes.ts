/** What else is known of a device in the stretch that a chart shows: when it was there, and when it was switched. */

import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { EVENTS_PAGE } from "../../../../worker/contract/limits.ts";
import { call } from "../../api/call.ts";
import { LIST_REFRESH_MS } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { bands, type Stretch } from "../../devices/bands.ts";
import { listEvents } from "../../devices/events.ts";
import { type Range, stretchOf } from "./range.ts";
import { marksOf, onStretches, SWITCHES, type SwitchMark, within } from "./switched.ts";

export interface Lanes {
  connected: Stretch[];
  on: Stretch[];
  marks: SwitchMark[];
}

/** The newest ones before the end of the stretch: those before its beginning tell how the device stood there. */
async function switchesUntil(device: string, to: number): Promise<SwitchMark[]> {
  const pages = await Promise.all(
    (Object.keys(SWITCHES) as (keyof typeof SWITCHES)[]).map((event_type) =>
      listEvents({ device, event_type, to: new Date(to).toISOString(), size: EVENTS_PAGE.max }),
    ),
  );
  const marks = marksOf(pages.flatMap(({ events }) => events));
  // Before the last one of a page that is not the last, some of that kind are missing.
  const known = Math.max(
    ...pages.map(({ events, next }) => (next === null ? 0 : Date.parse(events.at(-1)?.created_at ?? ""))),
  );
  return marks.filter(({ at }) => at >= known);
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
    // Among the events, which are asked for again when a device was switched, came or left.
    queryKey: [...queryKeys.events, "lanes", device, range],
    queryFn: () => readLanes(device ?? "", stretchOf(range, Date.now())),
    enabled: device !== null,
    placeholderData: keepPreviousData,
    refetchInterval: LIST_REFRESH_MS,
  });
