import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import type { DeviceEvent } from "../../../../worker/contract/event.ts";
import { EventBadge } from "../../api/event-badge.tsx";
import { eventsQuery, LIST_REFRESH_MS } from "../../api/queries.ts";
import { momentText } from "../../lib/time.ts";
import { Empty, Panel } from "../../ui/panel.tsx";
import { Loading } from "../../ui/spinner.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { panelLink, SHOWN } from "./shown.ts";

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
  const { data, error } = useQuery({
    ...eventsQuery({ size: SHOWN }),
    refetchInterval: LIST_REFRESH_MS,
  });
  useEffect(() => {
    if (error) console.error("The recent events could not be loaded.", error);
  }, [error]);
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
      {!data ? (
        // Also when they could not be loaded: they are asked for again and again, and none is not known.
        <Loading>Loading events...</Loading>
      ) : data.events.length > 0 ? (
        <Table label="Recent Activity" columns={COLUMNS} rows={data.events} rowKey={(event) => event.id} />
      ) : (
        <Empty>No events found</Empty>
      )}
    </Panel>
  );
}
