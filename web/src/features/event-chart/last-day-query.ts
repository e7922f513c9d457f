import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { DeviceEvent } from "../../../../worker/contract/event.ts";
import { EVENTS_PAGE } from "../../../../worker/contract/limits.ts";
import { LIST_REFRESH_MS } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { type EventsPage, listEvents } from "../../devices/events.ts";
import { firstHour, merged } from "./hours.ts";

/** Pages that are asked for at most; a device that is switched without end would otherwise never be counted up. */
const MAX_PAGES = 20;
/** An event may be written some time after the moment that it carries. */
const LATE_MS = 10 * 60_000;

export interface LastDayEvents {
  /** Newest first. */
  events: DeviceEvent[];
  /** Whether there are more than are here. */
  more: boolean;
}

async function since(from: number): Promise<LastDayEvents> {
  const events: DeviceEvent[] = [];
  let before: string | null = null;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { events: found, next }: EventsPage = await listEvents({
      size: EVENTS_PAGE.max,
      from: new Date(from).toISOString(),
      ...(before !== null && { before }),
    });
    events.push(...found);
    if (next === null) return { events, more: false };
    before = next;
  }
  return { events, more: true };
}

const KEY = [...queryKeys.events, "last day"] as const;

/** The events of the last 24 hours. Once they are known, only those since then are asked for. */
export const lastDayQuery = (client: QueryClient) =>
  queryOptions({
    queryKey: KEY,
    queryFn: async (): Promise<LastDayEvents> => {
      const now = Date.now();
      const known = client.getQueryData<LastDayEvents>(KEY);
      const newest = known?.events[0];
      const start = firstHour(now);
      const from = newest ? Math.max(start, Date.parse(newest.created_at) - LATE_MS) : start;
      const found = await since(from);
      // A gap between what was found and what is known would be counted as silence.
      if (!known || found.more) return found;
      return { events: merged(found.events, known.events, now), more: known.more };
    },
    refetchInterval: LIST_REFRESH_MS,
  });
