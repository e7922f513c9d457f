import { useMemo, useRef } from "react";
import uPlot from "uplot";
import { alone, type Drawn } from "../../devices/series/gaps.ts";
import { token, usePlot } from "../../ui/use-plot.ts";
import "./plot.css";
import type { Stretch } from "../../devices/bands.ts";
import type { ScheduleMark } from "../../devices/schedules/schedule-marks.ts";
import { numberText } from "../../devices/values.ts";
import { clockText, timeFormat } from "../../lib/time.ts";
import { zonedDate } from "../../lib/zoned-date.ts";
import { drawLanes } from "./draw-lanes.ts";
import type { Lanes } from "./lanes.ts";
import { AXIS_HEIGHT, chartHeight, LANE_COUNT, LANE_HEIGHT } from "./plot-size.ts";

interface PlotProps extends PlotView {
  drawn: Drawn;
  second: Drawn | null;
  secondLine: SecondLine;
}

export default function Plot({ drawn, second, secondLine, ...shown }: PlotProps) {
  const view = useRef<PlotView>(shown);
  view.current = shown;
  const withLanes = shown.lanes !== null;
  const options = useMemo(
    () => plotOptions(withLanes, secondLine, () => view.current),
    [withLanes, secondLine],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn anew when its surroundings changed, too
  const data = useMemo(
    () => columnsOf(drawn, second),
    [drawn, second, shown.stretch, shown.lanes, shown.planned],
  );
  return <div ref={usePlot(options, data)} className="values-plot min-w-0 overflow-hidden" />;
}

function columnsOf(drawn: Drawn, second: Drawn | null): uPlot.AlignedData {
  const column = ({ figures }: Drawn, of: "value" | "least" | "most") =>
    figures.map((figure) => figure?.[of] ?? null);
  const first: uPlot.AlignedData = [
    drawn.times,
    column(drawn, "value"),
    column(drawn, "least"),
    column(drawn, "most"),
  ];
  return second ? uPlot.join([first, [second.times, column(second, "value")]]) : first;
}

interface PlotView {
  stretch: Stretch;
  unit: string | null;
  secondUnit: string | null;
  lanes: Lanes | null;
  planned: readonly ScheduleMark[];
  /** The moment under the pointer, in milliseconds. */
  onPoint(at: number | null): void;
  onDrag(from: number, to: number): void;
}

const DAY_S = 86_400;
/** Columns of the data: times, averages, minimum, maximum; then the averages of the second value. */
const [AVERAGE, LEAST, MOST, SECOND] = [1, 2, 3, 4];
const [FIRST_LINE, SECOND_LINE] = ["--chart-1", "--chart-2"];
/** Pixels. */
const [UNIT_HEIGHT, AXIS_GAP] = [24, 8];
/** Whether a second value has the same unit, and so the same axis. */
type SecondLine = "none" | "same axis" | "own axis";
/** Pixels. A shorter drag is a press. */
const LEAST_DRAG = 6;

const fitted: uPlot.Scale = {
  range: (_, least, most) => (Number.isFinite(least) ? uPlot.rangeNum(least, most, 0.1, false) : [0, 1]),
};

function plotOptions(
  withLanes: boolean,
  second: SecondLine,
  view: () => PlotView,
): Omit<uPlot.Options, "width"> {
  return {
    height: chartHeight(withLanes),
    // Space for the last label.
    padding: [UNIT_HEIGHT, second === "own axis" ? 0 : 30, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      points: { size: 7, fill: () => token("--ink") },
      drag: { setScale: false, dist: LEAST_DRAG },
    },
    scales: {
      x: { time: true, range: () => [view().stretch.from / 1_000, view().stretch.to / 1_000] },
      y: fitted,
      ...(second === "own axis" && { second: fitted }),
    },
    axes: axes(withLanes, second),
    series: [
      {},
      line(AVERAGE, FIRST_LINE),
      edge(),
      edge(),
      ...(second === "none" ? [] : [secondLine(second)]),
    ],
    bands: [{ series: [MOST, LEAST], fill: () => token("--hairline") }],
    hooks: {
      draw: [
        (plot) => {
          const { lanes, planned } = view();
          if (lanes) drawLanes(plot, lanes, planned);
          drawUnits(plot, view(), second);
        },
      ],
      setCursor: [
        ({ cursor: { idx }, data }) => view().onPoint(idx == null ? null : (data[0][idx] ?? 0) * 1_000),
      ],
      setSelect: [(plot) => tellDrag(plot, view())],
    },
  };
}

function tellDrag(plot: uPlot, { onDrag }: PlotView): void {
  const { left, width } = plot.select;
  if (width < LEAST_DRAG) return;
  plot.setSelect({ ...plot.select, left: 0, width: 0 }, false);
  onDrag(plot.posToVal(left, "x") * 1_000, plot.posToVal(left + width, "x") * 1_000);
}

function axes(withLanes: boolean, second: SecondLine): uPlot.Axis[] {
  const lanes = withLanes ? LANE_COUNT * LANE_HEIGHT : 0;
  const words = { stroke: () => token("--ink-soft"), font: `12px ${token("--font-sans") || "sans-serif"}` };
  const grid = { show: true, width: 1, stroke: () => token("--well") };
  const values: uPlot.Axis = {
    ...words,
    ticks: { show: false },
    size: 68,
    gap: AXIS_GAP,
    space: 36,
    values: (_, splits) => splits.map((split) => numberText(split)),
  };
  return [
    {
      ...words,
      grid,
      ticks: { show: false },
      size: AXIS_HEIGHT + lanes,
      gap: AXIS_GAP + lanes,
      space: 76,
      values: timeTexts,
    },
    { ...values, grid, ...(second === "own axis" && { stroke: () => token(FIRST_LINE) }) },
    ...(second === "own axis"
      ? [
          {
            ...values,
            stroke: () => token(SECOND_LINE),
            scale: "second",
            side: 1 as const,
            size: 56,
            grid: { show: false },
          },
        ]
      : []),
  ];
}

/** Above each axis. Two axes have the colours of their lines. */
function drawUnits({ ctx, bbox }: uPlot, { unit, secondUnit }: PlotView, second: SecondLine): void {
  const isOwn = second === "own axis";
  ctx.save();
  ctx.font = `${12 * devicePixelRatio}px ${token("--font-sans") || "sans-serif"}`;
  ctx.textBaseline = "top";
  const draw = (text: string, colour: string, align: "left" | "right", x: number) => {
    ctx.fillStyle = token(colour);
    ctx.textAlign = align;
    ctx.fillText(text, x, 2 * devicePixelRatio);
  };
  const gap = AXIS_GAP * devicePixelRatio;
  // A long unit begins at the edge.
  const left = Math.max(bbox.left - gap, ctx.measureText(unit ?? "").width);
  if (unit) draw(unit, isOwn ? FIRST_LINE : "--ink-soft", "right", left);
  if (secondUnit && isOwn) draw(secondUnit, SECOND_LINE, "left", bbox.left + bbox.width + gap);
  ctx.restore();
}

const minuteText = timeFormat({ hour: "numeric", minute: "2-digit" });
const dayText = timeFormat({ month: "short", day: "numeric" });

function timeTexts(_: uPlot, splits: number[], _axis: number, _space: number, step: number): string[] {
  const text = step < 60 ? clockText : minuteText;
  return splits.map((split) => {
    const at = zonedDate(split * 1_000);
    const isMidnight = at.getHours() + at.getMinutes() + at.getSeconds() === 0;
    return (step >= DAY_S || isMidnight ? dayText : text)(split * 1_000);
  });
}

const line = (column: number, colour: string): uPlot.Series => ({
  width: 1.5,
  stroke: () => token(colour),
  points: {
    size: 5,
    fill: () => token(colour),
    // Where the line shows all points, draw dots only for single ones.
    filter: (plot, _series, show) => (show ? null : alone([...(plot.data[column] ?? [])])),
  },
});

const secondLine = (second: SecondLine): uPlot.Series => ({
  ...line(SECOND, SECOND_LINE),
  dash: [5, 3],
  ...(second === "own axis" && { scale: "second" }),
});

/** One side of the band; its edge is invisible. */
const edge = (): uPlot.Series => ({ width: 0, points: { show: false } });
