import { useEffect, useRef } from "react";
import { useNow } from "../../lib/use-now.ts";
import { Note } from "./note.tsx";

/** A failed call as shown in a form. */
export interface CallProblem {
  /** Empty without an error. */
  message: string;
  /** What to do about it. */
  hint?: string;
  /** When a throttled call may be repeated (milliseconds since 1970); null if not throttled. */
  until: number | null;
}

const TOO_MANY = "Too many requests. Try in ";

/** In the server's words. */
const secondsText = (seconds: number): string => `${seconds} ${seconds === 1 ? "second" : "seconds"}.`;
const secondsLeft = (until: number, now: number): number => Math.ceil((until - now) / 1_000);

export const tooMany = (until: number | null): CallProblem => ({
  message: TOO_MANY + (until === null ? "a moment." : secondsText(secondsLeft(until, Date.now()))),
  until,
});

/** Scrolls to itself: in a long form it stands far above the button that was pressed. */
export function ProblemNote({ problem }: { problem: CallProblem }) {
  const place = useRef<HTMLDivElement>(null);
  const { message, hint, until } = problem;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt begins without a message, so each failure has a new one
  useEffect(() => {
    // in new browsers it returns a promise, and an effect returns only what ends it
    void place.current?.scrollIntoView({ block: "nearest" });
  }, [message]);
  if (message === "") return null;
  return (
    <div ref={place}>
      {until === null ? (
        <Note tone="stop">
          <p>{message}</p>
          {hint && <p>{hint}</p>}
        </Note>
      ) : (
        <Countdown until={until} />
      )}
    </div>
  );
}

/** A countdown. A screen reader announces its length at the start, and its end. */
function Countdown({ until }: { until: number }) {
  const left = secondsLeft(until, useNow());
  if (left <= 0) {
    return (
      <Note tone="go" live>
        You can try again now.
      </Note>
    );
  }
  return (
    <Note tone="stop">
      <p>
        {TOO_MANY}
        <span role="timer" aria-live="off">
          {secondsText(left)}
        </span>
      </p>
    </Note>
  );
}
