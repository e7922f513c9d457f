/**
 * When the values of a control are sent, such as those of a slider that moves. Pure. At most five commands a second; the
 * last value is always sent. While it moves, a value waits until the broker has accepted the one before: calls could
 * overtake each other otherwise.
 */

/** Milliseconds between two commands: five a second, and a margin for a network that delays the first of them. */
export const SEND_EVERY_MS = 220;
/** An answer that takes longer than this is not waited for. Milliseconds. */
export const ACCEPTED_WITHIN_MS = 2_000;

export interface ThrottledValue<V> {
  value: V;
  /** Whether it moves no more. */
  isLast: boolean;
}

export interface SendThrottle<V> {
  /** When the last command was sent; null before the first. Milliseconds. */
  sentAt: number | null;
  /** Whether the answer to a command is waited for. */
  isBusy: boolean;
  /** The newest value that was not sent. */
  next: ThrottledValue<V> | null;
}

type ThrottleEvent<V> = ({ type: "changed" } & ThrottledValue<V>) | { type: "answered" } | { type: "due" };

interface ThrottleStep<V> {
  throttle: SendThrottle<V>;
  send: ThrottledValue<V> | null;
  /** When to continue, in milliseconds from now; null: nothing waits. */
  dueInMs: number | null;
}

export const newThrottle = <V>(): SendThrottle<V> => ({ sentAt: null, isBusy: false, next: null });

export function throttled<V>(before: SendThrottle<V>, event: ThrottleEvent<V>, now: number): ThrottleStep<V> {
  const throttle = after(before, event);
  const { sentAt, isBusy, next } = throttle;
  if (next === null) return { throttle, send: null, dueInMs: null };
  const pause = isBusy ? ACCEPTED_WITHIN_MS : SEND_EVERY_MS;
  const dueInMs = sentAt === null ? 0 : sentAt + pause - now;
  if (dueInMs > 0) return { throttle, send: null, dueInMs };
  // The last value waits for the device, which may take seconds. A new movement does not wait for that.
  return { throttle: { sentAt: now, isBusy: !next.isLast, next: null }, send: next, dueInMs: null };
}

function after<V>(before: SendThrottle<V>, event: ThrottleEvent<V>): SendThrottle<V> {
  switch (event.type) {
    case "changed":
      return { ...before, next: { value: event.value, isLast: event.isLast } };
    case "answered":
      return { ...before, isBusy: false };
    case "due":
      return before;
  }
}
