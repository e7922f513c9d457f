/** A change that a call makes. */

import type { Modules } from "../hub/modules.ts";
import type { TurnPlan } from "../hub/socket/connection.ts";

/** Writes in a turn. Returns the result of `work`. */
export function storeChange<T>({ turns, router }: Modules, work: (plan: TurnPlan) => T): T {
  let answer: { value: T } | null = null;
  const isDone = turns.turn((plan) =>
    plan.write(() => {
      answer = { value: work(plan) };
      router.rightsChanged();
    }),
  );
  if (!isDone || answer === null) throw new Error("The change could not be stored.");
  return (answer as { value: T }).value;
}
