import type { ScheduleMark } from "../../devices/schedule-marks.ts";
import { ScheduleLegend } from "../../devices/schedule-sign.tsx";
import { Legend, LegendEntry } from "../../ui/legend.tsx";
import { RESOLUTION_TEXTS, type Resolution } from "./resolution.ts";

interface ChartLegendProps {
  resolution: Resolution;
  withLanes: boolean;
  schedules: ReadonlySet<ScheduleMark["what"]>;
}

export function ChartLegend({ resolution, withLanes, schedules }: ChartLegendProps) {
  return (
    <Legend>
      <LegendEntry sign={<path d="M0 5h16" className="stroke-ink" strokeWidth="1.5" />}>
        {resolution === "raw" ? "Every sample" : `Average of ${RESOLUTION_TEXTS[resolution]}`}
      </LegendEntry>
      {resolution !== "raw" && (
        <LegendEntry sign={<rect width="16" height="10" className="fill-hairline" />}>
          From least to most
        </LegendEntry>
      )}
      {withLanes && (
        <>
          <LegendEntry sign={<circle cx="8" cy="5" r="4" className="fill-go-lamp" />}>
            Switched on
          </LegendEntry>
          <LegendEntry
            sign={<circle cx="8" cy="5" r="3.5" className="fill-none stroke-edge" strokeWidth="1.5" />}
          >
            Switched off
          </LegendEntry>
          <ScheduleLegend drawn={schedules} />
        </>
      )}
    </Legend>
  );
}
