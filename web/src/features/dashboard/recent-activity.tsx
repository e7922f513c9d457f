import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { DeviceEvent } from "../../../../worker/contract/event.ts";
import { LIST_REFRESH_MS } from "../../api/queries.ts";
import { EventBadge } from "../../devices/event-badge.tsx";
import { eventsQuery } from "../../devices/events.ts";
import { momentText } from "../../lib/time.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Panel } from "../../ui/panel.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { panelLink, SHOWN } from "./shown.ts";
import { useErrorOnConsole } from "./use-error-on-console.ts";

const COLUMNS: Column<DeviceEvent>[] = [
  {
    title: "Device",
    cell: (event) => <span className="font-medium wrap-anywhere">{event.device_name}</span>,
  },
  { title: "Event", cell: (event) => <EventBadge type={event.event_type} count={event.count} /> },
  {
    title: "Time",
    className: "whitespace-nowrap @md:text-right",
    cell: (event) => <time dateTime={event.created_at}>{momentText(event.created_at)}</time>,
  },
];

export function RecentActivity() {
  const events = useQuery({
    ...eventsQuery({ size: SHOWN }),
    select: (page) => page.events,
    refetchInterval: LIST_REFRESH_MS,
  });
  useErrorOnConsole("The recent events could not be loaded.", events.error);
  return (
    <Panel
      flush
      title="Recent Activity"
      aside={
        <Link to="/dashboard/devices/events" className={panelLink}>
          View all events
        </Link>
      }
    >
      <Loaded of={events} loading="Loading events..." empty="No events found">
        {(list) => (
          <Table label="Recent Activity" columns={COLUMNS} rows={list} rowKey={(event) => event.id} />
        )}
      </Loaded>
    </Panel>
  );
}
