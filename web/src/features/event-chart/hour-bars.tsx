import { useEffect, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { AXIS_HEIGHT, ROW_HEIGHT } from "./chart-size.ts";
import type { DeviceHours } from "./hours.ts";

interface HourBarsProps {
  hours: number[];
  devices: DeviceHours[];
}

/** A row of bars for each device, all to the same measure, with the hours under the last one. */
export default function HourBars({ hours, devices }: HourBarsProps) {
  const highest = Math.max(...devices.flatMap(({ counts }) => counts));
  return (
    <div className="grid gap-x-4 sm:grid-cols-[fit-content(11rem)_minmax(0,1fr)_auto]">
      {devices.map(({ deviceId, name, counts, total }, row) => (
        <div
          key={deviceId}
          className="grid items-start gap-x-4 max-sm:grid-cols-[minmax(0,1fr)_auto] sm:col-span-3 sm:grid-cols-subgrid"
        >
          <span className="truncate pt-3 text-sm leading-6" title={name}>
            {name}
          </span>
          <div className="min-w-0 max-sm:order-last max-sm:col-span-2">
            <Bars hours={hours} counts={counts} highest={highest} withAxis={row === devices.length - 1} />
          </div>
          <span className="pt-3 text-right text-sm leading-6 text-soft tabular-nums">
            {total.toLocaleString("en-US")}
          </span>
        </div>
      ))}
    </div>
  );
}

interface BarsProps {
  hours: number[];
  counts: number[];
  highest: number;
  withAxis: boolean;
}

function Bars({ hours, counts, highest, withAxis }: BarsProps) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const data = useRef<uPlot.AlignedData>([[], []]);
  data.current = [hours.map((hour) => hour / 1000), counts];
  const top = useRef(highest);
  top.current = highest;

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const height = ROW_HEIGHT + (withAxis ? AXIS_HEIGHT : 0);
    const drawn = new uPlot(
      optionsOf({ width: element.clientWidth, height, withAxis, top: () => top.current }),
      data.current,
      element,
    );
    plot.current = drawn;
    const size = new ResizeObserver(() => drawn.setSize({ width: element.clientWidth, height }));
    size.observe(element);
    // Its colours are those of the theme.
    const theme = new MutationObserver(() => drawn.redraw(false, true));
    theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => {
      size.disconnect();
      theme.disconnect();
      drawn.destroy();
    };
  }, [withAxis]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn anew when one of these changed
  useEffect(() => plot.current?.setData(data.current), [hours.join(), counts.join(), highest]);

  return <div ref={box} className="min-w-0 overflow-hidden" />;
}

const token = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();

interface Drawing {
  width: number;
  height: number;
  withAxis: boolean;
  top(): number;
}

function optionsOf({ width, height, withAxis, top }: Drawing): uPlot.Options {
  const bars = uPlot.paths.bars?.({ size: [0.7, 18, 2], align: 1 });
  return {
    width,
    height,
    padding: [8, 0, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    select: { show: false, left: 0, top: 0, width: 0, height: 0 },
    scales: {
      // The last hour has its bar to the right of where it begins.
      x: { time: true, range: (_, from, to) => [from, to + 3_600] },
      y: { range: () => [0, Math.max(top(), 1)] },
    },
    axes: [
      {
        show: withAxis,
        size: AXIS_HEIGHT,
        gap: 4,
        space: 56,
        incrs: [3, 6, 12, 24].map((hours) => hours * 3_600),
        stroke: () => token("--ink-soft"),
        font: `12px ${token("--font-sans") || "sans-serif"}`,
        grid: { show: false },
        ticks: { show: true, size: 4, width: 1, stroke: () => token("--hairline") },
        values: (_, splits) =>
          splits.map((at) => new Date(at * 1000).toLocaleTimeString("en-US", { hour: "numeric" })),
      },
      { show: false },
    ],
    series: [
      {},
      {
        width: 0,
        fill: () => token("--ink"),
        points: { show: false },
        ...(bars && { paths: bars }),
      },
    ],
    hooks: { draw: [drawBaseline] },
  };
}

/** Silence is a line, not a gap. */
function drawBaseline({ ctx, bbox }: uPlot): void {
  ctx.fillStyle = token("--edge");
  ctx.fillRect(bbox.left, bbox.top + bbox.height - devicePixelRatio, bbox.width, devicePixelRatio);
}
