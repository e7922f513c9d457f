import { type RefObject, useEffect, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { zonedDate } from "../lib/zoned-date.ts";

/** The value of a CSS custom property, for canvas drawings. */
export const token = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** A uPlot chart as wide as its container, in the theme's colours. New options rebuild it, new data redraw it. */
export function usePlot(
  options: Omit<uPlot.Options, "width">,
  data: uPlot.AlignedData,
): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const latest = useRef(data);
  latest.current = data;

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const drawn = new uPlot(
      // Ticks at the full hours and midnights of the person's zone.
      { ...options, width: element.clientWidth, tzDate: (at) => zonedDate(at * 1_000) },
      latest.current,
      element,
    );
    plot.current = drawn;
    const size = new ResizeObserver(() =>
      drawn.setSize({ width: element.clientWidth, height: options.height }),
    );
    size.observe(element);
    const theme = new MutationObserver(() => drawn.redraw(true, true));
    theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => {
      size.disconnect();
      theme.disconnect();
      drawn.destroy();
    };
  }, [options]);

  useEffect(() => plot.current?.setData(data), [data]);
  return box;
}
