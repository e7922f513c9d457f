/** The vitals of a page by the formulas of web.dev, from the browser's own observations. */

import type { Page } from "@playwright/test";

/** An unexpected layout shift and its score. */
interface Shift {
  score: number;
  moved: string;
}

/** A press or a key: milliseconds from it to the next frame, and its events. */
interface Interaction {
  target: string;
  duration: number;
  waited: number;
  worked: number;
}

export interface Vitals {
  /** First and largest contentful paint: milliseconds from the start of the navigation. */
  firstPaint: number;
  largestPaint: number;
  /** The element of the largest paint. */
  largest: string;
  /** The worst session window's sum (five seconds). */
  layoutShift: number;
  shifts: Shift[];
  interactions: Interaction[];
}

/** The longest, which is the 99th percentile below fifty interactions. Zero without any. */
export const slowest = ({ interactions }: Vitals): number =>
  Math.max(0, ...interactions.map(({ duration }) => duration));

interface LargestPaint extends PerformanceEntry {
  element: Element | null;
}

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

/** Runs in the page before its scripts, so it refers to nothing outside itself. */
function observe(): void {
  const seen: Vitals = {
    firstPaint: 0,
    largestPaint: 0,
    largest: "",
    layoutShift: 0,
    shifts: [],
    interactions: [],
  };
  Object.assign(window, { seen });
  const said = (node: Node | null): string => {
    const element = node instanceof Element ? node : node?.parentElement;
    if (!element) return "something gone";
    return `<${element.localName} class="${element.getAttribute("class") ?? ""}"> ${element.textContent?.slice(0, 40)}`;
  };
  const watch = <T extends PerformanceEntry>(type: string, take: (entry: T) => void, more: object = {}) =>
    new PerformanceObserver((list) => (list.getEntries() as T[]).forEach(take)).observe({
      type,
      buffered: true,
      ...more,
    });
  watch("paint", ({ name, startTime }) => {
    if (name === "first-contentful-paint") seen.firstPaint = startTime;
  });
  watch<LargestPaint>("largest-contentful-paint", ({ startTime, element }) => {
    [seen.largestPaint, seen.largest] = [startTime, said(element)];
  });
  // A session window ends after a second without a shift, and after five seconds at most.
  let [first, last, sum] = [0, 0, 0];
  watch<LayoutShift>("layout-shift", ({ startTime, value, hadRecentInput, sources }) => {
    if (hadRecentInput) return;
    const goesOn = startTime - last < 1_000 && startTime - first < 5_000;
    [first, last, sum] = goesOn ? [first, startTime, sum + value] : [startTime, startTime, value];
    seen.layoutShift = Math.max(seen.layoutShift, sum);
    seen.shifts.push({ score: value, moved: sources.map(({ node }) => said(node)).join("; ") });
  });
  const take = (entry: PerformanceEventTiming) => {
    if (entry.interactionId === 0) return;
    const { name, target, duration, startTime, processingStart, processingEnd } = entry;
    seen.interactions.push({
      target: `${name} of ${said(target)}`,
      duration,
      waited: processingStart - startTime,
      worked: processingEnd - processingStart,
    });
  };
  // The lowest threshold that the browser allows; the first interaction always counts.
  watch("event", take, { durationThreshold: 16 });
  watch("first-input", take);
}

/** Starts with the next load of the page. */
export const watchVitals = (page: Page): Promise<unknown> => page.addInitScript(observe);

export const vitalsOf = (page: Page): Promise<Vitals> =>
  page.evaluate(() => (window as unknown as { seen: Vitals }).seen);
