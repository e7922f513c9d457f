import { LegendEntry } from "../../ui/legend.tsx";
import type { ScheduleMark } from "./schedule-marks.ts";

const DIAMOND = "M0-4.5 4.5 0 0 4.5-4.5 0z";
const CROSS = "M-3.5-3.5 3.5 3.5M3.5-3.5-3.5 3.5";

/** Drawn around the middle: a diamond, faint while planned; a cross if missed. */
export const ScheduleSign = ({ what, on }: Pick<ScheduleMark, "what" | "on">) =>
  what === "missed" ? (
    <path d={CROSS} className="stroke-wait" strokeWidth="1.75" strokeLinecap="round" />
  ) : (
    <path
      d={DIAMOND}
      className={on ? "fill-go-lamp stroke-go" : "fill-panel stroke-edge"}
      strokeWidth="1.5"
      opacity={what === "planned" ? 0.45 : undefined}
      strokeDasharray={what === "sent" ? "2 1.5" : undefined}
    />
  );

const WORDS: Record<ScheduleMark["what"], string> = {
  taken: "By a schedule",
  sent: "Sent, not proven",
  planned: "Planned",
  missed: "Missed",
};

export const ScheduleLegend = ({ drawn }: { drawn: ReadonlySet<ScheduleMark["what"]> }) =>
  (Object.keys(WORDS) as ScheduleMark["what"][])
    .filter((what) => drawn.has(what))
    .map((what) => (
      <LegendEntry
        key={what}
        sign={
          <g transform="translate(8 5)">
            <ScheduleSign what={what} on />
          </g>
        }
      >
        {WORDS[what]}
      </LegendEntry>
    ));
