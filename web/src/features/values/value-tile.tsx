import { useQuery } from "@tanstack/react-query";
import { Pin } from "lucide-react";
import { useMemo } from "react";
import type { SeriesSource } from "../../../../broker/contract/telemetry.ts";
import type { LastValue } from "../../../../worker/contract/series.ts";
import type { Stretch } from "../../devices/bands.ts";
import { ValueName } from "../../devices/value-name.tsx";
import { ageText, isOverdue, usualInterval, valueText } from "../../devices/values.ts";
import { classNames } from "../../lib/class-names.ts";
import { useNow } from "../../lib/use-now.ts";
import { IconButton } from "../../ui/button.tsx";
import { type Drawn, drawnOf, figuresOf } from "./gaps.ts";
import { dayQuery } from "./sources.ts";
import { sparkOf } from "./sparkline-path.ts";
import { useFollowed } from "./use-followed.ts";

interface ValueTileProps {
  source: SeriesSource;
  lastValue: LastValue;
  chosen: boolean;
  onChoose(): void;
  /** Whether lists show it; undefined without a choice. */
  pinned: boolean | undefined;
  onPin(): void;
}

/** Texts are stored without history. */
export const isCharted = ({ value }: Pick<LastValue, "value">): boolean => typeof value !== "string";

export function ValueTile({ source, lastValue, chosen, onChoose, pinned, onPin }: ValueTileProps) {
  const { key, value, unit, at } = lastValue;
  const charted = isCharted(lastValue);
  const { data: day } = useQuery({ ...dayQuery(source, key), enabled: charted });
  const more = useFollowed(day, lastValue);
  const drawn = useMemo(
    () =>
      day &&
      drawnOf(
        figuresOf({ ...day, points: [...day.points, ...more], least: [], most: [] }),
        day.resolution,
        day.stretch.to,
      ),
    [day, more],
  );
  const age = useNow() - Date.parse(at);
  const usual = usualInterval(day?.points ?? []);
  const overdue = isOverdue(age, usual);
  return (
    <div
      className={classNames(
        "group relative grid min-w-0 grid-cols-[minmax(0,1fr)_auto] content-start items-start gap-x-2 rounded-md border px-3 pt-2 pb-3 sm:px-3.5 transition-colors",
        chosen ? "border-ink bg-well shadow-[inset_3px_0_0_var(--ink)]" : "border-hairline",
        charted && !chosen && "hover:border-edge",
      )}
    >
      {charted ? (
        <button
          type="button"
          aria-pressed={chosen}
          onClick={onChoose}
          className="col-span-2 min-w-0 py-1 text-left leading-none after:absolute after:inset-0 after:rounded-md"
        >
          <ValueName lastValue={lastValue} className="leading-none" />
        </button>
      ) : (
        <ValueName lastValue={lastValue} className="col-span-2 min-w-0 py-1 leading-none" />
      )}
      <p
        className={classNames(
          "col-span-2 font-semibold tabular-nums",
          charted ? "truncate text-lg tracking-tight sm:text-xl" : "text-base wrap-anywhere",
          overdue && "text-soft",
        )}
      >
        {valueText(value)}
        {unit && typeof value === "number" && (
          <span className="text-sm font-medium tracking-normal text-soft">{`\u00a0${unit}`}</span>
        )}
      </p>
      <p className="self-center text-xs text-soft">
        <time dateTime={at}>{ageText(age)}</time>
        {overdue && usual !== null && ", overdue"}
      </p>
      {pinned !== undefined && (
        <IconButton
          label={pinned ? `Do not show ${key} in lists` : `Show ${key} in lists`}
          aria-pressed={pinned}
          onClick={onPin}
          className={classNames("z-1 -my-1 -mr-2", pinned ? "[&_svg]:fill-current" : "text-soft!")}
        >
          <Pin aria-hidden="true" />
        </IconButton>
      )}
      {charted && (
        <div className={classNames("col-span-2 mt-1 h-7 pr-1", overdue ? "text-edge" : "text-ink")}>
          {drawn && day && <Sparkline drawn={drawn} stretch={day.stretch} />}
        </div>
      )}
    </div>
  );
}

function Sparkline({ drawn, stretch }: { drawn: Drawn; stretch: Stretch }) {
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
      <circle cx={`${spark.last.x}%`} cy={`${spark.last.y}%`} r="2" fill="currentColor" />
    </svg>
  );
}
