import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Device } from "../../../../worker/contract/devices.ts";
import type { LastValue } from "../../../../worker/contract/series.ts";
import type { Tile } from "../../../../worker/contract/tiles.ts";
import { drawnOf, extremesOf, figuresWith } from "../../devices/series/gaps.ts";
import { isCharted } from "../../devices/series/spark.ts";
import { ValueName } from "../../devices/value-line.tsx";
import { ageText, isOverdue, valueText } from "../../devices/values.ts";
import { classNames } from "../../lib/class-names.ts";
import { useNow } from "../../lib/use-now.ts";
import { dayQuery } from "./sources.ts";
import { Sparkline, useFollowed } from "./value-tile.tsx";

interface PinnedTileProps {
  device: Device;
  lastValue: LastValue;
  size: Tile["size"];
}

/** A value on the dashboard; a large one with its last day. */
export default function PinnedTile({ device, lastValue, size }: PinnedTileProps) {
  const { key, value, unit, at } = lastValue;
  const age = useNow() - Date.parse(at);
  return (
    <div className="grid min-w-0 px-3 py-2 sm:px-4">
      <ValueName lastValue={lastValue} className="truncate" />
      <p className="flex min-w-0 items-baseline justify-between gap-x-2">
        <span
          title={typeof value === "string" ? value : undefined}
          className={classNames(
            "truncate text-lg font-semibold tracking-tight tabular-nums",
            isOverdue(age, null) && "text-soft",
          )}
        >
          {valueText(value, unit)}
        </span>
        <time dateTime={at} className="text-xs whitespace-nowrap text-soft">
          {ageText(age)}
        </time>
      </p>
      <Link
        to="/dashboard/devices/$deviceId"
        params={{ deviceId: device.id }}
        search={{ value: key }}
        title={device.name}
        dir="auto"
        className="line-clamp-1 justify-self-start text-xs underline decoration-edge underline-offset-2 wrap-anywhere hover:decoration-ink"
      >
        {device.name}
      </Link>
      {size === "L" && isCharted(lastValue) && <LastDay deviceId={device.id} lastValue={lastValue} />}
    </div>
  );
}

function LastDay({ deviceId, lastValue }: { deviceId: string; lastValue: LastValue }) {
  const { data: day } = useQuery(dayQuery({ device: deviceId }, lastValue.key, true));
  const more = useFollowed(day?.figures, lastValue);
  const figures = useMemo(() => day && figuresWith(day.figures, more), [day, more]);
  const drawn = useMemo(
    () => day && figures && drawnOf(figures, day.figures.resolution, day.stretch.to),
    [day, figures],
  );
  const extremes = extremesOf(figures ?? []);
  return (
    <figure className="mt-2 grid gap-1">
      <div className="h-20 pr-1">{drawn && day && <Sparkline drawn={drawn} stretch={day.stretch} />}</div>
      <figcaption className="min-h-4 text-xs text-soft">
        {extremes && dayText(extremes, lastValue)}
      </figcaption>
    </figure>
  );
}

type Extremes = NonNullable<ReturnType<typeof extremesOf>>;

function dayText({ least, most }: Extremes, { value, unit }: LastValue): string {
  if (typeof value === "boolean") return "Last 24 hours";
  return `Last 24 hours: ${valueText(least)} to ${valueText(most, unit)}`;
}
