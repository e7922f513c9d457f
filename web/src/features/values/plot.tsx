import { useMemo, useRef } from "react";
import uPlot from "uplot";
import { usePlot } from "../../ui/use-plot.ts";
import type { Drawn } from "./gaps.ts";
import { type PlotView, plotOptions, type SecondLine } from "./plot-options.ts";
import "./plot.css";

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
