import { useMemo } from "react";
import uPlot from "uplot";
import { hourText } from "../../lib/zoned-date.ts";
import { token, usePlot } from "../../ui/use-plot.ts";

interface BarsProps {
  hours: number[];
  /** From 0 to 1. */
  heights: number[];
  /** Pixels, with the axis. */
  height: number;
  /** Pixels of the axis; 0: none. */
  axis: number;
}

export default function Bars({ hours, heights, height, axis }: BarsProps) {
  const options = useMemo(() => optionsOf(height, axis), [height, axis]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn anew when one of these changed
  const data = useMemo(
    (): uPlot.AlignedData => [hours.map((hour) => hour / 1000), heights],
    [hours.join(), heights.join()],
  );
  return <div ref={usePlot(options, data)} className="min-w-0 overflow-hidden" />;
}

/** Pixels. Nearer to the left edge a label would be cut. */
const HALF_LABEL = 20;

function optionsOf(height: number, axis: number): Omit<uPlot.Options, "width"> {
  const bars = uPlot.paths.bars?.({ size: [0.7, 18, 2], align: 1 });
  return {
    height,
    // Space for the label of the last hour.
    padding: [8, 16, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    select: { show: false, left: 0, top: 0, width: 0, height: 0 },
    scales: {
      // The bar of the last hour extends to the right of its start.
      x: { time: true, range: (_, from, to) => [from, to + 3_600] },
      y: { range: () => [0, 1] },
    },
    axes: [
      {
        show: axis > 0,
        size: axis,
        gap: 4,
        space: 56,
        incrs: [3, 6, 12, 24].map((hours) => hours * 3_600),
        stroke: () => token("--ink-soft"),
        font: `12px ${token("--font-sans") || "sans-serif"}`,
        grid: { show: false },
        ticks: { show: true, size: 4, width: 1, stroke: () => token("--hairline") },
        values: (plot, splits) =>
          splits.map((at) => (plot.valToPos(at, "x") < HALF_LABEL ? "" : hourText(at * 1000))),
      },
      { show: false },
    ],
    series: [
      {},
      { width: 0, fill: () => token("--ink"), points: { show: false }, ...(bars && { paths: bars }) },
    ],
    hooks: { draw: [drawBaseline] },
  };
}

/** An hour without events is a line, not a gap. */
function drawBaseline({ ctx, bbox }: uPlot): void {
  // uPlot caches the last colour that it set.
  ctx.save();
  ctx.fillStyle = token("--edge");
  ctx.fillRect(bbox.left, bbox.top + bbox.height - devicePixelRatio, bbox.width, devicePixelRatio);
  ctx.restore();
}
