/** PURE. A sliding log: the moments of the calls that passed, oldest first. */

export interface Rule {
  limit: number;
  windowMs: number;
}

export interface Admission {
  /** The log to keep; the new call is its last entry when it passed. */
  log: readonly number[];
  /** Milliseconds until a call passes; 0 when this one did. */
  waitMs: number;
}

/** A refused call is not recorded: who keeps trying does not wait longer. */
export function admit(log: readonly number[], now: number, rule: Rule): Admission {
  const live = current(log, now, rule.windowMs);
  if (live.length < rule.limit) return { log: [...live, now], waitMs: 0 };
  const leaving = live[live.length - rule.limit];
  // A limit of 0 leaves nothing to wait for but the window itself.
  return { log: live, waitMs: (leaving ?? now) + rule.windowMs - now };
}

/** Takes one call of that moment back out. */
export function withdraw(log: readonly number[], at: number): readonly number[] {
  const index = log.lastIndexOf(at);
  return index === -1 ? log : log.toSpliced(index, 1);
}

/** What still counts. A clock that went back must not lengthen the wait: entries of the future count as of now. */
function current(log: readonly number[], now: number, windowMs: number): number[] {
  return log.filter((at) => at > now - windowMs).map((at) => Math.min(at, now));
}
