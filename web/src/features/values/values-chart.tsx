import { ChevronLeft, ChevronRight, RotateCcw, ZoomIn, ZoomOut } from "lucide-react";
import { type ReactNode, useDeferredValue, useMemo, useState } from "react";
import type { SeriesSource } from "../../../../broker/contract/telemetry.ts";
import type { LastValue } from "../../../../worker/contract/series.ts";
import { amountFieldOf } from "../../devices/series/amounts.ts";
import { isCharted } from "../../devices/series/spark.ts";
import { afterPaint, useChosen } from "../../lib/press.ts";
import { IconButton } from "../../ui/button.tsx";
import { Select } from "../../ui/inputs/select.tsx";
import { Fold } from "../../ui/layout/fold.tsx";
import { part } from "../../ui/loading/part.tsx";
import { type ChartView, chosenOf } from "./chosen.ts";
import { fittingRange, type Range, rangeAfterKey, rangeOf, rangeText, stretchOf } from "./range.ts";
import { RangeBar } from "./range-bar.tsx";
import { SeriesChart } from "./series-chart.tsx";

const AmountsChart = part(() => import("./amounts-chart.tsx"));
const LabelsForm = part(() => import("./labels-form.tsx"));

interface ValuesChartProps {
  source: SeriesSource;
  list: readonly LastValue[];
  pinned: readonly string[];
  view: ChartView;
  onView(changed: ChartView): void;
  /** Watches the value of the chart; a channel's values are not watched. */
  watch?: ((value: LastValue) => ReactNode) | undefined;
}

/** The chart of the chosen value. Nothing without a number. */
export function ValuesChart({ source, list, pinned, view, onView, watch }: ValuesChartProps) {
  const charted = list.filter(isCharted);
  const { first: chosen, second } = chosenOf(charted, view, pinned);
  // A range by default stays: new values do not change it.
  const [fitting] = useState(() => fittingRange(latestOf(charted), Date.now()));
  const [home, setHome] = useState<Range>(fitting);
  const given = view.range ?? "";
  const [range, choose] = useChosen(useMemo(() => rangeOf(given) ?? fitting, [given, fitting]));
  const setRange = (next: Range) => {
    choose(next);
    afterPaint(() => onView({ range: rangeText(next) }));
  };
  // Relative to the requested range; the drawn one may be older.
  const press = (key: string): boolean => {
    const now = Date.now();
    const next = rangeAfterKey(key, stretchOf(range, now), home, now);
    if (next) setRange(next);
    return next !== null;
  };
  // A press marks its range at once; the chart is drawn anew afterwards.
  const drawn = useDeferredValue(range);
  if (!chosen) return null;
  const amounts = amountFieldOf(chosen);
  return (
    <div className="grid min-w-0 gap-5 max-sm:gap-3">
      <RangeBar
        range={range}
        onRange={(next) => {
          setHome(next);
          setRange(next);
        }}
      />
      <div className="grid min-h-130 min-w-0 content-start sm:min-h-110">
        {/* As high as the loaded chart, so that nothing below moves. */}
        <SeriesChart
          key={`${chosen.key} ${second?.key}`}
          source={source}
          lastValue={chosen}
          second={second}
          keys={charted.map(({ key }) => key)}
          range={drawn}
          fits={drawn === fitting}
          onRange={setRange}
          onKey={press}
          tools={
            <>
              <CompareSelect
                values={charted.filter(({ key }) => key !== chosen.key)}
                chosen={second?.key ?? ""}
                onChoose={(key) => onView({ value: chosen.key, with: key })}
              />
              <ZoomButtons onKey={press} />
              {watch?.(chosen)}
            </>
          }
        />
      </div>
      {amounts && <AmountsChart key={chosen.key} source={source} lastValue={chosen} field={amounts} />}
    </div>
  );
}

/** Only of a device: a channel's series has its name and unit in the channel's form. */
export const NamesAndUnits = ({ source, list }: Pick<ValuesChartProps, "source" | "list">) =>
  "device" in source && (
    <Fold title="Names and units" about="As lists, charts, CSV files and Home Assistant show them">
      <LabelsForm deviceId={source.device} list={list} />
    </Fold>
  );

const latestOf = (values: readonly LastValue[]): number =>
  Math.max(0, ...values.map(({ at }) => Date.parse(at)));

const BUTTONS = [
  { label: "Earlier", key: "ArrowLeft", Icon: ChevronLeft },
  { label: "Later", key: "ArrowRight", Icon: ChevronRight },
  { label: "Zoom in", key: "+", Icon: ZoomIn },
  { label: "Zoom out", key: "-", Icon: ZoomOut },
  { label: "Back to the chosen range", key: "0", Icon: RotateCcw },
] as const;

function ZoomButtons({ onKey }: { onKey(key: string): void }) {
  return (
    <fieldset className="flex gap-0.5">
      <legend className="sr-only">Zoom</legend>
      {BUTTONS.map(({ label, key, Icon }) => (
        <IconButton key={key} label={label} onClick={() => onKey(key)}>
          <Icon aria-hidden="true" />
        </IconButton>
      ))}
    </fieldset>
  );
}

interface CompareSelectProps {
  values: readonly LastValue[];
  /** Empty for none. */
  chosen: string;
  onChoose(key: string): void;
}

/** Chooses a second value for the chart. */
function CompareSelect({ values, chosen, onChoose }: CompareSelectProps) {
  if (values.length === 0) return null;
  return (
    <Select
      aria-label="Compare with"
      className="w-44"
      value={chosen}
      onChange={({ target }) => onChoose(target.value)}
    >
      <option value="">Compare with…</option>
      {values.map(({ key, name }) => (
        <option key={key} value={key}>
          {name ?? key}
        </option>
      ))}
    </Select>
  );
}
