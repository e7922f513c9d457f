import { useRef, useState } from "react";
import { type FormProblem, type FormProblemOptions, formProblem } from "./form-problem.ts";

const NONE: FormProblem = { message: "", fields: {} };

export interface FormCall {
  busy: boolean;
  /** Empty when nothing is wrong. */
  problem: FormProblem;
  /** Shows a problem that was found without asking the server. */
  refuse(problem: Partial<FormProblem>): void;
  /** Makes the call unless one is under way. Answers whether it succeeded; if not, the problem says why. */
  run(call: () => Promise<unknown>): Promise<boolean>;
}

/** One call of a form: busy while it lasts, and what its failure means for the form. */
export function useFormCall(options: FormProblemOptions): FormCall {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<FormProblem>(NONE);
  const running = useRef(false);
  return {
    busy,
    problem,
    refuse: (found) => setProblem({ ...NONE, ...found }),
    async run(call) {
      if (running.current) return false;
      running.current = true;
      setBusy(true);
      setProblem(NONE);
      try {
        await call();
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
