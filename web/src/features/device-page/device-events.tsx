import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { MAX_RECENT_NOTICES } from "../../../../broker/contract/limits.ts";
import type { DeviceEvent } from "../../../../worker/contract/events.ts";
import type { HistoryMessageRow } from "../../../../worker/contract/messages.ts";
import {
  NO_PART,
  type TimelinePart,
  type TimelineRow,
  timeline,
  timelineFilter,
} from "../../../../worker/contract/timeline.ts";
import { call } from "../../api/call.ts";
import { noticesQuery, refusalsQuery } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { actorText, EventWhat } from "../../devices/events/event-device.tsx";
import { deviceHistoryQuery } from "../../devices/events/event-history.ts";
import type { Folded } from "../../devices/events/fold-equal.ts";
import { useRefresh } from "../../devices/use-known.ts";
import { addDays, calendarDay } from "../../lib/calendar-day.ts";
import type { FilterSearch } from "../../lib/link-search.ts";
import { preciseMomentText } from "../../lib/time.ts";
import { Badge } from "../../ui/lamp.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { Loaded } from "../../ui/loading/loaded.tsx";
import { type Column, Table } from "../../ui/table.tsx";

export const SHOWN = 25;

const Nobody = () => <span className="text-soft">–</span>;

type Row = TimelineRow<Folded<DeviceEvent>>;

const COLUMNS: Column<Row>[] = [
  { title: "Event", cell: (row) => <What row={row} /> },
  {
    title: "By",
    cell: (row) => (
      <span className="wrap-anywhere">
        {row.kind === "event" ? actorText(row.event) || <Nobody /> : <Nobody />}
      </span>
    ),
  },
  {
    title: "Time",
    className: "whitespace-nowrap @md:text-right",
    cell: ({ at }) => <time dateTime={at}>{preciseMomentText(at)}</time>,
  },
];

function What({ row }: { row: Row }) {
  switch (row.kind) {
    case "event":
      return <EventWhat event={row.event} />;
    case "message":
      return <Message {...row.message} />;
    case "notice":
      return <Told badge={<Badge tone="idle">Notice</Badge>}>{row.notice.text}</Told>;
    case "refusal":
      return (
        <Told
          badge={
            <Link to="/dashboard/mqtt/log" search={{ at: row.at }} className="inline-flex rounded-sm">
              <Badge tone="stop">Refused</Badge>
            </Link>
          }
        >
          {row.refusal.rule} {row.refusal.advice}
        </Told>
      );
  }
}

const Told = ({ badge, children }: { badge: ReactNode; children: ReactNode }) => (
  <>
    {badge}{" "}
    <p dir="auto" className="w-full max-w-96 text-xs whitespace-normal text-soft wrap-anywhere">
      {children}
    </p>
  </>
);

/** Of a payload. Characters. */
const MOST = 200;

/** `telemetry` instead of `devices/{id}/telemetry`. */
const ownTopic = (topic: string): string => topic.split("/").slice(2).join("/") || topic;

const Message = ({ topic, payload, encoding }: HistoryMessageRow) => (
  <Told badge={<code className="text-xs wrap-anywhere">{ownTopic(topic)}</code>}>
    {encoding === "base64" ? "Bytes" : payload.length > MOST ? `${payload.slice(0, MOST)}…` : payload}
  </Told>
);

const keyOf = (row: Row): string => {
  if (row.kind === "event") return row.event.id;
  if (row.kind === "message") return `${row.at} ${row.message.topic}`;
  return row.kind === "notice" ? row.notice.id : row.refusal.id;
};

/** `isOpen`: the other lists load when somebody looks. */
function useHappenings(deviceId: string, events: TimelinePart<Folded<DeviceEvent>>, isOpen: boolean): Row[] {
  const refusals = useQuery({ ...refusalsQuery(), enabled: isOpen }).data ?? [];
  const notices = useQuery({ ...noticesQuery(), enabled: isOpen }).data ?? [];
  const messages = useQuery({
    queryKey: queryKeys.deviceMessages(deviceId),
    queryFn: () => call("listHistory", { search: { filter: timelineFilter(deviceId), limit: SHOWN } }),
    enabled: isOpen,
    refetchInterval: useRefresh(),
  }).data;
  const { happenings } = timeline(
    {
      events,
      refusals: { rows: refusals, isCut: false },
      notices: { rows: notices, isCut: notices.length >= MAX_RECENT_NOTICES },
      messages: messages ? { rows: messages.messages, isCut: messages.next !== null } : NO_PART,
    },
    { device: deviceId },
  );
  return happenings.reverse();
}

const EventsLink = ({ search, children }: { search: FilterSearch; children: string }) => (
  <Link
    to="/dashboard/devices/events"
    search={search}
    className="py-0.5 text-sm font-medium underline underline-offset-2 hover:decoration-2"
  >
    {children}
  </Link>
);

interface DeviceEventsProps {
  id: string;
  name: string;
  isOpen: boolean;
}

export function DeviceEvents({ id: deviceId, name, isOpen }: DeviceEventsProps) {
  const events = useQuery({
    ...deviceHistoryQuery(deviceId, SHOWN),
    refetchInterval: useRefresh(),
  });
  const rows = useHappenings(deviceId, events.data ?? NO_PART, isOpen);
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
        of={{ ...events, data: events.data && rows }}
        failed="The events of this device could not be loaded."
        empty="Nothing has happened yet."
      >
        {(list) => <Table label="Events" columns={COLUMNS} rows={list} rowKey={keyOf} />}
      </Loaded>
    </Panel>
  );
}
