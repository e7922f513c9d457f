import type { ChartView } from "./chosen.ts";
import { NothingYet } from "./nothing.tsx";
import { usePins } from "./use-pins.ts";
import ValuesPanel from "./values-panel.tsx";

interface DeviceValuesProps {
  deviceId: string;
  view: ChartView;
  onView(changed: ChartView): void;
}

/** Beside the virtual device: tiles and chart in one panel. */
export default function DeviceValues({ deviceId, view, onView }: DeviceValuesProps) {
  return (
    <ValuesPanel
      source={{ device: deviceId }}
      pins={usePins(deviceId)}
      view={view}
      onView={onView}
      empty={<NothingYet deviceId={deviceId} />}
    />
  );
}
