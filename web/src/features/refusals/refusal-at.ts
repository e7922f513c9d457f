import type { Refusal } from "../../../../worker/contract/refusals.ts";

/** The broker reports at most one error of a device in ten seconds; the two times may differ a little. */
const NEAR_MS = 11_000;

/** The blocked attempt nearest in time to an error, or undefined when the log has none. */
export function refusalAt<Of extends Pick<Refusal, "at">>(
  refusals: readonly Of[],
  moment: string,
): Of | null {
  const distance = ({ at }: Of): number => Math.abs(Date.parse(at) - Date.parse(moment));
  const [nearest] = refusals.toSorted((a, b) => distance(a) - distance(b));
  return nearest && distance(nearest) <= NEAR_MS ? nearest : null;
}
