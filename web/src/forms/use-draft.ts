import { useState } from "react";
import type { FormErrors } from "../api/problem.ts";

/** The values of a form before they are sent. `field` returns the props of the control of one value. */
export function useDraft<T extends object>(first: T | (() => T), errors: FormErrors) {
  const [draft, setDraft] = useState(first);
  const change = (part: Partial<T>) => setDraft((before) => ({ ...before, ...part }));
  const field = <N extends keyof T & string>(name: N) => ({
    value: draft[name],
    errors: errors[name],
    onChange: (value: T[N]) => change({ [name]: value } as unknown as Partial<T>),
  });
  return { draft, change, field };
}
