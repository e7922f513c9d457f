/**
 * The reconnect rules, pure: state + event → next state + actions. off ─start→ opening ─opened→ open ─lost→ waiting
 * ─due→ opening … Delays: 5, 10, 20, 30, 30 seconds. After the sixth failure in a row it rests until Retry or until the
 * tab becomes visible. A success resets the count. `stop` leads from every state to off.
 */

const RECONNECT_BASE_MS = 5_000;
const RECONNECT_CAP_MS = 30_000;
export const RECONNECT_ATTEMPTS = 5;

/** Whether an open connection was lost, or an attempt failed. */
type Cause = "lost" | "failed";

export type LinkState =
  | { phase: "off" }
  | { phase: "opening"; attempt: number }
  | { phase: "open" }
  | { phase: "waiting"; attempt: number; cause: Cause; message: string; delay: number }
  | { phase: "resting"; cause: Cause; message: string };

export type LinkEvent =
  | { type: "start" }
  | { type: "stop" }
  | { type: "opened" }
  | { type: "lost"; message: string }
  | { type: "failed"; message: string }
  | { type: "due" }
  | { type: "retry" }
  | { type: "visible" };

export type LinkEffect =
  | { do: "open" }
  | { do: "close" }
  | { do: "wait"; ms: number }
  | { do: "stop waiting" };

export interface Step {
  link: LinkState;
  effects: LinkEffect[];
}

export type ConnectionStatus = "disconnected" | "connecting" | "connected" | "error";

export function statusOf(link: LinkState): ConnectionStatus {
  switch (link.phase) {
    case "off":
      return "disconnected";
    case "opening":
      return "connecting";
    case "open":
      return "connected";
    case "waiting":
    case "resting":
      return link.cause === "failed" ? "error" : "disconnected";
  }
}

/** Delay before the n-th attempt, counted from 1. */
const reconnectDelay = (attempt: number): number =>
  Math.min(RECONNECT_BASE_MS * 2 ** (attempt - 1), RECONNECT_CAP_MS);

const stay = (link: LinkState): Step => ({ link, effects: [] });
const opening = (attempt: number, ...before: LinkEffect[]): Step => ({
  link: { phase: "opening", attempt },
  effects: [...before, { do: "open" }],
});

function retreat(attempt: number, cause: Cause, message: string): Step {
  if (attempt > RECONNECT_ATTEMPTS) {
    return { link: { phase: "resting", cause, message }, effects: [{ do: "close" }] };
  }
  const delay = reconnectDelay(attempt);
  return {
    link: { phase: "waiting", attempt, cause, message, delay },
    effects: [{ do: "close" }, { do: "wait", ms: delay }],
  };
}

export function step(link: LinkState, event: LinkEvent): Step {
  switch (event.type) {
    case "stop":
      return { link: { phase: "off" }, effects: [{ do: "stop waiting" }, { do: "close" }] };
    case "start":
      // Also replaces an open connection, with the current subscriptions.
      return opening(0, { do: "stop waiting" }, { do: "close" });
    case "opened":
      return link.phase === "opening" ? stay({ phase: "open" }) : stay(link);
    case "failed":
      return link.phase === "opening" ? retreat(link.attempt + 1, "failed", event.message) : stay(link);
    case "lost":
      if (link.phase === "open") return retreat(1, "lost", event.message);
      return link.phase === "opening" ? retreat(link.attempt + 1, "failed", event.message) : stay(link);
    case "due":
      return link.phase === "waiting" ? opening(link.attempt) : stay(link);
    case "retry":
      if (link.phase === "waiting") return opening(0, { do: "stop waiting" });
      return link.phase === "resting" ? opening(0) : stay(link);
    case "visible":
      return link.phase === "resting" ? opening(0) : stay(link);
  }
}
