/** Histories of events: the Events screen, and the events of a device. */

import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { DeviceEvent } from "../../../../worker/contract/events.ts";
import type { CallSearch } from "../../api/client.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { listRows } from "../events.ts";
import { causeOf, type Folded, foldEqual, timeOf } from "../fold-equal.ts";

/** Rows that are enough. */
const ENOUGH = 10;

/**
 * For a history: equal errors of a device are one row. Other events are one row only while nothing else happened to
 * their device, so that on, off, on stays three rows.
 */
export function foldHistory(events: readonly DeviceEvent[]): Folded<DeviceEvent>[] {
  const runs = new Map<string, { cause: string; number: number }>();
  const runOf = (event: DeviceEvent): string => {
    const cause = causeOf(event);
    if (event.event_type === "errored") return cause;
    const run = runs.get(event.device_id) ?? { cause, number: 0 };
    const number = run.cause === cause ? run.number : run.number + 1;
    runs.set(event.device_id, { cause, number });
    return `${cause} ${number}`;
  };
  return foldEqual(events, runOf, timeOf);
}

/** The newest events of a device. */
export const deviceHistoryQuery = (device: string, size: number) =>
  queryOptions({
    queryKey: [...queryKeys.eventList({ device, size }), "history"],
    queryFn: () => listRows({ device, size }, ENOUGH, foldHistory),
    select: ({ events }) => foldHistory(events),
  });

export const eventPagesQuery = (search: CallSearch<"listEvents">) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.eventList(search), "pages"],
    queryFn: ({ pageParam }) =>
      listRows(pageParam === null ? search : { ...search, before: pageParam }, ENOUGH, foldHistory),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
