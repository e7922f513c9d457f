import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, RotateCcw, ZoomIn, ZoomOut } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import type { SeriesSource } from "../../../../broker/contract/telemetry.ts";
import type { LastValue } from "../../../../worker/contract/series.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { useMeasured } from "../../devices/use-known.ts";
import { Fold } from "../../ui/apart/fold.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { IconButton } from "../../ui/page/button.tsx";
import { part } from "../../ui/page/part.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Select } from "../../ui/select.tsx";
import { type ChartView, chosenOf } from "./chosen.ts";
import { fittingRange, type Range, rangeAfterKey, rangeOf, rangeText, stretchOf } from "./range.ts";
import { RangeBar } from "./range-bar.tsx";
import { SeriesChart } from "./series-chart.tsx";
import { valuesQuery } from "./sources.ts";
import type { Pins } from "./use-pins.ts";
import { isCharted, ValueTile } from "./value-tile.tsx";

const LabelsForm = part(() => import("./labels-form.tsx"));

/** Delay before a channel's values are refetched after a message. A device's values are shown at once. */
const HEARD_MS = 1_000;

interface ValuesPanelProps {
  source: SeriesSource;
  pins: Pins | null;
  empty: ReactNode;
  /** What the chart shows; usually from the address. */
  view: ChartView;
  onView(changed: ChartView): void;
}

export default function ValuesPanel({ source, pins, empty, view, onView }: ValuesPanelProps) {
  const client = useQueryClient();
  const values = useQuery(valuesQuery(source));
  useMeasured("channel" in source ? source : null, HEARD_MS, () => {
    void client.invalidateQueries({ queryKey: queryKeys.values(source) });
  });
  return (
    <Panel title="Values">
      <Loaded of={values} failed="The values could not be loaded.">
        {(list) => (list.length === 0 ? empty : <Values {...{ source, list, pins, view, onView }} />)}
      </Loaded>
    </Panel>
  );
}

interface ValuesProps extends Omit<ValuesPanelProps, "empty"> {
  list: LastValue[];
}

function Values({ source, list, pins, view, onView }: ValuesProps) {
  const charted = list.filter(isCharted);
  const { first: chosen, second } = chosenOf(charted, view, pins?.pinned ?? []);
  // A range by default stays: new values do not change it.
  const [fitting] = useState(() => fittingRange(latestOf(charted), Date.now()));
  const [home, setHome] = useState<Range>(fitting);
  const given = view.range ?? "";
  const range = useMemo(() => rangeOf(given) ?? fitting, [given, fitting]);
  const setRange = (next: Range) => onView({ range: rangeText(next) });
  // Relative to the requested range; the drawn one may be older.
  const press = (key: string): boolean => {
    const now = Date.now();
    const next = rangeAfterKey(key, stretchOf(range, now), home, now);
    if (next) setRange(next);
    return next !== null;
  };
  return (
    <div className="grid min-w-0 gap-5 max-sm:gap-3">
      {chosen && (
        <>
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
              range={range}
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
                </>
              }
            />
          </div>
        </>
      )}
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(8.25rem,100%),1fr))] gap-3 sm:grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))]">
        {list.map((lastValue) => (
          <ValueTile
            key={lastValue.key}
            source={source}
            lastValue={lastValue}
            chosen={lastValue.key === chosen?.key}
            onChoose={() => onView({ value: lastValue.key, with: undefined })}
            pinned={pins?.pinned.includes(lastValue.key)}
            onPin={() => pins?.press(lastValue.key)}
          />
        ))}
      </div>
      {"device" in source && (
        <Fold title="Names and units" about="As lists, charts, CSV files and Home Assistant show them">
          <LabelsForm deviceId={source.device} list={list} />
        </Fold>
      )}
    </div>
  );
}

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
