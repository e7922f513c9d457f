/** A value of a device on a guest's page: its name, the last value with its age, and its last day. */

import type { LastValue } from "../../../worker/contract/series.ts";
import { ageText, isOverdue, lastValueText, usualInterval } from "../devices/values.ts";
import { AmountBars } from "./bars.ts";
import { Chart } from "./chart.ts";
import { element } from "./element.ts";
import type { Day } from "./history.ts";
import { valueName } from "./shown.ts";
import type { PageWords } from "./texts.ts";

type Aged = Pick<LastValue, "at" | "average">;

/** `usual`: the interval of its samples in milliseconds; null when unknown. */
export function valueAge(
  { at, average }: Aged,
  usual: number | null,
  now: number,
  words: PageWords,
): { text: string; overdue: boolean } {
  if (average) return { text: words.imported, overdue: false };
  const age = now - Date.parse(at);
  const overdue = isOverdue(age, usual);
  const text = ageText(age, words.language);
  return { text: overdue && usual !== null ? `${text}, ${words.overdue}` : text, overdue };
}

export class ValueRow {
  readonly #words: PageWords;
  readonly #name = element("dt", { class: "text-soft wrap-anywhere", dir: "auto" });
  readonly #number = element("span", { class: "tabular-nums wrap-anywhere", dir: "auto" });
  readonly #age = element("time", { class: "text-xs whitespace-nowrap text-soft" });
  readonly #chart: Chart;
  readonly #bars: AmountBars;
  readonly parts: readonly HTMLElement[];
  #aged: Aged | null = null;
  #usual: number | null = null;

  constructor(words: PageWords) {
    this.#words = words;
    this.#chart = new Chart(words);
    this.#bars = new AmountBars(words);
    const value = element(
      "dd",
      { class: "flex flex-wrap items-baseline justify-end gap-x-2 text-right" },
      this.#number,
      this.#age,
    );
    this.parts = [this.#name, value, this.#chart.root, this.#bars.root];
  }

  draw(shown: LastValue, day: Day | undefined, now: number): void {
    this.#name.textContent = valueName(shown);
    this.#number.textContent = lastValueText(shown, shown.unit, this.#words);
    this.#chart.draw(day, shown, now);
    this.#bars.draw(day?.amounts);
    this.#aged = shown;
    this.#usual = usualInterval(day?.figures.points ?? []);
    this.drawAge(now);
  }

  drawAge(now: number): void {
    if (this.#aged === null) return;
    const { text, overdue } = valueAge(this.#aged, this.#usual, now, this.#words);
    if (this.#age.textContent !== text) this.#age.textContent = text;
    this.#age.dateTime = this.#aged.at;
    this.#number.classList.toggle("font-medium", !overdue);
    this.#number.classList.toggle("text-soft", overdue);
  }

  remove(): void {
    for (const part of this.parts) part.remove();
  }
}
