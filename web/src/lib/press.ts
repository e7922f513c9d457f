/** Shows what a press chose in the next frame, and does its work afterwards: a new address renders half of the page. */

import { useState } from "react";

/** Runs the work after the next frame is painted. */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}

/** The chosen value, before `value` follows. Whatever `value` becomes is then shown. */
export function useChosen<T>(value: T): [shown: T, choose: (next: T) => void] {
  const [chosen, setChosen] = useState<{ before: T; next: T } | null>(null);
  const isAhead = chosen !== null && Object.is(chosen.before, value);
  // a step back returns to the value before: the choice is over by then
  if (chosen !== null && !isAhead) setChosen(null);
  return [isAhead ? chosen.next : value, (next) => setChosen({ before: value, next })];
}
