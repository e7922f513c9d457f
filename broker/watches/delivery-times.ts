/** PURE. When deliveries of notices are attempted, and which targets are next. Times in milliseconds. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Waits after the first, second, … failed attempt. Standard Webhooks 1.0.0, "Deliverability and reliability". */
const WAITS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR] as const;

/**
 * The wait until the next attempt; null when no more follow. A receiver's Retry-After (RFC 9110, 10.2.3) lengthens it,
 * at most to the table's next wait, so that no receiver holds a notice back for long.
 */
export function waitAfterAttempt(attempts: number, retryAfterMs = 0): number | null {
  const wait = WAITS[attempts - 1];
  if (wait === undefined) return null;
  return Math.max(wait, Math.min(retryAfterMs, WAITS[attempts] ?? wait));
}

/** The first pause of a target, and the longest. */
const FIRST_PAUSE = 5 * SECOND;
const LONGEST_PAUSE = MINUTE;

/**
 * How long a target gets nothing after failures in a row, so that all its waiting notices do not try a dead host at
 * once. One failure is no reason: the next notice shows whether it lasts. A Retry-After counts for the other notices
 * as for one that failed once.
 */
export function pauseAfterFailures(failures: number, retryAfterMs = 0): number {
  const pause = failures < 2 ? 0 : Math.min(FIRST_PAUSE * 2 ** (failures - 2), LONGEST_PAUSE);
  return Math.max(pause, Math.min(retryAfterMs, WAITS[1]));
}

/** Attempts at the same time. The platform allows six open connections, and tests use two. */
const MAX_IN_FLIGHT = 4;
/** Of these, as many as failing targets may use: one place stays free for the others. */
const MAX_FAILING_IN_FLIGHT = MAX_IN_FLIGHT - 1;

/** The waiting deliveries of a target. Moments in milliseconds since 1970. */
export interface TargetQueue {
  target: string;
  /** When its first delivery is due. */
  dueAt: number;
  /** Until then nothing is sent to it: it fails, or its host has had its requests of this hour. */
  pausedUntil: number;
  /** Its last attempt failed. */
  isFailing: boolean;
  /** A target gets one delivery at a time: a host that hangs holds one place, and gets no burst. */
  isInFlight: boolean;
}

/** Returns the targets that get a delivery now, and when to look again; null when nothing waits. */
export function nextTargets(
  queues: readonly TargetQueue[],
  now: number,
): { start: TargetQueue[]; at: number | null } {
  const inFlight = queues.filter(({ isInFlight }) => isInFlight);
  let places = MAX_IN_FLIGHT - inFlight.length;
  let failingPlaces = MAX_FAILING_IN_FLIGHT - inFlight.filter(({ isFailing }) => isFailing).length;
  const idle = queues.filter(({ isInFlight }) => !isInFlight);
  const start: TargetQueue[] = [];
  for (const queue of idle.toSorted(inOrder)) {
    if (startOf(queue) > now || places === 0 || (queue.isFailing && failingPlaces <= 0)) continue;
    start.push(queue);
    places -= 1;
    if (queue.isFailing) failingPlaces -= 1;
  }
  const later = idle.map(startOf).filter((at) => at > now);
  return { start, at: later.length === 0 ? null : Math.min(...later) };
}

const startOf = ({ dueAt, pausedUntil }: TargetQueue): number => Math.max(dueAt, pausedUntil);

const inOrder = (a: TargetQueue, b: TargetQueue): number =>
  Number(a.isFailing) - Number(b.isFailing) || a.dueAt - b.dueAt;
