import { bands, type ConnectionBand, marks, type Stretch } from "../../devices/bands.ts";
import type { ScheduleMark } from "../../devices/schedule-marks.ts";
import { ScheduleSign } from "../../devices/schedule-sign.tsx";
import { timeFormat } from "../../lib/time.ts";
import { hourText } from "../../lib/zoned-date.ts";

const TRACK = 28;
const SCALE = 24;
/** Space above the track for schedule marks. */
const SIGNS = 18;
/** Marks closer to an end than this have no space for their text. */
const MARGIN = 0.05;
/** Bands narrower than this are not drawn. */
const LEAST = 0.0005;
const dayText = timeFormat({ weekday: "short", day: "numeric" });

const percent = (share: number): string => `${(share * 100).toFixed(3)}%`;

interface BandChartProps {
  label: string;
  connections: readonly ConnectionBand[];
  /** From the start to now. */
  past: Stretch;
  /** The end: later than now if a run is planned. */
  until: number;
  schedules: readonly ScheduleMark[];
  /** Hours between two marks of the scale. */
  hours: number;
}

export function BandChart({ label, connections, past, until, schedules, hours }: BandChartProps) {
  const share = (at: number) => (at - past.from) / (until - past.from);
  // Percentages instead of a scaled drawing keep the text size on every screen.
  const x = (at: number) => percent(share(at));
  const format = hours < 24 ? hourText : dayText;
  const top = schedules.length > 0 ? SIGNS : 0;
  const scale = marks({ from: past.from, to: until }, hours);
  return (
    <svg height={top + TRACK + SCALE} role="img" aria-label={label} className="block w-full overflow-visible">
      <rect y={top + 0.5} width="100%" height={TRACK} rx="3" className="band-track" />
      {bands(connections, past).map((band) => (
        <rect
          key={band.from}
          x={x(band.from)}
          y={top + 4}
          width={percent(Math.max(share(band.to) - share(band.from), LEAST))}
          height={TRACK - 7}
          className="band"
        />
      ))}
      {until > past.to && (
        <line x1={x(past.to)} x2={x(past.to)} y1={top} y2={top + TRACK + 1} className="band-now" />
      )}
      {schedules.map((mark) => (
        <svg key={`${mark.at} ${mark.name}`} x={x(mark.at)} overflow="visible">
          <title>{mark.name}</title>
          <line y1={SIGNS / 2} y2={top + TRACK} className="band-plan" />
          <g transform={`translate(0 ${SIGNS / 2 - 1})`}>
            <ScheduleSign {...mark} />
          </g>
        </svg>
      ))}
      {scale.map((at) => (
        <g key={at}>
          <line x1={x(at)} x2={x(at)} y1={top + TRACK + 1} y2={top + TRACK + 6} className="band-tick" />
          {share(at) > MARGIN && share(at) < 1 - MARGIN && (
            <text x={x(at)} y={top + TRACK + SCALE - 4} textAnchor="middle" className="band-mark">
              {format(at)}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}
