/**
 * PURE. Switches by schedules and watches on a day whose rows are used up (`MAX_ROWS_A_DAY`). Times in milliseconds since
 * 1970.
 */

import type { SwitchState } from "../contract/control.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface Planned {
  state: SwitchState;
  /** When the schedule or watch last switched; null when it never did. */
  ranAt: number | null;
  /** The state of the device's last command; null without one. */
  last: SwitchState | null;
}

/**
 * Until when a switch waits; null when it happens now. "On" waits for the next day. "Off" happens, because nobody may be
 * there to switch the device off; the same schedule or watch does not repeat it within the hour.
 */
export function waitsUntil({ state, ranAt, last }: Planned, now: number): number | null {
  const midnight = now - (now % DAY) + DAY;
  if (state === "on") return midnight;
  // a clock that was set back lengthens no wait
  const isRepeated = last === "off" && ranAt !== null && Math.abs(now - ranAt) < HOUR;
  return isRepeated ? Math.min(midnight, Math.min(ranAt, now) + HOUR) : null;
}
