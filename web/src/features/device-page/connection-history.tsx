import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { DeviceConnection } from "../../../../worker/contract/presence.ts";
import { LIST_REFRESH_MS } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { bands, durationText, total } from "../../devices/bands.ts";
import { preciseMomentText } from "../../lib/time.ts";
import { Button } from "../../ui/button.tsx";
import { Empty, Loaded } from "../../ui/loaded.tsx";
import { Panel } from "../../ui/panel.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { BandChart } from "./band-chart.tsx";
import "./device-page.css";
import { call } from "../../api/call.ts";

const RANGES = [
  { text: "24 hours", hours: 24, markHours: 4 },
  { text: "7 days", hours: 168, markHours: 24 },
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
        {(known) => <History range={range} {...known} />}
      </Loaded>
    </Panel>
  );
}

interface HistoryProps {
  range: Range;
  stretch: { from: number; to: number };
  rows: DeviceConnection[];
}

function History({ range, stretch, rows }: HistoryProps) {
  const connected = total(bands(rows, stretch));
  const summary =
    connected > 0
      ? `Connected for ${durationText(connected)} of the last ${range.text}.`
      : `Not connected in the last ${range.text}.`;
  return (
    <>
      <div className="grid gap-2 p-5">
        <BandChart label={summary} connections={rows} stretch={stretch} hours={range.markHours} />
        <p className="text-sm text-soft">{summary}</p>
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
