import { bands, type Connected, marks, type Stretch } from "../../devices/bands.ts";
import type { ScheduleMark } from "../../devices/schedule-marks.ts";
import { ScheduleSign } from "../../devices/schedule-sign.tsx";

const TRACK = 28;
const SCALE = 24;
/** Above the track, where there are marks of schedules. */
const SIGNS = 18;
/** A mark nearer to an end than this has no room for its words. */
const MARGIN = 0.05;
/** What has no width at all is not drawn, its edge neither. */
const LEAST = 0.0005;
const HOUR = new Intl.DateTimeFormat("en-US", { hour: "numeric" });
const WEEKDAY = new Intl.DateTimeFormat("en-US", { weekday: "short", day: "numeric" });

const percent = (share: number): string => `${(share * 100).toFixed(3)}%`;

interface BandChartProps {
  label: string;
  connections: readonly Connected[];
  /** What is known of, up to now. */
  past: Stretch;
  /** Where it ends: later than now, where something is planned. */
  until: number;
  schedules: readonly ScheduleMark[];
  /** Between two marks of the scale. */
  hours: number;
}

export function BandChart({ label, connections, past, until, schedules, hours }: BandChartProps) {
  const share = (at: number) => (at - past.from) / (until - past.from);
  // In shares of the width, not in a drawing that is scaled: bands and words keep their size on every screen.
  const x = (at: number) => percent(share(at));
  const format = hours < 24 ? HOUR : WEEKDAY;
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
              {format.format(at)}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}
