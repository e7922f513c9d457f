/** A small chart of a value: its last 24 hours as the owner's tiles draw them. */

import { drawnOf, extremesOf, figuresWith } from "../devices/series/gaps.ts";
import { RESOLUTION_MS } from "../devices/series/resolution.ts";
import { type Spark, sparkOf } from "../devices/series/spark.ts";
import { valueText } from "../devices/values.ts";
import { element } from "./element.ts";
import type { Day } from "./history.ts";
import type { PageWords } from "./texts.ts";

const DAY_MS = 86_400_000;

interface ChartView {
  spark: Spark;
  /** Measured values: a bucket's average is neither. */
  least: number;
  most: number;
}

/** Returns null without a value in the last 24 hours. */
export function chartOf({ figures, samples }: Day, now: number): ChartView | null {
  const { resolution } = figures;
  const stretch = { from: now - DAY_MS, to: now };
  const list = figuresWith(figures, samples).filter(
    ({ at }) => at + RESOLUTION_MS[resolution] >= stretch.from,
  );
  const spark = sparkOf(drawnOf(list, resolution, now), stretch);
  const extremes = extremesOf(list);
  return spark && extremes && { spark, ...extremes };
}

/** "Last 24 hours: 10 – 2,400 W"; of a yes or no only the time. */
export function rangeText(
  { least, most }: Pick<ChartView, "least" | "most">,
  { value, unit }: { value: unknown; unit: string | null },
  words: PageWords,
): string {
  if (typeof value === "boolean") return words.lastDay;
  const range = least === most ? "" : `${valueText(least, null, words)} – `;
  return `${words.lastDay}: ${range}${valueText(most, unit, words)}`;
}

const SVG = "http://www.w3.org/2000/svg";

function svgElement<Tag extends "svg" | "path" | "circle">(tag: Tag, attributes: Record<string, string>) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

/** The line, and its lowest and highest value in words. */
export class Chart {
  readonly root = element("dd", { class: "col-span-2 grid gap-1 pb-1" });
  readonly #svg = svgElement("svg", { "aria-hidden": "true", class: "size-full overflow-visible" });
  readonly #path = svgElement("path", {
    fill: "none",
    stroke: "currentColor",
    "stroke-width": "1.5",
    "stroke-linejoin": "round",
    "vector-effect": "non-scaling-stroke",
  });
  readonly #range = element("p", { class: "text-xs text-soft" });
  readonly #words: PageWords;

  constructor(words: PageWords) {
    this.#words = words;
    // the drawing is scaled; its line and its dots are not
    const scaled = svgElement("svg", {
      viewBox: "0 0 100 100",
      preserveAspectRatio: "none",
      class: "size-full overflow-visible",
    });
    scaled.append(this.#path);
    this.#svg.append(scaled);
    const frame = element("div", { class: "h-12 rounded-sm bg-well px-1.5 py-1.5" });
    frame.append(this.#svg);
    this.root.append(frame, this.#range);
    this.root.hidden = true;
  }

  draw(day: Day | undefined, shown: { value: unknown; unit: string | null }, now: number): void {
    const chart = day === undefined ? null : chartOf(day, now);
    this.root.hidden = chart === null;
    if (chart === null) return;
    this.#path.setAttribute("d", chart.spark.path);
    for (const dot of this.#svg.querySelectorAll("circle")) dot.remove();
    for (const { x, y } of chart.spark.dots) {
      this.#svg.append(svgElement("circle", { cx: `${x}%`, cy: `${y}%`, r: "2", fill: "currentColor" }));
    }
    this.#range.textContent = rangeText(chart, shown, this.#words);
  }
}
