import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { DeviceEvent } from "../../../../worker/contract/events.ts";
import { actorText, EventWhat } from "../../devices/events/event-device.tsx";
import { deviceHistoryQuery } from "../../devices/events/event-history.ts";
import { useRefresh } from "../../devices/use-known.ts";
import { addDays, calendarDay } from "../../lib/calendar-day.ts";
import type { FilterSearch } from "../../lib/link-search.ts";
import { preciseMomentText } from "../../lib/time.ts";
import { Panel } from "../../ui/layout/panel.tsx";
import { Loaded } from "../../ui/loading/loaded.tsx";
import { type Column, Table } from "../../ui/table.tsx";

export const SHOWN = 25;

const Nobody = () => <span className="text-soft">–</span>;

const COLUMNS: Column<DeviceEvent>[] = [
  { title: "Event", cell: (event) => <EventWhat event={event} /> },
  { title: "By", cell: (event) => <span className="wrap-anywhere">{actorText(event) || <Nobody />}</span> },
  {
    title: "Time",
    className: "whitespace-nowrap @md:text-right",
    cell: (event) => <time dateTime={event.created_at}>{preciseMomentText(event.created_at)}</time>,
  },
];

const EventsLink = ({ search, children }: { search: FilterSearch; children: string }) => (
  <Link
    to="/dashboard/devices/events"
    search={search}
    className="py-0.5 text-sm font-medium underline underline-offset-2 hover:decoration-2"
  >
    {children}
  </Link>
);

export function DeviceEvents({ deviceId, name }: { deviceId: string; name: string }) {
  const events = useQuery({
    ...deviceHistoryQuery(deviceId, SHOWN),
    refetchInterval: useRefresh(),
  });
  return (
    <Panel
      flush
      title="Events"
      aside={
        <span className="flex gap-4">
          <EventsLink search={{ device: name, date: addDays(calendarDay(new Date()), -1) }}>
            Yesterday
          </EventsLink>
          <EventsLink search={{ device: name }}>All events</EventsLink>
        </span>
      }
    >
      <Loaded
        of={events}
        failed="The events of this device could not be loaded."
        empty="Nothing has happened yet."
      >
        {(list) => <Table label="Events" columns={COLUMNS} rows={list} rowKey={(event) => event.id} />}
      </Loaded>
    </Panel>
  );
}
