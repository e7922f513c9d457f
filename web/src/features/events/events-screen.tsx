import type { Filters } from "./filters.ts";

export function EventsScreen(_: { filters: Filters; onFilters: (filters: Filters) => void }) {
  return <p>Events</p>;
}
