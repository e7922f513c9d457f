/** How a page reads a series: averages to draw, and measured extremes beside them. Pure, apart from the given call. */

import type { Series } from "../../../../worker/contract/series.ts";
import type { ValuePoint } from "../values.ts";
import type { Figures } from "./gaps.ts";
import type { Resolution } from "./resolution.ts";

/** Reads one field of a series; by default the averages, with the resolution that the server chooses. */
type ReadField = (search: { resolution?: Resolution; field?: "min" | "max" }) => Promise<Series>;

export const pointsOf = ({ points }: Series): ValuePoint[] =>
  points.map(([at, value]) => [Date.parse(at), value]);

/** `resolution`: null to let the server choose. Samples need one call, buckets three. */
export async function readFigures(
  read: ReadField,
  resolution: Resolution | null = null,
): Promise<{ figures: Figures; unit: string | null }> {
  const averages = await read(resolution === null ? {} : { resolution });
  // no period was asked for
  const stored = averages.resolution as Resolution;
  const ofBuckets = async (field: "min" | "max") =>
    stored === "raw" ? [] : pointsOf(await read({ resolution: stored, field }));
  const [least, most] = await Promise.all([ofBuckets("min"), ofBuckets("max")]);
  return {
    figures: { resolution: stored, points: pointsOf(averages), least, most },
    unit: averages.unit,
  };
}
