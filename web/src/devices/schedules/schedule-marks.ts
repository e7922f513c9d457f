/** Past, planned and missed schedule runs as marks on a time range. Pure. */

import type { Schedule, ScheduleRun } from "../../../../worker/contract/schedules.ts";
import { once } from "../../lib/once.ts";
import type { Stretch } from "../bands.ts";

export interface Scheduled {
  schedule: Pick<Schedule, "name" | "state" | "next_at">;
  runs: readonly Pick<ScheduleRun, "planned_at" | "ran_at" | "count" | "outcome">[];
}

export interface ScheduleMark {
  /** When it ran, or was planned. */
  at: number;
  on: boolean;
  what: "taken" | "sent" | "planned" | "missed";
  name: string;
  /** How many planned times this mark covers. */
  count: number;
}

export const scheduleMarks = (all: readonly Scheduled[], { from, to }: Stretch): ScheduleMark[] =>
  all
    .flatMap(({ schedule: { name, state: on, next_at }, runs }) => {
      const mark = (what: ScheduleMark["what"], at: string, count = 1) => ({
        at: Date.parse(at),
        on,
        what,
        name,
        count,
      });
      return [
        ...runs.map(({ ran_at, planned_at, count, outcome }) =>
          ran_at !== null && (outcome === "taken" || outcome === "accepted")
            ? mark(outcome === "taken" ? "taken" : "sent", ran_at)
            : mark("missed", ran_at ?? planned_at, count),
        ),
        ...(next_at === null ? [] : [mark("planned", next_at)]),
      ];
    })
    .filter(({ at }) => at >= from && at < to)
    .sort((a, b) => a.at - b.at);

const COUNTED = [
  ["taken", "switched it"],
  ["sent", "sent a command without proof"],
  ["missed", "missed it"],
] as const;

const list = once(() => new Intl.ListFormat("en-GB"));
const times = (count: number): string => (count === 1 ? "once" : `${count.toLocaleString("en")} times`);

/** For example "Schedules switched it 3 times and missed it once." Empty without runs. */
export function marksText(marks: readonly ScheduleMark[]): string {
  const said = COUNTED.flatMap(([what, words]) => {
    const count = marks.reduce((sum, mark) => sum + (mark.what === what ? mark.count : 0), 0);
    return count === 0 ? [] : [`${words} ${times(count)}`];
  });
  return said.length === 0 ? "" : `Schedules ${list().format(said)}.`;
}
