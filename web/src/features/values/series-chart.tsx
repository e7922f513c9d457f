import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, type ReactNode, useMemo, useState } from "react";
import type { SeriesSource } from "../../../../broker/contract/telemetry.ts";
import type { LastValue } from "../../../../worker/contract/series.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { type Scheduled, type ScheduleMark, scheduleMarks } from "../../devices/schedules/schedule-marks.ts";
import { ScheduleLegend } from "../../devices/schedules/schedule-sign.tsx";
import { useScheduled } from "../../devices/schedules/schedules.ts";
import { closest, drawnOf, type Figure, figuresOf, withoutLead } from "../../devices/series/gaps.ts";
import { RESOLUTION_TEXTS, type SeriesResolution } from "../../devices/series/resolution.ts";
import { useMeasured } from "../../devices/use-known.ts";
import { ValueName } from "../../devices/value-line.tsx";
import { classNames } from "../../lib/class-names.ts";
import { Legend, LegendEntry } from "../../ui/legend.tsx";
import { Loaded } from "../../ui/loading/loaded.tsx";
import { part } from "../../ui/loading/part.tsx";
import { CsvButton } from "./csv-button.tsx";
import { FiguresTable } from "./figures-table.tsx";
import { type Lanes, lanesQuery } from "./lanes.ts";
import { PictureButton } from "./picture-button.tsx";
import { chartHeight } from "./plot-size.ts";
import { dragged, type Range } from "./range.ts";
import { decimalsOf, pointText, stretchText, summaryText } from "./sentences.ts";
import { figuresQuery, type Shown, shownWith } from "./sources.ts";
import { within } from "./switched.ts";
import { useFollowed } from "./value-tile.tsx";

// Loads the chart library. Until then, and without it, the sentence and the table show the data.
const Plot = part(() => import("./plot.tsx"), { loading: null });

/** Delay before the chart of a channel is refetched after a new value. */
const HEARD_MS = 2_000;

interface SeriesChartProps {
  source: SeriesSource;
  lastValue: LastValue;
  /** Another value of the device in the same chart. */
  second: LastValue | null;
  /** Shown under the chart. */
  tools: ReactNode;
  /** All values for the CSV file. */
  keys: readonly string[];
  range: Range;
  /** The range was not chosen, so it may begin at the first value. */
  fits: boolean;
  onRange(range: Range): void;
  /** Returns whether the chart uses the key. */
  onKey(key: string): boolean;
}

export function SeriesChart(props: SeriesChartProps) {
  const { source, lastValue, range } = props;
  const valueKey = lastValue.key;
  const client = useQueryClient();
  const shown = useQuery(figuresQuery(source, valueKey, range));
  useMeasured("channel" in source ? source : null, HEARD_MS, () => {
    void client.invalidateQueries({ queryKey: queryKeys.seriesOf(source, valueKey) });
  });
  const followed = useFollowed(shown.data?.figures, lastValue);
  const compared = useCompared(source, props.second, range);
  const device = "device" in source ? source.device : null;
  const lanes = useQuery(lanesQuery(device, range));
  const scheduled = useScheduled(device);
  return (
    <Loaded of={shown} failed="The values could not be loaded.">
      {(found) => (
        <Chart
          {...props}
          shown={"last" in range ? shownWith(found, followed) : found}
          compared={compared}
          lanes={device === null ? null : (lanes.data ?? NO_LANES)}
          scheduled={scheduled}
          isOld={shown.isPlaceholderData}
        />
      )}
    </Loaded>
  );
}

interface Compared {
  lastValue: LastValue;
  shown: Shown;
}

/** The data of a second value; null without one, and until it is loaded. */
function useCompared(source: SeriesSource, second: LastValue | null, range: Range): Compared | null {
  const { data } = useQuery({ ...figuresQuery(source, second?.key ?? "", range), enabled: second !== null });
  return second && data ? { lastValue: second, shown: data } : null;
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
  compared: Compared | null;
  lanes: Lanes | null;
  scheduled: readonly Scheduled[];
  isOld: boolean;
}

const drawnFigures = ({ figures, stretch }: Shown) => {
  const list = figuresOf(figures);
  return { list, drawn: drawnOf(list, figures.resolution, stretch.to) };
};

