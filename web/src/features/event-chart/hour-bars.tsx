import type { EventCounts } from "../../../../worker/contract/event.ts";
import { EventDevice } from "../../devices/event-device.tsx";
import { part } from "../../ui/part.tsx";
import { rowHeight } from "./chart-size.ts";
import { barHeight } from "./hours.ts";

// The drawing of it is only needed where something happened; without it the figures still say how much.
const Bars = part(() => import("./bars.tsx"), { loading: null, lost: () => null });

interface HourBarsProps {
  hours: number[];
  devices: EventCounts["devices"];
}

export function HourBars({ hours, devices }: HourBarsProps) {
  const highest = Math.max(...devices.flatMap(({ counts }) => counts));
  return (
    <div className="grid gap-x-4 sm:grid-cols-[fit-content(11rem)_minmax(0,1fr)_auto]">
      {devices.map(({ device_id, device_name, counts }, row) => (
        <div
          key={device_id}
          className="grid items-start gap-x-4 max-sm:grid-cols-[minmax(0,1fr)_auto] sm:col-span-3 sm:grid-cols-subgrid"
        >
          <span dir="auto" className="min-w-0 truncate pt-3 text-left text-sm leading-6" title={device_name}>
            <EventDevice event={{ device_id, device_name }} />
          </span>
          <div
            aria-hidden="true"
            className="min-w-0 max-sm:order-last max-sm:col-span-2"
            style={{ height: rowHeight(row === devices.length - 1) }}
          >
            <Bars
              hours={hours}
              heights={counts.map((count) => barHeight(count, highest))}
              withAxis={row === devices.length - 1}
            />
          </div>
          <span aria-hidden="true" className="pt-3 text-right text-sm leading-6 text-soft tabular-nums">
            {counts.reduce((sum, count) => sum + count, 0).toLocaleString("en-US")}
          </span>
        </div>
      ))}
    </div>
  );
}
