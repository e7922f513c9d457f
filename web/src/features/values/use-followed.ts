import { useRef } from "react";
import type { LastValue } from "../../../../worker/contract/series.ts";
import type { ValuePoint } from "../../devices/values.ts";

const NONE: readonly ValuePoint[] = [];

/** Values received since `answer`, which the server's answer does not contain. */
export function useFollowed(
  answer: { points: readonly ValuePoint[] } | undefined,
  lastValue: LastValue,
): readonly ValuePoint[] {
  const followed = useRef({ answer, points: NONE });
  if (followed.current.answer !== answer) followed.current = { answer, points: NONE };
  const { current } = followed;
  const at = Date.parse(lastValue.at);
  const last = (current.points.at(-1) ?? answer?.points.at(-1))?.[0];
  if (answer !== undefined && typeof lastValue.value !== "string" && (last === undefined || at > last)) {
    current.points = [...current.points, [at, Number(lastValue.value)]];
  }
  return current.points;
}
