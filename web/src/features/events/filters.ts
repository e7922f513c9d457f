/** What the events list is narrowed to, as it stands in the address of the page. What makes no sense there is left out. */

import { DEVICE_EVENT_TYPES, type DeviceEventType } from "../../../../broker/contract/device-events.ts";
import type { DeviceEvent } from "../../../../worker/contract/event.ts";
import type { EventsQuery } from "../../api/devices.ts";
import { addDays, type CalendarDay, startOfDay } from "../../lib/calendar-day.ts";

export interface Filters {
  /** A device's name: people know names, and events outlive their device. */
  device?: string;
  search?: string;
  status?: DeviceEventType;
  date?: CalendarDay;
}

/** The longest search that the API takes. */
const MAX_SEARCH = 200;

export function parseFilters(address: Record<string, unknown>): Filters {
  // The router reads `?device=7` as a number.
  const text = (name: string): string =>
    typeof address[name] === "string" || typeof address[name] === "number" ? String(address[name]) : "";
  const status = DEVICE_EVENT_TYPES.find((type) => type === address.status);
  const device = text("device");
  const search = text("search").slice(0, MAX_SEARCH);
  const date = text("date");
  return {
    ...(device && { device }),
    ...(search && { search }),
    ...(status && { status }),
    ...(startOfDay(date) && { date }),
  };
}

/** The filters with one of them changed; nothing chosen takes it away. */
export function withFilter<Name extends keyof Filters>(
  filters: Filters,
  name: Name,
  value: Filters[Name] | "" | undefined,
): Filters {
  const { [name]: _before, ...others } = filters;
  return value ? { ...others, [name]: value } : others;
}

export const isFiltered = (filters: Filters): boolean => Object.keys(filters).length > 0;

export const deviceNames = (events: DeviceEvent[]): string[] =>
  [...new Set(events.map((event) => event.device_name))].sort((a, b) => a.localeCompare(b));

/**
 * What the API is asked. A name that belongs to one device asks for that device; one that belongs to several, or to
 * none that is known here, asks for the name as a search, and `hasDeviceName` keeps what is exactly meant.
 */
export function eventsQueryOf(filters: Filters, known: DeviceEvent[]): EventsQuery {
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
