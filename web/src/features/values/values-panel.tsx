import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { SeriesSource } from "../../../../broker/contract/telemetry.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { isCharted } from "../../devices/series/spark.ts";
import { useMeasured } from "../../devices/use-known.ts";
import { Panel } from "../../ui/layout/panel.tsx";
import { Loaded } from "../../ui/loading/loaded.tsx";
import { type ChartView, chosenOf } from "./chosen.ts";
import { valuesQuery } from "./sources.ts";
import type { Pins } from "./use-pins.ts";
import { ValueTiles } from "./value-tiles.tsx";
import { NamesAndUnits, ValuesChart } from "./values-chart.tsx";

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

/** Tiles and chart together, of a channel or a virtual device. */
export default function ValuesPanel({ source, pins, empty, view, onView }: ValuesPanelProps) {
  const client = useQueryClient();
  const values = useQuery(valuesQuery(source));
  const pinned = pins?.pinned ?? [];
  useMeasured("channel" in source ? source : null, HEARD_MS, () => {
    void client.invalidateQueries({ queryKey: queryKeys.values(source) });
  });
  return (
    <Panel title="Values">
      <Loaded of={values} failed="The values could not be loaded.">
        {(list) =>
          list.length === 0 ? (
            empty
          ) : (
            <div className="grid min-w-0 gap-5 max-sm:gap-3">
              <ValuesChart source={source} list={list} pinned={pinned} view={view} onView={onView} />
              <ValueTiles
                source={source}
                list={list}
                pins={pins}
                chosen={chosenOf(list.filter(isCharted), view, pinned).first?.key ?? null}
                onChoose={(value) => onView({ value, with: undefined })}
              />
              <NamesAndUnits source={source} list={list} />
            </div>
          )
        }
      </Loaded>
    </Panel>
  );
}
