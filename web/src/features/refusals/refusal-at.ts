import type { Refusal } from "../../../../worker/contract/refusal.ts";

/** Errors of one device are told once in ten seconds, and written a moment before or after what they are of. */
const NEAR_MS = 11_000;

/** What was refused when an error happened: the nearest in time, or nothing that the log still holds. */
export function refusalAt<Of extends Pick<Refusal, "at">>(
  refusals: readonly Of[],
  moment: string,
): Of | null {
  const distance = ({ at }: Of): number => Math.abs(Date.parse(at) - Date.parse(moment));
  const [nearest] = refusals.toSorted((a, b) => distance(a) - distance(b));
  return nearest && distance(nearest) <= NEAR_MS ? nearest : null;
}
