/** What the events list is narrowed to, as it stands in the address of the page. What makes no sense there is left out. */

import { DEVICE_EVENT_TYPES, type DeviceEventType } from "../../../../broker/contract/device-events.ts";
import { type CalendarDay, startOfDay } from "../../lib/calendar-day.ts";

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
