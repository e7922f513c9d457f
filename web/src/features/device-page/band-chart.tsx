import { bands, type Connected, marks, type Stretch } from "./bands.ts";

const WIDTH = 960;
const TRACK = 28;
const HEIGHT = 52;
/** A connection of a second must still be seen in a week. */
const THINNEST = 2;
const HOUR = new Intl.DateTimeFormat("en-US", { hour: "numeric" });
const WEEKDAY = new Intl.DateTimeFormat("en-US", { weekday: "short", day: "numeric" });

interface BandChartProps {
  label: string;
  connections: readonly Connected[];
  stretch: Stretch;
  /** Between two marks of the scale. */
  hours: number;
}

/** When the device was there, as bands; the same stands in a table for those who hear the page. */
export function BandChart({ label, connections, stretch, hours }: BandChartProps) {
  const x = (at: number) => ((at - stretch.from) / (stretch.to - stretch.from)) * WIDTH;
  const format = hours < 24 ? HOUR : WEEKDAY;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label} className="band-chart w-full">
      <rect x="0.5" y="0.5" width={WIDTH - 1} height={TRACK} rx="3" className="band-track" />
      {bands(connections, stretch).map((band) => (
        <rect
          key={band.from}
          x={Math.min(x(band.from), WIDTH - THINNEST - 1)}
          y="3"
          width={Math.max(THINNEST, x(band.to) - x(band.from))}
          height={TRACK - 5}
          rx="1"
          className="band"
        />
      ))}
      {marks(stretch, hours).map((at) => (
        <g key={at}>
          <path d={`M${x(at)} ${TRACK + 1}v5`} className="band-tick" />
          {x(at) > 24 && x(at) < WIDTH - 24 && (
            <text x={x(at)} y={HEIGHT - 4} textAnchor="middle" className="band-mark">
              {format.format(at)}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}
