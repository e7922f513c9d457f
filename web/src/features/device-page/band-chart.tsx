import { bands, type Connected, marks, type Stretch } from "../../devices/bands.ts";

const TRACK = 28;
const HEIGHT = 52;
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
  stretch: Stretch;
  /** Between two marks of the scale. */
  hours: number;
}

/** When the device was there, as bands; the same stands in a table for those who hear the page. */
export function BandChart({ label, connections, stretch, hours }: BandChartProps) {
  const share = (at: number) => (at - stretch.from) / (stretch.to - stretch.from);
  // In shares of the width, not in a drawing that is scaled: bands and words keep their size on every screen.
  const x = (at: number) => percent(share(at));
  const format = hours < 24 ? HOUR : WEEKDAY;
  return (
    <svg height={HEIGHT} role="img" aria-label={label} className="block w-full overflow-visible">
      <rect y="0.5" width="100%" height={TRACK} rx="3" className="band-track" />
      {bands(connections, stretch).map((band) => (
        <rect
          key={band.from}
          x={x(band.from)}
          y="4"
          width={percent(Math.max(share(band.to) - share(band.from), LEAST))}
          height={TRACK - 7}
          className="band"
        />
      ))}
      {marks(stretch, hours).map((at) => (
        <g key={at}>
          <line x1={x(at)} x2={x(at)} y1={TRACK + 1} y2={TRACK + 6} className="band-tick" />
          {share(at) > MARGIN && share(at) < 1 - MARGIN && (
            <text x={x(at)} y={HEIGHT - 4} textAnchor="middle" className="band-mark">
              {format.format(at)}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}
