/** The filters of the events list in the page's address. Invalid ones are reported and ignored. */

import {
  DEVICE_EVENT_LABELS,
  DEVICE_EVENT_TYPES,
  SWITCHED,
} from "../../../../broker/contract/device-events.ts";
import { type CalendarDay, startOfDay } from "../../lib/calendar-day.ts";
import type { FilterSearch } from "../../lib/link-search.ts";

/** Values of the filter with their labels. */
export const STATUSES = [
  ["", "All Statuses"],
  [SWITCHED, "Switched On or Off"],
  ...DEVICE_EVENT_TYPES.map((type) => [type, DEVICE_EVENT_LABELS[type]] as const),
] as const;
export type Status = Exclude<(typeof STATUSES)[number][0], "">;

export interface Filters {
  /** A device's name, because events outlive their device. */
  device?: string;
  search?: string;
  status?: Status;
  date?: CalendarDay;
}

/** The API's maximum length. */
const MAX_SEARCH = 200;

const statusOf = ({ status }: FilterSearch): Status | undefined =>
  STATUSES.map(([type]) => type).find((type): type is Status => type !== "" && type === status);

const isDay = (date: string): boolean => startOfDay(date) !== null;

export function parseFilters(address: FilterSearch): Filters {
  const { device, search, date } = address;
  const status = statusOf(address);
  return {
    ...(device && { device }),
    ...(search && { search: search.slice(0, MAX_SEARCH) }),
    ...(status && { status }),
    ...(date && isDay(date) && { date }),
  };
}

export function wrongIn(address: FilterSearch): string[] {
  const { status, date } = address;
  return [
    ...(status && !statusOf(address) ? [`There is no status “${status}”: all are shown.`] : []),
    ...(date && !isDay(date) ? [`“${date}” is not a date like 2026-11-20: all are shown.`] : []),
  ];
}

/** Returns the filters with one changed; undefined removes it. */
export function withFilter<Name extends keyof Filters>(
  filters: Filters,
  name: Name,
  value: Filters[Name] | "" | undefined,
): Filters {
  const { [name]: _before, ...others } = filters;
  return value ? { ...others, [name]: value } : others;
}

export const isFiltered = (filters: Filters): boolean => Object.keys(filters).length > 0;
