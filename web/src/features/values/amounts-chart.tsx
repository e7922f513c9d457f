import { useQuery } from "@tanstack/react-query";
import { Download, Image } from "lucide-react";
import { useRef, useState } from "react";
import { PERIODS, type Period } from "../../../../broker/contract/resolution.ts";
import type { SeriesSource } from "../../../../broker/contract/telemetry.ts";
import type { LastValue } from "../../../../worker/contract/series.ts";
import { type AmountField, type Amounts, barsOf, sumOf } from "../../devices/series/amounts.ts";
import { valueText } from "../../devices/values.ts";
import { saveFile } from "../../lib/save-file.ts";
import { useUser } from "../../session/session.ts";
import { Button } from "../../ui/button.tsx";
import { Fold } from "../../ui/layout/fold.tsx";
import { Loaded } from "../../ui/loading/loaded.tsx";
import { amountsCsv, amountsQuery, barName } from "./amounts.ts";

interface AmountsChartProps {
  source: SeriesSource;
  lastValue: LastValue;
  field: AmountField;
}

const NAMES: Record<Period, string> = { day: "Days", week: "Weeks", month: "Months" };
const TITLES: Record<AmountField, string> = { increase: "Added", integral: "Energy" };

/** Bars of what a counter added, by the days of the person's zone. */
export default function AmountsChart({ source, lastValue, field }: AmountsChartProps) {
  const [period, setPeriod] = useState<Period>("day");
  const { time_zone } = useUser();
  const zone = time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const found = useQuery(amountsQuery(source, lastValue.key, { field, period, zone }));
  const name = lastValue.name ?? lastValue.key;
  return (
    <section aria-label={`${TITLES[field]}: ${name}`} className="grid min-w-0 gap-3">
      <div className="flex min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="text-sm font-medium">
          {TITLES[field]} by {NAMES[period].toLowerCase()}
        </h3>
        <fieldset className="flex flex-wrap gap-1">
          <legend className="sr-only">Length of a bar</legend>
          {PERIODS.map((each) => (
            <Button
              key={each}
              size="sm"
              look={each === period ? "secondary" : "quiet"}
              aria-pressed={each === period}
              onClick={() => setPeriod(each)}
            >
              {NAMES[each]}
            </Button>
          ))}
        </fieldset>
      </div>
      <Loaded of={found} failed="The sums could not be loaded.">
        {(amounts) => <Bars amounts={amounts} name={name} period={period} />}
      </Loaded>
    </section>
  );
}

interface BarsProps {
  amounts: Amounts;
  name: string;
  period: Period;
}

/** Of a bar, in parts of its place. */
const GAP = 0.12;
const [WIDTH, HEIGHT] = [640, 160];

function Bars({ amounts, name, period }: BarsProps) {
  const { points, unit } = amounts;
  const picture = useRef<SVGSVGElement>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return <p className="text-sm text-soft">No value yet.</p>;
  const shown = points.find(([at]) => at === pointed);
  const total = `${valueText(sumOf(points), unit)} in ${points.length} ${points.length === 1 ? period : NAMES[period].toLowerCase()}`;
  const highest = valueText(Math.max(...points.map(([, value]) => value ?? 0)), unit);
  const words = shown
    ? `${barName(shown[0], period)}: ${amountText(shown[1], unit)}`
    : `Sum: ${total}, at most ${highest} each`;
  return (
    <figure className="grid min-w-0 gap-2">
      <figcaption className="text-sm text-soft tabular-nums">{words}</figcaption>
      <svg
        ref={picture}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${name}. Sum: ${total}. The table below has each bar.`}
        className="h-40 w-full border-b border-hairline"
        onPointerLeave={() => setPointed(null)}
      >
        {barsOf(points).map(({ at, x, y, width, height }) => (
          <g key={at} onPointerEnter={() => setPointed(at)}>
            <rect x={x * WIDTH} width={width * WIDTH} height={HEIGHT} className="fill-transparent" />
            <rect
              x={(x + (width * GAP) / 2) * WIDTH}
              y={y * HEIGHT}
              width={width * (1 - GAP) * WIDTH}
              height={height * HEIGHT}
              className={at === pointed ? "fill-chart-2" : "fill-chart-1"}
            />
          </g>
        ))}
      </svg>
      <div className="flex justify-between gap-4 text-xs text-soft">
        <span>{barName(first[0], period)}</span>
        {points.length > 1 && <span>{barName(last[0], period)}</span>}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <Button
          size="sm"
          onClick={() => {
            if (picture.current)
              saveFile(`${name}-${period}.svg`, pictureOf(picture.current, `${name}, ${total}`));
          }}
        >
          <Image className="size-4" aria-hidden="true" />
          Picture
        </Button>
        <Button
          size="sm"
          aria-label={`CSV of the ${NAMES[period].toLowerCase()}`}
          onClick={() =>
            saveFile(`${name}-${period}.csv`, new Blob([amountsCsv(amounts, name)], { type: "text/csv" }))
          }
        >
          <Download className="size-4" aria-hidden="true" />
          CSV
        </Button>
      </div>
      <Table amounts={amounts} period={period} />
    </figure>
  );
}

const amountText = (value: number | null, unit: string | null): string =>
  value === null ? "no value" : valueText(value, unit);

const TITLE_HEIGHT = 28;

/** With a title, and with the colours that the page's style gives. */
function pictureOf(drawn: SVGSVGElement, title: string): Blob {
  const copy = drawn.cloneNode(true) as SVGSVGElement;
  const colours = [...drawn.querySelectorAll("rect")].map((rect) => getComputedStyle(rect).fill);
  for (const [n, rect] of [...copy.querySelectorAll("rect")].entries()) {
    rect.setAttribute("fill", colours[n] ?? "none");
    rect.removeAttribute("class");
  }
  const text = document.createElementNS("http://www.w3.org/2000/svg", "text");
  text.setAttribute("y", String(-TITLE_HEIGHT / 3));
  text.setAttribute("font-family", "sans-serif");
  text.setAttribute("font-size", "16");
  text.textContent = title;
  copy.append(text);
  copy.removeAttribute("class");
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("viewBox", `0 ${-TITLE_HEIGHT} ${WIDTH} ${HEIGHT + TITLE_HEIGHT}`);
  copy.setAttribute("width", String(WIDTH));
  copy.setAttribute("height", String(HEIGHT + TITLE_HEIGHT));
  return new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" });
}

const CELL = "px-2 py-1";

function Table({ amounts: { points, unit }, period }: Omit<BarsProps, "name">) {
  return (
    <Fold title="The sums" about={`Each of the ${NAMES[period].toLowerCase()}, newest first`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section aria-label="Sums" tabIndex={0} className="max-h-80 overflow-y-auto rounded-sm">
        <table aria-label="Sums" className="w-full text-left text-xs tabular-nums">
          <tbody className="divide-y divide-hairline">
            {points.toReversed().map(([at, value]) => (
              <tr key={at}>
                <th scope="row" className={`${CELL} font-normal whitespace-nowrap`}>
                  {barName(at, period)}
                </th>
                <td className={`${CELL} text-right`}>{amountText(value, unit)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Fold>
  );
}
