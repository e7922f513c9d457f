import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { DeviceConnection, DeviceDetail } from "../../../../worker/contract/devices.ts";
import type { DeviceEvent } from "../../../../worker/contract/events.ts";
import { EVENTS_PAGE } from "../../../../worker/contract/limits.ts";
import { call } from "../../api/call.ts";
import { LANES_REFRESH_MS } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { bands, type ConnectionBand, durationText, marks, type Stretch, total } from "../../devices/bands.ts";
import { listEvents } from "../../devices/events/events.ts";
import { marksText, type ScheduleMark, scheduleMarks } from "../../devices/schedules/schedule-marks.ts";
import { ScheduleLegend, ScheduleSign } from "../../devices/schedules/schedule-sign.tsx";
import { useScheduled } from "../../devices/schedules/schedules.ts";
import { timeFormat } from "../../lib/time.ts";
import { hourText } from "../../lib/zoned-date.ts";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { Legend, LegendEntry } from "../../ui/legend.tsx";
import { Empty, Loaded } from "../../ui/loading/loaded.tsx";
import { ConnectionsTable } from "./connections-table.tsx";

const RANGES = [
  { text: "24 hours", hours: 24, markHours: 4, aheadHours: 4 },
  { text: "7 days", hours: 168, markHours: 24, aheadHours: 24 },
] as const;
type Range = (typeof RANGES)[number];
const HOUR_MS = 3_600_000;
type Whose = Pick<DeviceDetail, "id" | "found" | "connected" | "created_at">;

export function ConnectionHistory({ device }: { device: Whose }) {
  const { id, found, connected } = device;
  const [range, setRange] = useState<Range>(RANGES[0]);
  const history = useQuery({
    queryKey: [...queryKeys.connections(id), range.hours, found && connected],
    queryFn: async () => {
      const to = Date.now();
      const from = to - range.hours * HOUR_MS;
      return {
        stretch: { from, to },
        rows: found
          ? await readStays(device, from)
          : await call("listConnections", { id, search: { from: new Date(from).toISOString() } }),
      };
    },
    refetchInterval: LANES_REFRESH_MS,
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
        {(known) => <History deviceId={id} range={range} {...known} />}
      </Loaded>
    </Panel>
  );
}

interface HistoryProps {
  deviceId: string;
  range: Range;
  stretch: Stretch;
  rows: (ConnectionBand | DeviceConnection)[];
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
          <ConnectionsTable rows={rows} />
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

const TRACK = 28;
const SCALE = 24;
/** Space above the track for schedule marks. */
const SIGNS = 18;
/** Marks closer to an end than this have no space for their text. */
const MARGIN = 0.05;
/** Bands narrower than this are not drawn. */
const LEAST = 0.0005;
const dayText = timeFormat({ weekday: "short", day: "numeric" });

const percent = (share: number): string => `${(share * 100).toFixed(3)}%`;

interface BandChartProps {
  label: string;
  connections: readonly ConnectionBand[];
  /** From the start to now. */
  past: Stretch;
  /** The end: later than now if a run is planned. */
  until: number;
  schedules: readonly ScheduleMark[];
  /** Hours between two marks of the scale. */
  hours: number;
}

function BandChart({ label, connections, past, until, schedules, hours }: BandChartProps) {
  const share = (at: number) => (at - past.from) / (until - past.from);
  // Percentages instead of a scaled drawing keep the text size on every screen.
  const x = (at: number) => percent(share(at));
  const format = hours < 24 ? hourText : dayText;
  const top = schedules.length > 0 ? SIGNS : 0;
  const scale = marks({ from: past.from, to: until }, hours);
  return (
    <svg height={top + TRACK + SCALE} role="img" aria-label={label} className="block w-full overflow-visible">
      <rect y={top + 0.5} width="100%" height={TRACK} rx="3" className="band-track" />
      {bands(connections, past).map((band) => (
        <rect
          key={band.from}
          x={x(band.from)}
          y={top + 4}
          width={percent(Math.max(share(band.to) - share(band.from), LEAST))}
          height={TRACK - 7}
          className="band"
        />
      ))}
      {until > past.to && (
        <line x1={x(past.to)} x2={x(past.to)} y1={top} y2={top + TRACK + 1} className="band-now" />
      )}
      {schedules.map((mark) => (
        <svg key={`${mark.at} ${mark.name}`} x={x(mark.at)} overflow="visible">
          <title>{mark.name}</title>
          <line y1={SIGNS / 2} y2={top + TRACK} className="band-plan" />
          <g transform={`translate(0 ${SIGNS / 2 - 1})`}>
            <ScheduleSign {...mark} />
          </g>
        </svg>
      ))}
      {scale.map((at) => (
        <g key={at}>
          <line x1={x(at)} x2={x(at)} y1={top + TRACK + 1} y2={top + TRACK + 6} className="band-tick" />
          {share(at) > MARGIN && share(at) < 1 - MARGIN && (
            <text x={x(at)} y={top + TRACK + SCALE - 4} textAnchor="middle" className="band-mark">
              {format(at)}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}

// When a discovered device was online, from its events: it has no connections here. Pure.

type Come = Pick<DeviceEvent, "event_type" | "created_at">;

const byTime = (a: Come, b: Come): number => Date.parse(a.created_at) - Date.parse(b.created_at);

/** Newest first. If the first event is a disconnect, the device was online since it was added. */
export function staysOf(
  events: readonly Come[],
  { connected, created_at: added }: Pick<DeviceDetail, "connected" | "created_at">,
): ConnectionBand[] {
  const comings = events.toSorted(byTime);
  const stays: ConnectionBand[] = [];
  let since = comings[0]?.event_type === "connected" ? null : added;
  for (const { event_type, created_at } of comings) {
    if (event_type === "connected") since ??= created_at;
    if (event_type !== "disconnected" || since === null) continue;
    stays.push({ connected_at: since, disconnected_at: created_at });
    since = null;
  }
  if (connected)
    stays.push({ connected_at: since ?? comings.at(-1)?.created_at ?? added, disconnected_at: null });
  return stays.toReversed();
}

async function readStays(
  device: Pick<DeviceDetail, "id" | "connected" | "created_at">,
  from: number,
): Promise<ConnectionBand[]> {
  const comings = (["connected", "disconnected"] as const).map((event_type) =>
    listEvents({ device: device.id, event_type, size: EVENTS_PAGE.max }),
  );
  const events = (await Promise.all(comings)).flatMap((page) => page.events);
  return staysOf(events, device).filter(
    ({ disconnected_at }) => disconnected_at === null || Date.parse(disconnected_at) > from,
  );
}
