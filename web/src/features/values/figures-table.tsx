import type { Figure } from "../../devices/series/gaps.ts";
import type { SeriesResolution } from "../../devices/series/resolution.ts";
import { numberText } from "../../devices/values.ts";
import { Fold } from "../../ui/layout/fold.tsx";
import { decimalsOf, figureMoment, rounded } from "./sentences.ts";

interface FiguresTableProps {
  figures: readonly Figure[];
  resolution: SeriesResolution;
  unit: string | null;
}

/** The chart's data as a table, for screen readers and for exact values. */
export function FiguresTable(props: FiguresTableProps) {
  const { figures, unit } = props;
  if (figures.length === 0) return null;
  return (
    <Fold
      title="The data"
      about={`${figures.length.toLocaleString("en-US")} ${figures.length === 1 ? "value" : "values"}${unit ? `, in ${unit}` : ""}, newest first`}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section aria-label="Figures" tabIndex={0} className="max-h-80 overflow-y-auto rounded-sm">
        <Rows {...props} />
      </section>
    </Fold>
  );
}

const HEAD = "sticky top-0 bg-panel px-2 py-1.5 font-medium";
const CELL = "px-2 py-1 text-right";

function Rows({ figures, resolution }: FiguresTableProps) {
  const decimals = decimalsOf(figures);
  const isRaw = resolution === "raw";
  const titles = isRaw ? ["Value"] : ["Average", "Least", "Most"];
  return (
    <table aria-label="Data of the chart" className="w-full text-left text-xs tabular-nums">
      <thead className="text-soft">
        <tr>
          <th scope="col" className={HEAD}>
            Time
          </th>
          {titles.map((title) => (
            <th key={title} scope="col" className={`${HEAD} text-right`}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-hairline">
        {figures.toReversed().map(({ at, value, least, most }) => (
          <tr key={at}>
            <th scope="row" className="px-2 py-1 font-normal whitespace-nowrap">
              {figureMoment(at, resolution)}
            </th>
            <td className={CELL}>{numberText(rounded(value, decimals))}</td>
            {!isRaw && (
              <>
                <td className={CELL}>{numberText(least)}</td>
                <td className={CELL}>{numberText(most)}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
