import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { DeviceEvent } from "../../../../worker/contract/event.ts";
import { LIST_REFRESH_MS } from "../../api/queries.ts";
import { actorText } from "../../devices/actor-text.ts";
import { EventBadge } from "../../devices/event-badge.tsx";
import { EventDevice } from "../../devices/event-device.tsx";
import { eventPagesQuery, eventsQuery } from "../../devices/events.ts";
import { preciseMomentText } from "../../lib/time.ts";
import { Button } from "../../ui/button.tsx";
import { isMissing, Loaded } from "../../ui/loaded.tsx";
import { PageHeading, Panel } from "../../ui/panel.tsx";
import { Loading } from "../../ui/spinner.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { deviceNames, eventsQueryOf, hasDeviceName } from "./events-query.ts";
import { FilterBar } from "./filter-bar.tsx";
import { type Filters, isFiltered } from "./filters.ts";

/** As many of the newest events as one answer holds: whose names the filter offers. */
const OVERVIEW = { size: 100 };

const COLUMNS: Column<DeviceEvent>[] = [
  {
    title: "Device",
    cell: (event) => <EventDevice event={event} />,
  },
  {
    title: "Event",
    cell: (event) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <EventBadge type={event.event_type} count={event.count} />
        {event.schedule && <span className="text-soft wrap-anywhere">by {actorText(event)}</span>}
      </span>
    ),
  },
  {
    title: "Time",
    className: "whitespace-nowrap @md:text-right",
    cell: (event) => <time dateTime={event.created_at}>{preciseMomentText(event.created_at)}</time>,
  },
];

interface EventsScreenProps {
  /** Stands over the list. */
  chart: ReactNode;
  filters: Filters;
  onFilters(filters: Filters): void;
}

export function EventsScreen({ chart, filters, onFilters }: EventsScreenProps) {
  const overview = useQuery({ ...eventsQuery(OVERVIEW), refetchInterval: LIST_REFRESH_MS });
  const known = overview.data?.events ?? [];
  const asked = overview.data !== undefined || isMissing(overview);
  return (
    <>
      <PageHeading>Events</PageHeading>
      {chart}
      <Panel flush>
        <FilterBar filters={filters} devices={asked ? deviceNames(known) : null} onFilters={onFilters} />
        {asked ? <EventsList filters={filters} known={known} /> : <Loading>Loading events...</Loading>}
      </Panel>
    </>
  );
}

/** `known`: events whose devices' names are known, to ask for a device by its id. */
function EventsList({ filters, known }: { filters: Filters; known: DeviceEvent[] }) {
  const list = useInfiniteQuery({
    ...eventPagesQuery(eventsQueryOf(filters, known)),
    select: ({ pages }) =>
      pages.flatMap(({ events }) => events).filter((event) => hasDeviceName(filters, event)),
    refetchInterval: LIST_REFRESH_MS,
  });
  return (
    <>
      <Loaded
        of={list}
        loading="Loading events..."
        failed="Failed to load events. Please try again."
        empty={isFiltered(filters) ? "No events found matching your criteria." : "No events found"}
      >
        {(events) => <Table label="Events" columns={COLUMNS} rows={events} rowKey={(event) => event.id} />}
      </Loaded>
      {list.hasNextPage && (
        <div className="border-t border-hairline p-3 text-center">
          <Button busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
            Show older events
          </Button>
        </div>
      )}
    </>
  );
}
