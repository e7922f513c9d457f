import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { DeviceConnection } from "../../../../worker/contract/presence.ts";
import { LIST_REFRESH_MS } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { bands, durationText, type Stretch, total } from "../../devices/bands.ts";
import { marksText, type ScheduleMark, scheduleMarks } from "../../devices/schedule-marks.ts";
import { ScheduleLegend } from "../../devices/schedule-sign.tsx";
import { useScheduled } from "../../devices/schedules.ts";
import { preciseMomentText } from "../../lib/time.ts";
import { Button } from "../../ui/button.tsx";
import { Legend, LegendEntry } from "../../ui/legend.tsx";
import { Empty, Loaded } from "../../ui/loaded.tsx";
import { Panel } from "../../ui/panel.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { BandChart } from "./band-chart.tsx";
import "./device-page.css";
import { call } from "../../api/call.ts";

const RANGES = [
  { text: "24 hours", hours: 24, markHours: 4, aheadHours: 4 },
  { text: "7 days", hours: 168, markHours: 24, aheadHours: 24 },
] as const;
type Range = (typeof RANGES)[number];
const HOUR_MS = 3_600_000;
/** Rows of the table; the chart shows all. */
const ROWS = 20;

const COLUMNS: Column<DeviceConnection>[] = [
  { title: "From", cell: ({ connected_at }) => <time>{preciseMomentText(connected_at)}</time> },
  {
    title: "To",
    cell: ({ disconnected_at }) =>
      disconnected_at ? <time>{preciseMomentText(disconnected_at)}</time> : "Now",
  },
  {
    title: "Lasted",
    cell: ({ connected_at, disconnected_at }) =>
      durationText((disconnected_at ? Date.parse(disconnected_at) : Date.now()) - Date.parse(connected_at)),
  },
  {
    title: "Client",
    cell: ({ client_id }) => <code className="text-xs wrap-anywhere">{client_id || "unnamed"}</code>,
  },
  {
    title: "From where",
    cell: (connection) => <span className="whitespace-nowrap">{whence(connection)}</span>,
  },
];

/** What the edge knows of where a connection comes from. */
export const whence = ({
  country,
  colo,
  protocol,
  address,
}: Pick<DeviceConnection, "country" | "colo" | "protocol"> & { address?: string | null }) =>
  [`MQTT ${protocol}`, address, country, colo].filter(Boolean).join(", ");

/** When the device was connected, for a day and for a week. */
export function ConnectionHistory({ deviceId }: { deviceId: string }) {
  const [range, setRange] = useState<Range>(RANGES[0]);
  const history = useQuery({
    queryKey: [...queryKeys.connections(deviceId), range.hours],
    queryFn: async () => {
      const to = Date.now();
      const from = to - range.hours * HOUR_MS;
      return {
        stretch: { from, to },
        rows: await call("listConnections", { id: deviceId, search: { from: new Date(from).toISOString() } }),
      };
    },
    refetchInterval: LIST_REFRESH_MS,
  });
  return (
    <Panel
      title="Connections"
      aside={
        <fieldset className="flex gap-1">
          <legend className="sr-only">How far back</legend>
          {RANGES.map((each) => (
            <Button
              key={each.text}
              size="sm"
              look={each === range ? "secondary" : "quiet"}
              aria-pressed={each === range}
              onClick={() => setRange(each)}
            >
              {each.text}
            </Button>
          ))}
        </fieldset>
      }
      flush
    >
      <Loaded of={history} failed="The connections could not be loaded.">
        {(known) => <History deviceId={deviceId} range={range} {...known} />}
      </Loaded>
    </Panel>
  );
}

interface HistoryProps {
  deviceId: string;
  range: Range;
  stretch: Stretch;
  rows: DeviceConnection[];
}

function History({ deviceId, range, stretch, rows }: HistoryProps) {
  const ahead = stretch.to + range.aheadHours * HOUR_MS;
  const schedules = scheduleMarks(useScheduled(deviceId), { from: stretch.from, to: ahead });
  const drawn = new Set(schedules.map(({ what }) => what));
  const connected = total(bands(rows, stretch));
  const summary =
    connected > 0
      ? `Connected for ${durationText(connected)} of the last ${range.text}.`
      : `Not connected in the last ${range.text}.`;
  const said = [summary, marksText(schedules)].filter(Boolean).join(" ");
  return (
    <>
      <div className="grid gap-2 p-5">
        <BandChart
          label={said}
          connections={rows}
          past={stretch}
          until={drawn.has("planned") ? ahead : stretch.to}
          schedules={schedules}
          hours={range.markHours}
        />
        <p className="text-sm text-soft">{said}</p>
        {drawn.size > 0 && <BandLegend drawn={drawn} />}
      </div>
      {rows.length > 0 ? (
        <div className="border-t border-hairline">
          <Table
            label="Connections"
            columns={COLUMNS}
            rows={rows.slice(0, ROWS)}
            rowKey={(connection) => connection.id}
          />
        </div>
      ) : (
        <Empty>No connections in this time</Empty>
      )}
    </>
  );
}

const BandLegend = ({ drawn }: { drawn: ReadonlySet<ScheduleMark["what"]> }) => (
  <Legend>
    <LegendEntry sign={<rect y="1" width="16" height="8" rx="1" className="fill-go-lamp" />}>
      Connected
    </LegendEntry>
    {drawn.has("planned") && (
      <LegendEntry sign={<path d="M8 0v10" className="stroke-ink" strokeWidth="1.5" />}>Now</LegendEntry>
    )}
    <ScheduleLegend drawn={drawn} />
  </Legend>
);
