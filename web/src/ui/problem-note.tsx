import { useNow } from "../lib/use-now.ts";
import { Note } from "./note.tsx";
import { type Problem, secondsLeft, Wait } from "./why-failed.tsx";

export function ProblemNote({ problem: { message, hint, until } }: { problem: Problem }) {
  if (message === "") return null;
  if (until !== null) return <Countdown until={until} />;
  return (
    <Note tone="stop">
      <p>{message}</p>
      {hint && <p>{hint}</p>}
    </Note>
  );
}

/** Counts down in silence. Who listens is told twice: for how long, and that it is over. */
function Countdown({ until }: { until: number }) {
  if (secondsLeft(until, useNow()) > 0) {
    return (
      <Note tone="stop">
        <Wait until={until} />
      </Note>
    );
  }
  return (
    <Note tone="go" live>
      <Wait until={until} />
    </Note>
  );
}