function Chart(props: ChartProps) {
  const { source, lastValue, tools, keys, onRange, onKey, shown, compared, scheduled, isOld } = props;
  const { figures, unit } = shown;
  const stretch = useMemo(
    () => (props.fits ? withoutLead(shown.figures.points, shown.stretch) : shown.stretch),
    [props.fits, shown],
  );
  const lanes = useMemo(
    () => props.lanes && { ...props.lanes, marks: within(props.lanes.marks, stretch) },
    [props.lanes, stretch],
  );
  const { key: valueKey } = lastValue;
  const name = lastValue.name ?? valueKey;
  const [pointed, setPointed] = useState<number | null>(null);
  const { list, drawn } = useMemo(() => drawnFigures(shown), [shown]);
  const second = useMemo(() => compared && drawnFigures(compared.shown), [compared]);
  // past runs are among the switches
  const planned = useMemo(
    () => scheduleMarks(scheduled, stretch).filter(({ what }) => what === "planned" || what === "missed"),
    [scheduled, stretch],
  );
  const press = (event: KeyboardEvent) => {
    const isOurs = !(event.ctrlKey || event.metaKey || event.altKey) && onKey(event.key);
    if (isOurs) event.preventDefault();
  };
  return (
    <figure aria-label={`${name} over time`} className="grid min-w-0 gap-3">
      {/* On a phone below the chart, which is then in the first screen. */}
      <figcaption className="grid min-w-0 gap-y-0.5 text-sm max-sm:order-1">
        <Caption lastValue={lastValue} shown={shown} list={list} pointed={pointed} dashed={false} />
        {compared && second && <Caption {...compared} list={second.list} pointed={pointed} dashed={true} />}
        {props.second && !compared && (
          <div className="invisible" aria-hidden="true">
            <Caption lastValue={props.second} shown={shown} list={list} pointed={null} dashed={true} />
          </div>
        )}
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
          second={second?.drawn ?? null}
          secondLine={compared ? (compared.shown.unit === unit ? "same axis" : "own axis") : "none"}
          stretch={stretch}
          unit={unit}
          secondUnit={compared?.shown.unit ?? null}
          lanes={lanes}
          planned={planned}
          onPoint={setPointed}
          onDrag={(from, to) => onRange(dragged(from, to, Date.now()))}
        />
      </section>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 max-sm:order-2">
        <ChartLegend
          resolution={figures.resolution}
          withLanes={lanes !== null}
          schedules={drawnSchedules(lanes, planned)}
        />
        <div className="flex flex-wrap items-center gap-2">
          {tools}
          <PictureButton name={name} />
          <CsvButton source={source} keys={keys} shown={shown} />
        </div>
      </div>
      <div className="min-w-0 max-sm:order-3">
        <FiguresTable figures={list} resolution={figures.resolution} unit={unit} />
      </div>
    </figure>
  );
}

interface CaptionProps extends Compared {
  list: readonly Figure[];
  /** The moment under the pointer. */
  pointed: number | null;
  dashed: boolean;
}

/** A line of the chart: its name, and the value under the pointer or the whole range. */
function Caption({ lastValue, shown: { figures, unit }, list, pointed, dashed }: CaptionProps) {
  const figure = pointed === null ? null : closest(list, pointed);
  const decimals = useMemo(() => decimalsOf(list), [list]);
  return (
    <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
      <svg viewBox="0 0 16 10" className="h-2.5 w-4 shrink-0" aria-hidden="true">
        <path
          d="M0 5h16"
          className={dashed ? "stroke-chart-2" : "stroke-chart-1"}
          strokeWidth="1.5"
          strokeDasharray={dashed ? "4 2" : undefined}
        />
      </svg>
      <ValueName lastValue={lastValue} className="font-medium text-ink!" />
      <span className="text-soft tabular-nums">
        {figure ? pointText(figure, figures.resolution, unit, decimals) : summaryText(list, unit)}
      </span>
    </p>
  );
}

interface ChartLegendProps {
  resolution: SeriesResolution;
  withLanes: boolean;
  schedules: ReadonlySet<ScheduleMark["what"]>;
}

function ChartLegend({ resolution, withLanes, schedules }: ChartLegendProps) {
  return (
    <Legend>
      <LegendEntry sign={<path d="M0 5h16" className="stroke-chart-1" strokeWidth="1.5" />}>
        {resolution === "raw" ? "Every sample" : `Average of ${RESOLUTION_TEXTS[resolution]}`}
      </LegendEntry>
      {resolution !== "raw" && (
        <LegendEntry sign={<rect width="16" height="10" className="fill-hairline" />}>
          From minimum to maximum
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
