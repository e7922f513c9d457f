import type { ReactNode } from "react";
import { RESOLUTION_TEXTS, type Resolution } from "./resolution.ts";

function Entry({ sign, children }: { sign: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      <svg viewBox="0 0 16 10" className="h-2.5 w-4 shrink-0" aria-hidden="true">
        {sign}
      </svg>
      {children}
    </li>
  );
}

interface LegendProps {
  resolution: Resolution;
  withLanes: boolean;
  /** A schedule switched it in the stretch. */
  bySchedule: boolean;
  /** One is to, or was to. */
  planned: boolean;
}

const DIAMOND = "M8 0.5 12.5 5 8 9.5 3.5 5z";

/** What the signs of the chart mean. */
export function Legend({ resolution, withLanes, bySchedule, planned }: LegendProps) {
  return (
    <ul aria-label="What is drawn" className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-soft">
      <Entry sign={<path d="M0 5h16" className="stroke-ink" strokeWidth="1.5" />}>
        {resolution === "raw" ? "Every sample" : `Average of ${RESOLUTION_TEXTS[resolution]}`}
      </Entry>
      {resolution !== "raw" && (
        <Entry sign={<rect width="16" height="10" className="fill-hairline" />}>From least to most</Entry>
      )}
      {withLanes && (
        <>
          <Entry sign={<circle cx="8" cy="5" r="4" className="fill-go-lamp" />}>Switched on</Entry>
          <Entry sign={<circle cx="8" cy="5" r="3.5" className="fill-none stroke-edge" strokeWidth="1.5" />}>
            Switched off
          </Entry>
          {bySchedule && <Entry sign={<path d={DIAMOND} className="fill-go-lamp" />}>By a schedule</Entry>}
          {planned && (
            <Entry sign={<path d={DIAMOND} className="fill-go-lamp" opacity="0.45" />}>
              Planned, or missed
            </Entry>
          )}
        </>
      )}
    </ul>
  );
}
