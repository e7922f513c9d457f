import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { DeviceEvent } from "../../../../worker/contract/event.ts";
import { EventDevice } from "../../devices/event-device.tsx";
import { EventWhat } from "../../devices/event-what.tsx";
import { eventsQuery } from "../../devices/events.ts";
import { useRefresh } from "../../devices/use-refresh.ts";
import { ageText } from "../../devices/values.ts";
import { momentText } from "../../lib/time.ts";
import { useNow } from "../../lib/use-now.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Panel } from "../../ui/panel.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { panelLink, SHOWN } from "./shown.ts";
import { useErrorOnConsole } from "./use-error-on-console.ts";

const AGE_STEP_MS = 15_000;

const COLUMNS: Column<DeviceEvent>[] = [
  {
    title: "Device",
    cell: (event) => <EventDevice event={event} />,
  },
  { title: "Event", cell: (event) => <EventWhat event={event} /> },
  {
    title: "Time",
    className: "whitespace-nowrap @md:text-right",
    cell: ({ created_at }) => (
      <>
        <time dateTime={created_at}>{momentText(created_at)}</time> <Age of={created_at} />
      </>
    ),
  },
];

function Age({ of }: { of: string }) {
  return <span className="text-xs text-soft">{ageText(useNow(AGE_STEP_MS) - Date.parse(of))}</span>;
}

export function RecentActivity() {
  const events = useQuery({
    ...eventsQuery({ size: SHOWN }),
    select: (page) => page.events,
    refetchInterval: useRefresh(),
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
      {/* As tall as what mostly comes, so that nothing moves below it. */}
      <div className={events.data ? undefined : "min-h-54"}>
        <Loaded of={events} loading="Loading events..." empty="No events found">
          {(list) => (
            <Table label="Recent Activity" columns={COLUMNS} rows={list} rowKey={(event) => event.id} />
          )}
        </Loaded>
      </div>
    </Panel>
  );
}
