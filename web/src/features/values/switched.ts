import type { DeviceEvent } from "../../../../worker/contract/events.ts";
import type { Stretch } from "../../devices/bands.ts";

export interface SwitchMark {
  at: number;
  on: boolean;
  count: number;
  bySchedule: boolean;
  /** Values of controls were set: it was in this state before. */
  isKept: boolean;
}

const SWITCHES = { turned_on: true, turned_off: false } as const;

/** Oldest first. Other events are left out. */
export const marksOf = (
  events: readonly Pick<DeviceEvent, "event_type" | "count" | "created_at" | "actor" | "state_kept">[],
): SwitchMark[] =>
  events
    .flatMap(({ event_type, count, created_at, actor, state_kept }) =>
      event_type === "turned_on" || event_type === "turned_off"
        ? [
            {
              at: Date.parse(created_at),
              on: SWITCHES[event_type],
              count,
              bySchedule: actor === "schedule",
              isKept: state_kept === true,
            },
          ]
        : [],
    )
    .sort((a, b) => a.at - b.at);

/** The switches in a range, without events that set values of controls alone. */
export const within = (marks: readonly SwitchMark[], { from, to }: Stretch): SwitchMark[] =>
  marks.filter(({ at, isKept }) => !isKept && at >= from && at < to);

/** The times in the range when it was on. Nothing is drawn before the first known switch. */
export function onStretches(marks: readonly SwitchMark[], { from, to }: Stretch): Stretch[] {
  const found: Stretch[] = [];
  for (const [index, { at, on }] of marks.entries()) {
    const start = Math.max(at, from);
    const end = Math.min(marks[index + 1]?.at ?? to, to);
    if (!on || end <= start) continue;
    const last = found.at(-1);
    if (last?.to === start) last.to = end;
    else found.push({ from: start, to: end });
  }
  return found;
}
