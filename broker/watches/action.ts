/** PURE. Whether a watch may switch a device now, and what became of it in words. Times in milliseconds. */

import type { SwitchState } from "../contract/control.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * Until when a watch is held back; `now` when it may act. `acted`: when it acted for other notices, newest first. `most`:
 * actions a minute; 0 for no limit.
 */
export function heldUntil(acted: readonly number[], most: number, now: number): number {
  // a clock that was set back does not lengthen the wait
  const recent = acted.filter((at) => at > now - MINUTE && at < now + MINUTE);
  const first = recent[most - 1];
  return most === 0 || first === undefined ? now : Math.max(now, first + MINUTE);
}

/** Switches by all watches of an account in one of the clock's hours. Hours since 1970. */
export interface HourOfSwitches {
  hour: number;
  switches: number;
}

/** With one more switch. */
export const counted = ({ hour, switches }: HourOfSwitches, now: number): HourOfSwitches => {
  const current = Math.floor(now / HOUR);
  return { hour: current, switches: hour === current ? switches + 1 : 1 };
};

/** Until when all watches of the account are held back; `now` when they may act. `most`: switches an hour; 0 for no limit. */
export function allHeldUntil({ hour, switches }: HourOfSwitches, most: number, now: number): number {
  const isFull = most > 0 && hour === Math.floor(now / HOUR) && switches >= most;
  return isFull ? (hour + 1) * HOUR : now;
}

/**
 * Actions by all watches of an account in each span of time. One cause may concern fifty watches, and a switch writes
 * about sixteen rows: in one transaction they would delay every account of the process by a tenth of a second.
 */
export const PACE = { actions: 5, everyMs: 500 } as const;

/** The newest span in which actions are made or planned. `from` in milliseconds since 1970. */
export interface Span {
  from: number;
  actions: number;
}

/** The span of one more action, which comes after all that wait. It may be made now if the span has begun. */
export function nextSpan({ from, actions }: Span, now: number): Span {
  // a clock that was set back begins anew
  if (now >= from + PACE.everyMs || from > now + MINUTE) return { from: now, actions: 1 };
  return actions < PACE.actions ? { from, actions: actions + 1 } : { from: from + PACE.everyMs, actions: 1 };
}

interface Circumstances {
  isSuspended: boolean;
  isEnabled: boolean;
  isSnoozed: boolean;
  /** The account has written all rows of this day, and the action does not switch off. */
  isOver: boolean;
  /** A later notice of the same watch switches the device. */
  isReplaced: boolean;
}

/** Why an action is not made, as a sentence; null when it is made. */
export function whyNot(of: Circumstances): string | null {
  if (of.isSuspended) return "Not switched: the account is suspended.";
  if (!of.isEnabled) return "Not switched: the watch is off.";
  if (of.isSnoozed) return "Not switched: the watch is snoozed.";
  if (of.isReplaced) return "Not switched: a later notice of the watch replaced it.";
  return of.isOver
    ? "Not switched: the account's storage limit for today is reached (MAX_ROWS_A_DAY)."
    : null;
}

interface MadeAction {
  device: string;
  /** Null: values alone. */
  state: SwitchState | null;
  /** The words of the values; empty without any. */
  values: string;
}

/**
 * How far the command has come: it was sent; it was sent on a topic without acknowledgements; or the device took it, so
 * many milliseconds after the command.
 */
export type ActionProof = "sent" | "without proof" | { acknowledgedMs: number };

/** For example "Sent to Fan: on, Speed 3." and "Fan was switched on, Speed 3, taken after 0.3 s." */
export function actionText({ device, state, values }: MadeAction, proof: ActionProof): string {
  const name = device || "A device";
  const words = [state, values].filter(Boolean).join(", ");
  if (proof === "sent") return `Sent to ${name}: ${words}.`;
  if (proof === "without proof")
    return `Sent to ${name}: ${words}. It does not say whether it has taken a command.`;
  const change = state === null ? `${name}: ${values}` : `${name} was switched ${words}`;
  return `${change}, taken after ${secondsText(proof.acknowledgedMs)}.`;
}

const secondsText = (ms: number): string =>
  ms < 9950 ? `${(Math.max(0, ms) / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`;
