import type { Device } from "../../../../worker/contract/devices.ts";
import type { DeviceEvent } from "../../../../worker/contract/events.ts";
import type { CallSearch } from "../../api/client.ts";
import { addDays, startOfDay } from "../../lib/calendar-day.ts";
import type { Filters } from "./filters.ts";

export type Named = Pick<DeviceEvent, "device_id" | "device_name">;

export const namedOf = ({ id, name }: Pick<Device, "id" | "name">): Named => ({
  device_id: id,
  device_name: name,
});

export const deviceNames = (known: readonly Named[]): string[] =>
  [...new Set(known.map(({ device_name }) => device_name))].sort((a, b) => a.localeCompare(b));

/**
 * The API's query. A name of exactly one device becomes its id. Otherwise the name is a search, and `hasDeviceName`
 * drops other matches.
 */
export function eventsQueryOf(filters: Filters, known: readonly Named[]): CallSearch<"listEvents"> {
  const named = known.filter(({ device_name }) => device_name === filters.device);
  const ids = [...new Set(named.map(({ device_id }) => device_id))];
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

export const hasDeviceName = (filters: Filters, event: Named): boolean =>
  filters.device === undefined || event.device_name === filters.device;
