import { keepPreviousData, type UseQueryResult, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { memo, type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import type { Device } from "../../../../worker/contract/devices.ts";
import type { DeviceEvent } from "../../../../worker/contract/events.ts";
import type { CallSearch } from "../../api/client.ts";
import { devicesQuery, LIST_REFRESH_MS } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { actorText, EventDevice, EventWhat } from "../../devices/events/event-device.tsx";
import { eventPagesQuery, foldHistory } from "../../devices/events/event-history.ts";
import { listEvents } from "../../devices/events/events.ts";
import { useRefresh } from "../../devices/use-known.ts";
import { addDays, startOfDay } from "../../lib/calendar-day.ts";
import { classNames } from "../../lib/class-names.ts";
import type { FilterSearch } from "../../lib/link-search.ts";
import { preciseMomentText } from "../../lib/time.ts";
import { Button } from "../../ui/button.tsx";
import { PageHeading, Panel } from "../../ui/layout/panel.tsx";
import { isMissing, Loaded } from "../../ui/loading/loaded.tsx";
import { Loading } from "../../ui/loading/spinner.tsx";
import { Note } from "../../ui/messages/note.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { type Filters, isFiltered, parseFilters, wrongIn } from "./filters.ts";

const OVERVIEW = { size: 100 };

const COLUMNS: Column<DeviceEvent>[] = [
  { title: "Device", cell: (event) => <EventDevice event={event} /> },
  {
    title: "Event",
    cell: (event) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <EventWhat event={event} />
        {event.actor && <span className="text-soft wrap-anywhere">by {actorText(event)}</span>}
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
  chart: ReactNode;
  search: FilterSearch;
  onFilters(filters: Filters): void;
}

const isSettled = (of: Pick<UseQueryResult, "data" | "errorUpdateCount">): boolean =>
  of.data !== undefined || isMissing(of);

/** Device names for the filter: deleted devices from the newest events, silent ones from the list of devices. */
function useKnown(): Named[] | null {
  const overview = useQuery({
    queryKey: queryKeys.eventDevices,
    queryFn: () => listEvents(OVERVIEW),
    refetchInterval: ({ state }) => (state.data?.events.length ? false : LIST_REFRESH_MS),
  });
  const devices = useQuery(devicesQuery());
  const settled = isSettled(overview) && isSettled(devices);
  const events = overview.data?.events;
  return useMemo(() => {
    if (!settled) return null;
    return events?.length ? [...events, ...(devices.data ?? []).map(namedOf)] : [];
  }, [settled, events, devices.data]);
}

export function EventsScreen({ chart, search, onFilters }: EventsScreenProps) {
  const known = useKnown();
  const [listed, setListed] = useState<boolean | null>(null);
  const filters = parseFilters(search);
  // A press in the bar is answered before the rows of its list are rendered.
  const listSearch = useDeferredValue(search);
  const listFilters = useMemo(() => parseFilters(listSearch), [listSearch]);
  const wrong = wrongIn(search);
  return (
    <>
      <PageHeading>Events</PageHeading>
      {wrong.length > 0 && (
        <Note tone="wait" live className="mb-5">
          {wrong.join(" ")}
        </Note>
      )}
      <Panel flush>
        <FilterBar filters={filters} devices={known && deviceNames(known)} onFilters={onFilters} />
        {/* Only a device's name has to be looked up. */}
        {known || listFilters.device === undefined ? (
          <KeptList filters={listFilters} known={known} onSettled={setListed} />
        ) : (
          <Loading>Loading events...</Loading>
        )}
      </Panel>
      {/* After the list, so that it does not push the list down, and unseen while it changes its length. */}
      {listed !== null && <div className={listed ? undefined : "invisible"}>{chart}</div>}
    </>
  );
}

interface EventsListProps {
  filters: Filters;
  /** Null while only filters that need no name are set. */
  known: Named[] | null;
  /** Whether the list is that of the filters. */
  onSettled(settled: boolean): void;
}

function EventsList({ filters, known, onSettled }: EventsListProps) {
  const refresh = useRefresh();
  const list = useInfiniteQuery({
    ...eventPagesQuery(eventsQueryOf(filters, known ?? [])),
    select: ({ pages }) =>
      foldHistory(pages.flatMap(({ events }) => events).filter((event) => hasDeviceName(filters, event))),
    // A list that vanishes while the next one is loaded moves everything below it.
    placeholderData: keepPreviousData,
    // all loaded pages are refetched
    refetchInterval: (query) => refresh(query) * (query.state.data?.pages.length ?? 1),
  });
  const isOld = list.isPlaceholderData;
  /** The filters of the shown list. Its rows are new ones, not moved ones, after a change of the filters. */
  const shown = useRef("");
  if (!isOld) shown.current = JSON.stringify(filters);
  const hasAny = isSettled(list);
  useEffect(() => {
    if (hasAny) onSettled(!isOld);
  }, [hasAny, isOld, onSettled]);
  return (
    <>
      <Loaded
        of={list}
        loading="Loading events..."
        failed="Failed to load events. Please try again."
        empty={isFiltered(filters) ? "No events found matching your criteria." : "No events found"}
      >
        {(events) => (
          <div key={shown.current} aria-busy={isOld} className={classNames(isOld && "opacity-60")}>
            <Table lines label="Events" columns={COLUMNS} rows={events} rowKey={(event) => event.id} />
          </div>
        )}
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

const KeptList = memo(EventsList);

type Named = Pick<DeviceEvent, "device_id" | "device_name">;

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
