import { useState } from "react";
import { useNow } from "../lib/use-now.ts";
import { Button } from "./button.tsx";
import { type CallProblem, ProblemNote } from "./problem-note.tsx";

interface FailedCallProps {
  problem: CallProblem;
  onRetry(): Promise<unknown>;
}

/** A failed call that a screen makes by itself, with a retry button. */
export function FailedCall({ problem, onRetry }: FailedCallProps) {
  const [pressed, setPressed] = useState(false);
  const waits = useNow() < (problem.until ?? 0);
  const retry = async () => {
    setPressed(true);
    await onRetry();
    setPressed(false);
  };
  return (
    <>
      <ProblemNote problem={problem} />
      <Button busy={waits ? "waiting" : pressed} onClick={retry} className="justify-self-start">
        Try again
      </Button>
    </>
  );
}
