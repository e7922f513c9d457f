/** What the events list is narrowed to, as it stands in the address of the page. What makes no sense there is left out. */

import { DEVICE_EVENT_TYPES, type DeviceEventType } from "../../../../broker/contract/device-events.ts";
import type { EventsQuery } from "../../api/devices.ts";
import { addDays, type CalendarDay, startOfDay } from "../../lib/calendar-day.ts";

export interface Filters {
  /** A device's name: events outlive their device, and names are what people know. */
  device?: string;
  search?: string;
  status?: DeviceEventType;
  date?: CalendarDay;
}

export function parseFilters(search: Record<string, unknown>): Filters {
  // The router reads `?device=7` as a number.
  const text = (name: string): string =>
    typeof search[name] === "string" || typeof search[name] === "number" ? String(search[name]) : "";
  const status = DEVICE_EVENT_TYPES.find((type) => type === search.status);
  const device = text("device");
  const words = text("search");
  const date = text("date");
  return {
    ...(device && { device }),
    ...(words && { search: words }),
    ...(status && { status }),
    ...(startOfDay(date) && { date }),
  };
}

export const isFiltered = (filters: Filters): boolean => Object.keys(filters).length > 0;

/** The filters that the server applies; `deviceId` is the chosen device's. */
export function eventsQueryOf(filters: Filters, deviceId: string | undefined): EventsQuery {
  const from = filters.date ? startOfDay(filters.date) : null;
  const to = filters.date ? startOfDay(addDays(filters.date, 1)) : null;
  return {
    ...(deviceId && { device: deviceId }),
    ...(filters.status && { event_type: filters.status }),
    ...(from && to && { from: from.toISOString(), to: to.toISOString() }),
  };
}
