import { useEffect, useRef, useState } from "react";
import type { Busy } from "../ui/button.tsx";
import { announce } from "../ui/messages/announcer.tsx";
import { type FormProblem, type FormProblemOptions, formProblem } from "./form-problem.ts";

const NONE: FormProblem = { message: "", fields: {}, until: null };

export interface FormCall {
  busy: Busy;
  /** Empty without an error. */
  problem: FormProblem;
  /** Shows an error that the page found itself. */
  refuse(problem: Partial<FormProblem>): void;
  /** Makes the call unless one is in progress. Returns true on success; otherwise `problem` has the reason. */
  run(call: () => Promise<unknown>): Promise<boolean>;
}

interface FormCallOptions extends FormProblemOptions {
  /** Announced after success; null where a toast or a new screen does that. */
  done: string | null;
}

/** One call of a form: whether it is in progress, its announcement, and its errors. */
export function useFormCall({ done, ...options }: FormCallOptions): FormCall {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<FormProblem>(NONE);
  const running = useRef(false);
  const waits = useWaits(problem.until);
  return {
    busy: waits ? "waiting" : busy,
    problem,
    refuse: (found) => setProblem({ ...NONE, ...found }),
    async run(call) {
      if (running.current || waits) return false;
      running.current = true;
      setBusy(true);
      setProblem(NONE);
      try {
        await call();
        if (done !== null) announce(done);
        return true;
      } catch (error) {
        setProblem(formProblem(error, options));
        return false;
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
  };
}

/** Whether that time is in the future. */
function useWaits(until: number | null): boolean {
  const [over, setOver] = useState<number | null>(null);
  useEffect(() => {
    if (until === null) return;
    const timer = setTimeout(() => setOver(until), until - Date.now());
    return () => clearTimeout(timer);
  }, [until]);
  return until !== null && over !== until;
}
