/**
 * PURE. The kinds of conditions of a watch, by the field of the API that names each. Durations are milliseconds.
 * What a kind needs beside its row here: `Record<ConditionKind, …>` makes the compiler ask for it.
 */

import * as z from "zod";
import { WATCHED_EVENTS } from "./device-events.ts";

export const WatchedEvent = z.enum(WATCHED_EVENTS);
export type WatchedEvent = z.infer<typeof WatchedEvent>;

/** A raised watch clears at the value `clear`, or further from the threshold. */
const beyond = { clear: z.number(), forMs: z.number().default(0) };

/** As they are stored: the first field of a row tells the kind. */
const CONDITIONS = {
  lost_for: z.object({ lostForMs: z.number() }),
  /** `auto`: three times the median interval of samples. */
  silent_for: z.object({ silentForMs: z.union([z.number(), z.literal("auto")]) }),
  above: z.object({ above: z.number(), ...beyond }),
  below: z.object({ below: z.number(), ...beyond }),
  not_taken_for: z.object({ notTakenForMs: z.number() }),
  /** The wanted value of a control, and the reported one after the proof. */
  differs_for: z.object({ differsForMs: z.number() }),
  /** What a counter added within the last `inMs`. */
  increase_above: z.object({ increaseAbove: z.number(), inMs: z.number() }),
  events: z.object({ events: z.array(WatchedEvent).readonly() }),
};

export type ConditionKind = keyof typeof CONDITIONS;
export type ConditionOf<K extends ConditionKind> = z.infer<(typeof CONDITIONS)[K]>;
export const Condition = z.union(Object.values(CONDITIONS));
export type Condition = ConditionOf<ConditionKind>;
export type Threshold = ConditionOf<"above" | "below">;

/** In the order in which the API names them. */
export const CONDITION_KINDS = Object.keys(CONDITIONS) as ConditionKind[];

const FIRST_FIELDS = CONDITION_KINDS.map(
  (kind) => [kind, Object.keys(CONDITIONS[kind].shape)[0] ?? ""] as const,
);

export function kindOf(when: Condition): ConditionKind {
  for (const [kind, field] of FIRST_FIELDS) if (field in when) return kind;
  throw new Error("It is a condition of no kind.");
}
