import { useQuery } from "@tanstack/react-query";
import { Pin } from "lucide-react";
import { useMemo, useRef } from "react";
import type { SeriesSource } from "../../../../broker/contract/telemetry.ts";
import type { LastValue } from "../../../../worker/contract/series.ts";
import type { Stretch } from "../../devices/bands.ts";
import { type Drawn, drawnOf, figuresWith } from "../../devices/series/gaps.ts";
import { isCharted, sparkOf } from "../../devices/series/spark.ts";
import { ValueName } from "../../devices/value-line.tsx";
import { ageText, isOverdue, lastValueText, usualInterval, type ValuePoint } from "../../devices/values.ts";
import { classNames } from "../../lib/class-names.ts";
import { useNow } from "../../lib/use-now.ts";
import { IconButton } from "../../ui/button.tsx";

import { dayQuery } from "./sources.ts";

interface ValueTileProps {
  source: SeriesSource;
  lastValue: LastValue;
  chosen: boolean;
  onChoose(): void;
  /** Whether lists show it; undefined without a choice. */
  pinned: boolean | undefined;
  onPin(): void;
}

export function ValueTile({ source, lastValue, chosen, onChoose, pinned, onPin }: ValueTileProps) {
  const { key, value, unit, at, by_http: isByHttp, average } = lastValue;
  const charted = isCharted(lastValue);
  const { data: day } = useQuery({ ...dayQuery(source, key), enabled: charted });
  const more = useFollowed(day?.figures, lastValue);
  const drawn = useMemo(
    () => day && drawnOf(figuresWith(day.figures, more), day.figures.resolution, day.stretch.to),
    [day, more],
  );
  const age = useNow() - Date.parse(at);
  const usual = usualInterval(day?.figures.points ?? []);
  const overdue = isOverdue(age, usual);
  return (
    <div
      className={classNames(
        "group relative grid min-w-0 grid-cols-[minmax(0,1fr)_auto] content-start items-start gap-x-0.5 rounded-md border px-3 py-1.5 sm:px-3.5 sm:pt-2 sm:pb-3 transition-colors",
        chosen ? "border-ink bg-well shadow-[inset_3px_0_0_var(--ink)]" : "border-hairline bg-panel",
        charted && !chosen && "hover:border-edge",
      )}
    >
      {charted ? (
        <button
          type="button"
          aria-pressed={chosen}
          onClick={onChoose}
          className="min-w-0 py-1 text-left leading-none after:absolute after:inset-0 after:rounded-md"
        >
          <ValueName lastValue={lastValue} className="leading-none" />
        </button>
      ) : (
        <ValueName lastValue={lastValue} className="min-w-0 py-1 leading-none" />
      )}
      {pinned !== undefined && (
        <IconButton
          label={pinned ? `Do not show ${key} in lists` : `Show ${key} in lists`}
          aria-pressed={pinned}
          onClick={onPin}
          className={classNames("z-1 -mt-1 -mr-3 -mb-2", pinned ? "[&_svg]:fill-current" : "text-soft!")}
        >
          <Pin aria-hidden="true" />
        </IconButton>
      )}
      <div className="col-span-2 flex min-w-0 flex-wrap items-baseline justify-between gap-x-2">
        <p
          className={classNames(
            "min-w-0 font-semibold tabular-nums",
            charted ? "truncate text-lg tracking-tight sm:text-xl" : "text-base wrap-anywhere",
            overdue && "text-soft",
          )}
        >
          {lastValueText(lastValue)}
          {!average && unit && typeof value === "number" && (
            <span className="text-sm font-medium tracking-normal text-soft">{`\u00a0${unit}`}</span>
          )}
        </p>
        <p className="text-xs whitespace-nowrap text-soft">
          {average ? "Imported hours only" : <time dateTime={at}>{ageText(age)}</time>}
          {isByHttp && " by HTTP"}
          {!average && overdue && usual !== null && ", overdue"}
        </p>
      </div>
      {charted && (
        <div
          className={classNames("col-span-2 mt-1 h-7 pr-1 max-sm:hidden", overdue ? "text-edge" : "text-ink")}
        >
          {drawn && day && <Sparkline drawn={drawn} stretch={day.stretch} />}
        </div>
      )}
    </div>
  );
}

export function Sparkline({ drawn, stretch }: { drawn: Drawn; stretch: Stretch }) {
  const spark = sparkOf(drawn, stretch);
  if (!spark) return null;
  return (
    <svg aria-hidden="true" className="size-full overflow-visible" fill="none">
      {/* The drawing is scaled; its line width is not. */}
      <svg
        aria-hidden="true"
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        className="size-full overflow-visible"
      >
        <path
          d={spark.path}
          stroke="currentColor"
          strokeWidth="1.25"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      {spark.dots.map(({ x, y }) => (
        <circle key={x} cx={`${x}%`} cy={`${y}%`} r="2" fill="currentColor" />
      ))}
    </svg>
  );
}

const NONE: readonly ValuePoint[] = [];

/** Values received since `answer`, which the server's answer does not contain. */
export function useFollowed(
  answer: { points: readonly ValuePoint[] } | undefined,
  lastValue: LastValue,
): readonly ValuePoint[] {
  const followed = useRef({ answer, points: NONE });
  if (followed.current.answer !== answer) followed.current = { answer, points: NONE };
  const { current } = followed;
  const at = Date.parse(lastValue.at);
  const last = (current.points.at(-1) ?? answer?.points.at(-1))?.[0];
  if (
    answer !== undefined &&
    !lastValue.average &&
    typeof lastValue.value !== "string" &&
    (last === undefined || at > last)
  ) {
    current.points = [...current.points, [at, Number(lastValue.value)]];
  }
  return current.points;
}
