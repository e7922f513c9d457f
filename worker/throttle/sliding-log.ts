/** PURE. A sliding log: the times of accepted calls, oldest first. */

export interface Rule {
  limit: number;
  windowMs: number;
}

export interface SlidingLogResult {
  /** The log to store; an accepted call is its last entry. */
  log: readonly number[];
  /** Milliseconds until a call is accepted; 0 when this one was. */
  waitMs: number;
}

/** A refused call is not recorded: repeated tries do not wait longer. */
export function admit(log: readonly number[], now: number, rule: Rule): SlidingLogResult {
  const live = current(log, now, rule.windowMs);
  if (live.length < rule.limit) return { log: [...live, now], waitMs: 0 };
  const leaving = live[live.length - rule.limit];
  // With a limit of 0 the wait is the whole window.
  return { log: live, waitMs: (leaving ?? now) + rule.windowMs - now };
}

/** Removes one call of that time. */
export function withdraw(log: readonly number[], at: number): readonly number[] {
  const index = log.lastIndexOf(at);
  return index === -1 ? log : log.toSpliced(index, 1);
}

/** Returns the entries that still count. After a clock was set back, future entries count as of now. */
function current(log: readonly number[], now: number, windowMs: number): number[] {
  return log.filter((at) => at > now - windowMs).map((at) => Math.min(at, now));
}
