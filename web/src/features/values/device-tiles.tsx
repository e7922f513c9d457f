import { useQuery } from "@tanstack/react-query";
import { isCharted } from "../../devices/series/spark.ts";
import { Failed } from "../../ui/loading/failed.tsx";
import { type ChartView, chosenOf, controlledLast } from "./chosen.ts";
import { valuesQuery } from "./sources.ts";
import { useControlled, usePins } from "./use-pins.ts";
import { ValueTiles } from "./value-tiles.tsx";

interface DeviceTilesProps {
  deviceId: string;
  view: ChartView;
  onChoose(key: string): void;
}

/** The last values at the head of a device's page. Nothing for a device without values: its chart explains that. */
export default function DeviceTiles({ deviceId, view, onChoose }: DeviceTilesProps) {
  const source = { device: deviceId };
  const { data: list, isError, error, refetch } = useQuery(valuesQuery(source));
  const pins = usePins(deviceId);
  const controlled = useControlled(deviceId);
  if (list === undefined && !isError) return <div data-arriving className="h-24" />;
  if (list === undefined)
    return (
      <Failed error={error} onRetry={refetch}>
        The values could not be loaded.
      </Failed>
    );
  if (list.length === 0) return null;
  const chart = controlledLast(list.filter(isCharted), pins?.pinned ?? [], controlled);
  return (
    <section aria-label="Values" className={isError ? "grayscale" : undefined}>
      <ValueTiles
        source={source}
        list={list}
        pins={pins}
        controlled={controlled}
        chosen={chosenOf(chart.values, view, chart.pinned).first?.key ?? null}
        onChoose={onChoose}
      />
    </section>
  );
}
