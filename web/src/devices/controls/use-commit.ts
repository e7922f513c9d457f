import { type RefObject, useEffect, useRef } from "react";

/**
 * Calls back for the native `change` event of an input: a slider was released, a colour was chosen. React's `onChange` is
 * the `input` event, which comes for each step.
 */
export function useCommit(then: () => void): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  const latest = useRef(then);
  latest.current = then;
  useEffect(() => {
    const element = input.current;
    const commit = () => latest.current();
    element?.addEventListener("change", commit);
    return () => element?.removeEventListener("change", commit);
  }, []);
  return input;
}
