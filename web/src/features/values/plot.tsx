import { useMemo, useRef } from "react";
import type uPlot from "uplot";
import { usePlot } from "../../ui/use-plot.ts";
import type { Drawn } from "./gaps.ts";
import { type PlotView, plotOptions } from "./plot-options.ts";
import "./plot.css";

interface PlotProps extends PlotView {
  drawn: Drawn;
}

export default function Plot({ drawn, ...shown }: PlotProps) {
  const view = useRef<PlotView>(shown);
  view.current = shown;
  const withLanes = shown.lanes !== null;
  const options = useMemo(() => plotOptions(withLanes, () => view.current), [withLanes]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn anew when its surroundings changed, too
  const data = useMemo(() => columnsOf(drawn), [drawn, shown.stretch, shown.lanes, shown.planned]);
  return <div ref={usePlot(options, data)} className="values-plot min-w-0 overflow-hidden" />;
}

function columnsOf({ times, figures }: Drawn): uPlot.AlignedData {
  const column = (of: "value" | "least" | "most") => figures.map((figure) => figure?.[of] ?? null);
  return [times, column("value"), column("least"), column("most")];
}
