import { useNow } from "../lib/use-now.ts";
import { Note } from "./note.tsx";

/** Why something was refused. */
export interface Problem {
  /** Empty when nothing is wrong. */
  message: string;
  /** When the same may be tried again (milliseconds since 1970), where it was too much of it. */
  until: number | null;
}

const TOO_MANY = "Too many requests. Try in ";
export const tooManyText = (when: string): string => TOO_MANY + when;

/** As the server says it. */
const secondsText = (seconds: number): string => `${seconds} ${seconds === 1 ? "second" : "seconds"}.`;

export function ProblemNote({ problem: { message, until } }: { problem: Problem }) {
  if (message === "") return null;
  return until === null ? <Note tone="stop">{message}</Note> : <Countdown until={until} />;
}

/** Counts down in silence. Who listens is told twice: for how long, and that it is over. */
function Countdown({ until }: { until: number }) {
  const left = Math.ceil((until - useNow()) / 1_000);
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
