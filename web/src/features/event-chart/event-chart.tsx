import { queryOptions, useQuery } from "@tanstack/react-query";
import type { EventCounts } from "../../../../worker/contract/events.ts";
import { call } from "../../api/call.ts";
import { devicesQuery, SLOW_REFRESH_MS } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { EventDevice } from "../../devices/events/event-device.tsx";
import { timeFormat } from "../../lib/time.ts";
import { startOfHour } from "../../lib/zoned-date.ts";
import { Panel } from "../../ui/layout/panel.tsx";
import { Empty, isMissing } from "../../ui/loading/loaded.tsx";
import { part } from "../../ui/loading/part.tsx";
import { Loading } from "../../ui/loading/spinner.tsx";

const TITLE = "The last 24 hours";
const ROWS = 10;
/** Rows to reserve while the number of devices is unknown. */
const USUAL_ROWS = 5;

const countsQuery = () =>
  queryOptions({
    queryKey: queryKeys.eventCounts,
    queryFn: () =>
      call("countEvents", {
        search: { from: new Date(firstHour(Date.now())).toISOString(), hours: String(HOURS) },
      }),
    refetchInterval: SLOW_REFRESH_MS,
  });

export function EventChart() {
  const lastDay = useQuery(countsQuery());
  const { data: known } = useQuery(devicesQuery());
  // The list below shows the failure.
  if (isMissing(lastDay)) return null;
  const { data } = lastDay;
  if (!data) {
    return (
      <Panel title={TITLE} className="mt-5">
        <div className="grid *:[grid-area:1/1]">
          <Loading>Counting...</Loading>
          <Room rows={Math.min(known?.length ?? USUAL_ROWS, ROWS)} />
        </div>
      </Panel>
    );
  }
  const rows = data.devices.slice(0, ROWS);
  const rest = data.devices.length - rows.length + data.others;
  const hours = hoursFrom(Date.parse(data.from));
  const most = Math.max(0, ...rows.flatMap(({ counts }) => counts));
  return (
    <Panel
      title={TITLE}
      className="mt-5"
      aside={
        most > 0 && (
          <p className="text-xs text-soft">At most {most.toLocaleString("en-US")} in an hour, logarithmic</p>
        )
      }
    >
      {rows.length === 0 ? (
        <Empty>Nothing happened in the last 24 hours.</Empty>
      ) : (
        <>
          <HourBars hours={hours} devices={rows} />
          {rest > 0 && <p className="mt-2 text-xs text-soft">and {rest} more with fewer events</p>}
          {/* A table alone would grow to its contents, even when hidden. */}
          <div className="sr-only">
            <FiguresTable hours={hours} devices={data.devices} />
          </div>
        </>
      )}
    </Panel>
  );
}

/** Reserves the height of the rows, so that nothing moves when they arrive. */
const Room = ({ rows }: { rows: number }) => (
  <div aria-hidden="true">
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and hold nothing.
      <div key={row} className="box-content max-sm:pt-9" style={{ height: rowHeight(row === rows - 1) }} />
    ))}
  </div>
);

const hourText = timeFormat({ month: "short", day: "numeric", hour: "numeric" });

/** The same numbers for screen readers. */
function FiguresTable({ hours, devices }: { hours: number[]; devices: EventCounts["devices"] }) {
  return (
    <table>
      <caption>Activity by hour and device</caption>
      <thead>
        <tr>
          <th scope="col">Hour</th>
          {devices.map(({ device_id, device_name }) => (
            <th key={device_id} scope="col">
              {device_name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {hours.map((hour, at) => (
          <tr key={hour}>
            <th scope="row">{hourText(hour)}</th>
            {devices.map(({ device_id, counts }) => (
              <td key={device_id}>{counts[at]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Pixels. Here, because the room is reserved before the bars are loaded. */
const ROW_HEIGHT = 36;
const AXIS_HEIGHT = 26;

/** The last row has the axis of all. */
const axisHeight = (isLast: boolean): number => (isLast ? AXIS_HEIGHT : 0);
const rowHeight = (isLast: boolean): number => ROW_HEIGHT + axisHeight(isLast);

// Loaded only if there are events.
const Bars = part(() => import("./bars.tsx"), { loading: null, lost: () => null });

interface HourBarsProps {
  hours: number[];
  devices: EventCounts["devices"];
}

function HourBars({ hours, devices }: HourBarsProps) {
  const highest = Math.max(...devices.flatMap(({ counts }) => counts));
  return (
    <div className="grid gap-x-4 sm:grid-cols-[fit-content(11rem)_minmax(0,1fr)_auto]">
      {devices.map(({ device_id, device_name, counts }, row) => {
        const isLast = row === devices.length - 1;
        const height = rowHeight(isLast);
        return (
          <div
            key={device_id}
            className="grid items-start gap-x-4 max-sm:grid-cols-[minmax(0,1fr)_auto] sm:col-span-3 sm:grid-cols-subgrid"
          >
            <span
              dir="auto"
              className="min-w-0 truncate pt-3 text-left text-sm leading-6"
              title={device_name}
            >
              <EventDevice event={{ device_id, device_name }} />
            </span>
            <div
              aria-hidden="true"
              className="min-w-0 max-sm:order-last max-sm:col-span-2"
              style={{ height }}
            >
              <Bars
                hours={hours}
                heights={counts.map((count) => barHeight(count, highest))}
                height={height}
                axis={axisHeight(isLast)}
              />
            </div>
            <span aria-hidden="true" className="pt-3 text-right text-sm leading-6 text-soft tabular-nums">
              {counts.reduce((sum, count) => sum + count, 0).toLocaleString("en-US")}
            </span>
          </div>
        );
      })}
    </div>
  );
}

const HOURS = 24;
const HOUR_MS = 3_600_000;

/** The start of the first hour. Hours follow the person's time zone. */
export const firstHour = (now: number): number => startOfHour(now) - (HOURS - 1) * HOUR_MS;

export const hoursFrom = (from: number): number[] =>
  Array.from({ length: HOURS }, (_, hour) => from + hour * HOUR_MS);

/** From 0 to 1 on a logarithmic scale: 1 of 1000 stays visible. */
export const barHeight = (count: number, highest: number): number =>
  highest === 0 ? 0 : Math.log1p(count) / Math.log1p(highest);
