/** Histories of events: the Events screen, and the events of a device. */

import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { DeviceEvent } from "../../../../worker/contract/events.ts";
import type { CallSearch } from "../../api/client.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { listRows } from "./events.ts";
import { causeOf, devicesOf, type Folded, foldEqual, foldMoments, timeOf } from "./fold-equal.ts";

/** Rows that are enough. */
const ENOUGH = 10;

/**
 * For a history: equal errors of a device are one row, and so are equal events with a reason. Other events are one row only while nothing else happened to
 * their device, so that on, off, on stays three rows.
 */
export function foldHistory(events: readonly DeviceEvent[]): Folded<DeviceEvent>[] {
  const runs = new Map<string, { cause: string; number: number }>();
  const runOf = (event: Folded<DeviceEvent>): string => {
    const cause = causeOf(event);
    // errors, and the events of two programs that end each other's connections
    if (event.event_type === "errored" || event.reason) return cause;
    const devices = devicesOf(event).map(({ device_id }) => device_id);
    const numbers = devices.map((id) => runs.get(id)?.number ?? -1);
    const number = Math.max(...numbers) + (devices.every((id) => runs.get(id)?.cause === cause) ? 0 : 1);
    for (const id of devices) runs.set(id, { cause, number });
    return `${cause} ${number}`;
  };
  return foldEqual(foldMoments(events), runOf, timeOf);
}

/** The newest events of a device. `isCut`: there are earlier ones. */
export const deviceHistoryQuery = (device: string, size: number) =>
  queryOptions({
    queryKey: [...queryKeys.eventList({ device, size }), "history"],
    queryFn: () => listRows({ device, size }, ENOUGH, foldHistory),
    select: ({ events, next }) => ({ rows: foldHistory(events), isCut: next !== null }),
  });

export const eventPagesQuery = (search: CallSearch<"listEvents">) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.eventList(search), "pages"],
    queryFn: ({ pageParam }) =>
      listRows(pageParam === null ? search : { ...search, before: pageParam }, ENOUGH, foldHistory),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
