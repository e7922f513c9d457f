/** What a value added on each of the last days, as the owner's bars, with the sum. */

import { type Amounts, barsOf, sumOf } from "../devices/series/amounts.ts";
import { valueText } from "../devices/values.ts";
import { element } from "./element.ts";
import type { PageWords } from "./texts.ts";

const SVG = "http://www.w3.org/2000/svg";
/** Of a bar, in parts of its place. */
const GAP = 0.2;

/** "+12.5 kWh, 30 days": the platform has the word for days in each language. */
export function sumText({ points, unit }: Amounts, words: PageWords): string {
  const days = new Intl.NumberFormat(words.language, { style: "unit", unit: "day", unitDisplay: "long" });
  return `+${valueText(Math.round(sumOf(points) * 1000) / 1000, unit, words)}, ${days.format(points.length)}`;
}

export class AmountBars {
  readonly root = element("dd", { class: "col-span-2 grid gap-1 pb-1" });
  readonly #svg = document.createElementNS(SVG, "svg");
  readonly #sum = element("p", { class: "text-xs text-soft" });
  readonly #words: PageWords;

  constructor(words: PageWords) {
    this.#words = words;
    this.#svg.setAttribute("viewBox", "0 0 100 100");
    this.#svg.setAttribute("preserveAspectRatio", "none");
    this.#svg.setAttribute("aria-hidden", "true");
    this.#svg.setAttribute("class", "size-full");
    const frame = element("div", { class: "h-12 rounded-sm bg-well px-1.5 pt-1.5" });
    frame.append(this.#svg);
    this.root.append(frame, this.#sum);
    this.root.hidden = true;
  }

  /** Nothing for a value that is no sum, and until its days are read. */
  draw(amounts: Amounts | undefined): void {
    this.root.hidden = amounts === undefined || amounts.points.length === 0;
    if (amounts === undefined || this.root.hidden) return;
    const bars = barsOf(amounts.points).map(({ x, y, width, height }) => {
      const bar = document.createElementNS(SVG, "rect");
      const place = { x: x + (width * GAP) / 2, y, width: width * (1 - GAP), height };
      for (const [name, share] of Object.entries(place)) bar.setAttribute(name, String(share * 100));
      bar.setAttribute("fill", "currentColor");
      return bar;
    });
    this.#svg.replaceChildren(...bars);
    this.#sum.textContent = sumText(amounts, this.#words);
  }
}
