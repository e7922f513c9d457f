import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useMemo, useState } from "react";
import type { SeriesSource } from "../../../../broker/contract/telemetry.ts";
import type { LastValue } from "../../../../worker/contract/values.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { type Scheduled, type ScheduleMark, scheduleMarks } from "../../devices/schedule-marks.ts";
import { ScheduleLegend } from "../../devices/schedule-sign.tsx";
import { useScheduled } from "../../devices/schedules.ts";
import { useMeasured } from "../../devices/use-measured.ts";
import { ValueName } from "../../devices/value-name.tsx";
import { classNames } from "../../lib/class-names.ts";
import { Legend, LegendEntry } from "../../ui/legend.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { part } from "../../ui/part.tsx";
import { CsvButton } from "./csv-button.tsx";
import { FiguresTable } from "./figures-table.tsx";
import { drawnOf, figuresOf } from "./gaps.ts";
import { type Lanes, lanesQuery } from "./lanes.ts";
import { chartHeight } from "./plot-size.ts";
import { dragged, type Range } from "./range.ts";
import { RESOLUTION_TEXTS, type Resolution } from "./resolution.ts";
import { pointText, stretchText, summaryText } from "./sentences.ts";
import { figuresQuery, type Shown, shownWith } from "./sources.ts";
import { useFollowed } from "./use-followed.ts";

// Loads the chart library. Until then, and without it, the sentence and the table show the data.
const Plot = part(() => import("./plot.tsx"), { loading: null });

/** Delay before the chart of a channel is refetched after a new value. */
const HEARD_MS = 2_000;

interface SeriesChartProps {
  source: SeriesSource;
  told: LastValue;
  range: Range;
  onRange(range: Range): void;
  /** Returns whether the chart uses the key. */
  onKey(key: string): boolean;
}

export function SeriesChart(props: SeriesChartProps) {
  const { source, told, range } = props;
  const valueKey = told.key;
  const client = useQueryClient();
  const shown = useQuery(figuresQuery(source, valueKey, range));
  useMeasured("channel" in source ? source : null, HEARD_MS, () => {
    void client.invalidateQueries({ queryKey: queryKeys.seriesOf(source, valueKey) });
  });
  const followed = useFollowed(shown.data?.figures, told);
  const device = "device" in source ? source.device : null;
  const lanes = useQuery(lanesQuery(device, range));
  const scheduled = useScheduled(device);
  return (
    <Loaded of={shown} failed="The values could not be loaded.">
      {(found) => (
        <Chart
          {...props}
          shown={"last" in range ? shownWith(found, followed) : found}
          lanes={device === null ? null : (lanes.data ?? NO_LANES)}
          scheduled={scheduled}
          isOld={shown.isPlaceholderData}
        />
      )}
    </Loaded>
  );
}

/** Placeholder while loading; keeps the lanes' space. */
const NO_LANES: Lanes = { connected: [], on: [], marks: [] };

const drawnSchedules = (lanes: Lanes | null, planned: readonly ScheduleMark[]) =>
  new Set([
    ...(lanes?.marks.some(({ bySchedule }) => bySchedule) ? (["taken"] as const) : []),
    ...planned.map(({ what }) => what),
  ]);

interface ChartProps extends SeriesChartProps {
  shown: Shown;
  lanes: Lanes | null;
  scheduled: readonly Scheduled[];
  isOld: boolean;
}

function Chart({ source, told, onRange, onKey, shown, lanes, scheduled, isOld }: ChartProps) {
  const { figures, stretch, unit } = shown;
  const { key: valueKey } = told;
  const name = told.name ?? valueKey;
  const [pointed, setPointed] = useState<number | null>(null);
  const list = useMemo(() => figuresOf(figures), [figures]);
  const drawn = useMemo(() => drawnOf(list, figures.resolution, stretch.to), [list, figures, stretch]);
  // past runs are among the switches
  const planned = useMemo(
    () => scheduleMarks(scheduled, stretch).filter(({ what }) => what === "planned" || what === "missed"),
    [scheduled, stretch],
  );
  const figure = pointed === null ? null : drawn.figures[pointed];
  const press = (event: KeyboardEvent) => {
    const isOurs = !(event.ctrlKey || event.metaKey || event.altKey) && onKey(event.key);
    if (isOurs) event.preventDefault();
  };
  return (
    <figure aria-label={`${name} over time`} className="grid min-w-0 gap-3">
      <figcaption className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-sm">
        <ValueName told={told} className="font-medium text-ink!" />
        <span className="text-soft tabular-nums">
          {figure ? pointText(figure, figures.resolution, unit) : summaryText(list, unit)}
        </span>
      </figcaption>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys do what the buttons above it do
        tabIndex={0}
        aria-label={`Chart of ${name}, ${stretchText(stretch)}. ${summaryText(list, unit)} Plus and minus zoom, the arrows move it, 0 leads back.`}
        onKeyDown={press}
        aria-busy={isOld}
        className={classNames("min-w-0 rounded-sm", isOld && "opacity-60")}
        style={{ height: chartHeight(lanes !== null) }}
      >
        <Plot
          drawn={drawn}
          stretch={stretch}
          lanes={lanes}
          planned={planned}
          onPoint={setPointed}
          onDrag={(from, to) => onRange(dragged(from, to, Date.now()))}
        />
      </section>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <ChartLegend
          resolution={figures.resolution}
          withLanes={lanes !== null}
          schedules={drawnSchedules(lanes, planned)}
        />
        <CsvButton source={source} valueKey={valueKey} shown={shown} />
      </div>
      <FiguresTable figures={list} resolution={figures.resolution} unit={unit} />
    </figure>
  );
}

interface ChartLegendProps {
  resolution: Resolution;
  withLanes: boolean;
  schedules: ReadonlySet<ScheduleMark["what"]>;
}

function ChartLegend({ resolution, withLanes, schedules }: ChartLegendProps) {
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
