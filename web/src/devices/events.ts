import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { DeviceEvent } from "../../../worker/contract/events.ts";
import { callForPage } from "../api/call.ts";
import type { CallSearch } from "../api/client.ts";
import { queryKeys } from "../api/query-keys.ts";

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

export const eventPagesQuery = (search: CallSearch<"listEvents">) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.eventList(search), "pages"],
    queryFn: ({ pageParam }) => listEvents(pageParam === null ? search : { ...search, before: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
