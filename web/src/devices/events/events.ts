import { queryOptions } from "@tanstack/react-query";
import type { DeviceEvent } from "../../../../worker/contract/events.ts";
import { callForPage } from "../../api/call.ts";
import type { CallSearch } from "../../api/client.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { type Folded, foldEvents } from "./fold-equal.ts";

export interface EventsPage {
  events: DeviceEvent[];
  next: string | null;
}

export async function listEvents(search: CallSearch<"listEvents"> = {}): Promise<EventsPage> {
  const { data, headers } = await callForPage("listEvents", { search });
  return { events: data, next: nextCursor(headers.get("Link")) };
}

/** Reads the cursor from `Link: <…?before=…>; rel="next"`. */
export function nextCursor(link: string | null): string | null {
  const address = link && /<([^>]*)>\s*;[^,]*rel="?next"?/.exec(link)?.[1];
  return address ? new URL(address, "http://any.invalid").searchParams.get("before") : null;
}

export const eventsQuery = (search: CallSearch<"listEvents"> = {}) =>
  queryOptions({ queryKey: queryKeys.eventList(search), queryFn: () => listEvents(search) });

/** Further calls for a list that equal events fill, and the size of each. */
const MAX_FURTHER = 3;
const FURTHER = 100;

/** Reads on until there are enough rows: what one device repeats must not hide the others. */
export async function listRows(
  search: CallSearch<"listEvents">,
  enough: number,
  fold: (events: DeviceEvent[]) => Folded<DeviceEvent>[],
): Promise<EventsPage> {
  let { events, next } = await listEvents(search);
  for (let call = 0; call < MAX_FURTHER && next !== null && fold(events).length < enough; call++) {
    const page = await listEvents({ ...search, size: FURTHER, before: next });
    events = [...events, ...page.events];
    next = page.next;
  }
  return { events, next };
}

/** The newest kinds of events, for a glance. */
export const recentEventsQuery = (size: number) =>
  queryOptions({
    queryKey: [...queryKeys.eventList({ size }), "recent"],
    queryFn: () => listRows({ size }, size, foldEvents),
    select: ({ events }) => foldEvents(events).slice(0, size),
  });
