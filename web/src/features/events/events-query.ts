/** From the filters on the screen to what the API is asked. */

import type { DeviceEvent } from "../../../../worker/contract/event.ts";
import type { Search } from "../../api/client.ts";
import { addDays, startOfDay } from "../../lib/calendar-day.ts";
import type { Filters } from "./filters.ts";

export const deviceNames = (events: DeviceEvent[]): string[] =>
  [...new Set(events.map((event) => event.device_name))].sort((a, b) => a.localeCompare(b));

/**
 * What the API is asked. A name that belongs to one device asks for that device; one that belongs to several, or to
 * none that is known here, asks for the name as a search, and `hasDeviceName` keeps what is exactly meant.
 */
export function eventsQueryOf(filters: Filters, known: DeviceEvent[]): Search<"listEvents"> {
  const named = known.filter((event) => event.device_name === filters.device);
  const ids = [...new Set(named.map((event) => event.device_id))];
  const search = filters.search ?? (ids.length === 1 ? undefined : filters.device);
  const from = filters.date && startOfDay(filters.date);
  const to = filters.date && startOfDay(addDays(filters.date, 1));
  return {
    ...(ids.length === 1 && ids[0] && { device: ids[0] }),
    ...(search && { search }),
    ...(filters.status && { event_type: filters.status }),
    ...(from && to && { from: from.toISOString(), to: to.toISOString() }),
  };
}

export const hasDeviceName = (filters: Filters, event: DeviceEvent): boolean =>
  filters.device === undefined || event.device_name === filters.device;
