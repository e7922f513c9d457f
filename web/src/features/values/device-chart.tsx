import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { LastValue } from "../../../../worker/contract/series.ts";
import { isCharted } from "../../devices/series/spark.ts";
import { Panel } from "../../ui/layout/panel.tsx";
import { Loaded } from "../../ui/loading/loaded.tsx";
import { type ChartView, controlledLast } from "./chosen.ts";
import { NothingYet } from "./nothing.tsx";
import { valuesQuery } from "./sources.ts";
import { useControlled, usePins } from "./use-pins.ts";
import { NamesAndUnits, ValuesChart } from "./values-chart.tsx";

interface DeviceChartProps {
  deviceId: string;
  view: ChartView;
  onView(changed: ChartView): void;
  /** Watches the value of the chart. */
  watch?: (value: LastValue) => ReactNode;
}

/** The overview of a device's page, below the tiles of its values. */
export default function DeviceChart({ deviceId, view, onView, watch }: DeviceChartProps) {
  const source = { device: deviceId };
  const values = useQuery(valuesQuery(source));
  const pins = usePins(deviceId);
  const controlled = useControlled(deviceId);
  const chartOf = (all: readonly LastValue[]) => {
    const { values: list, pinned } = controlledLast(all, pins?.pinned ?? [], controlled);
    return { list, pinned };
  };
  return (
    <Panel title="Chart">
      <Loaded of={values} failed="The values could not be loaded.">
        {(list) =>
          list.length === 0 ? (
            <NothingYet deviceId={deviceId} />
          ) : (
            <div className="grid min-w-0 gap-5">
              {list.some(isCharted) ? (
                <ValuesChart source={source} {...chartOf(list)} view={view} onView={onView} watch={watch} />
              ) : (
                <p className="text-sm text-soft">Its values are texts. Numbers are shown as a chart.</p>
              )}
              <NamesAndUnits source={source} list={list} />
            </div>
          )
        }
      </Loaded>
    </Panel>
  );
}
