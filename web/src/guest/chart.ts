/** A small chart of a value: its last 24 hours as one line. */

import type { Series } from "../../../worker/contract/series.ts";
import { element } from "./element.ts";
import type { Texts } from "./texts.ts";

/** A time (milliseconds since 1970) and a value; null marks a gap. */
export type Point = readonly [at: number, value: number | null];

const DAY_MS = 86_400_000;
/** A device may report every half hour, and the series then has no value for most minutes. */
const GAP_MS = 7_200_000;
const SIZE = { width: 300, height: 48 };
/** Of the line, so that its ends are not cut. */
const MARGIN = 3;

export const pointsOf = ({ points }: Series): Point[] =>
  points.map(([at, value]) => [Date.parse(at), value] as const);

/** The points with a new value, without those that are a day older. */
export const withValue = (points: readonly Point[], at: number, value: number): Point[] => [
  ...points.filter(([each]) => each > at - DAY_MS && each < at),
  [at, value],
];

interface ChartLine {
  /** The `d` of an SVG path. */
  path: string;
  min: number;
  max: number;
}

/** Returns null for fewer than two values: that is no line. */
export function lineOf(points: readonly Point[], now: number): ChartLine | null {
  const values = points.flatMap(([, value]) => value ?? []);
  if (values.length < 2) return null;
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const { width, height } = SIZE;
  const x = (at: number) => Math.max(0, Math.min(1, 1 - (now - at) / DAY_MS)) * width;
  // a value that does not change is drawn in the middle
  const share = (value: number) => (max === min ? 0.5 : (value - min) / (max - min));
  const y = (value: number) => height - MARGIN - share(value) * (height - 2 * MARGIN);
  let path = "";
  let last = Number.NEGATIVE_INFINITY;
  for (const [at, value] of points) {
    if (value === null) continue;
    path += `${at - last > GAP_MS ? "M" : "L"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`;
    last = at;
  }
  return { path, min, max };
}

const SVG = "http://www.w3.org/2000/svg";

/** The line, and its lowest and highest value in words. */
export class Chart {
  readonly root = element("dd", { class: "col-span-2 grid gap-1 pb-1" });
  readonly #svg = document.createElementNS(SVG, "svg");
  readonly #path = document.createElementNS(SVG, "path");
  readonly #range = element("p", { class: "text-xs text-soft" });
  readonly #texts: Texts;

  constructor(texts: Texts) {
    this.#texts = texts;
    const { width, height } = SIZE;
    this.#svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.#svg.setAttribute("preserveAspectRatio", "none");
    this.#svg.setAttribute("aria-hidden", "true");
    this.#svg.setAttribute("class", "h-12 w-full rounded-sm bg-well");
    for (const [name, value] of [
      ["fill", "none"],
      ["stroke", "currentColor"],
      ["stroke-width", "1.5"],
      ["stroke-linejoin", "round"],
      ["vector-effect", "non-scaling-stroke"],
    ] as const) {
      this.#path.setAttribute(name, value);
    }
    this.#svg.append(this.#path);
    this.root.append(this.#svg, this.#range);
    this.root.hidden = true;
  }

  draw(points: readonly Point[], valueText: (value: number) => string): void {
    const line = lineOf(points, Date.now());
    this.root.hidden = line === null;
    if (line === null) return;
    this.#path.setAttribute("d", line.path);
    this.#range.textContent = `${this.#texts.lastDay}: ${valueText(line.min)} – ${valueText(line.max)}`;
  }
}
