import type { ScheduleRun } from "../../../worker/contract/schedules.ts";
import { durationText } from "./bands.ts";

const WORDS: Record<ScheduleRun["outcome"], string> = {
  taken: "Taken",
  accepted: "Sent, not proven",
  not_connected: "Not connected",
  missed: "Missed",
  superseded: "Superseded",
  failed: "Failed",
};
/** Milliseconds. A shorter delay is not shown. */
const LATE = 2_000;

const late = (from: string, to: string | null): string | null => {
  const by = to === null ? 0 : Date.parse(to) - Date.parse(from);
  return by > LATE ? durationText(by) : null;
};

export function outcomeText({ planned_at, count, ran_at, taken_at, outcome }: ScheduleRun): string {
  const ran = late(planned_at, ran_at);
  const taken = ran_at && late(ran_at, taken_at);
  const times = count > 1 && `${count.toLocaleString("en")} times`;
  return [WORDS[outcome], times, taken && `after ${taken}`, ran && `ran ${ran} late`]
    .filter(Boolean)
    .join(", ");
}
