/** The reason of a limit that a client reached: its code from `reason.ts`, its sentence from the limit's row. */

import type { LimitWith, MqttAnswer } from "../contract/limit-row.ts";
import { BROKER_LIMITS } from "../contract/limits.ts";
import { REASONS, type Reason } from "./reason.ts";

type Rows = typeof BROKER_LIMITS;
export type LimitWithReason = LimitWith<"mqtt", Rows>;
/** Fails to compile when a row names a reason that `REASONS` does not have. */
type ReasonName = Rows[LimitWithReason]["mqtt"]["reason"] & keyof typeof REASONS;

/** `most`: the value in force. `actual`: how much there was. Sentences without these numbers need neither. */
export function limitReason(name: LimitWithReason, most = 0, actual = 0): Reason {
  const { reason, words }: MqttAnswer & { reason: ReasonName } = BROKER_LIMITS[name].mqtt;
  return { ...REASONS[reason], words: words(most, actual) };
}
