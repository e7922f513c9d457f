import { useState } from "react";
import type { FormErrors } from "../api/problem.ts";

const keysOf = <T extends object>(values: T) => Object.keys(values) as (keyof T)[];

/**
 * The values of a form before they are sent. `field` returns the props of the control of one value. A function returns
 * the first values; an object is the stored values, and a newer stored value replaces one that the user has not changed.
 */
export function useDraft<T extends object>(first: T | (() => T), errors: FormErrors) {
  const [draft, setDraft] = useState(first);
  const [stored, setStored] = useState(first);
  const change = (part: Partial<T>) => setDraft((before) => ({ ...before, ...part }));
  if (typeof first === "object" && typeof stored === "object") {
    const newer = keysOf(first).filter((name) => first[name] !== stored[name]);
    const untouched = newer.filter((name) => draft[name] === stored[name]);
    if (newer.length > 0) setStored(first);
    if (untouched.length > 0)
      change(Object.fromEntries(untouched.map((name) => [name, first[name]])) as Partial<T>);
  }
  const field = <N extends keyof T & string>(name: N) => ({
    value: draft[name],
    errors: errors[name],
    onChange: (value: T[N]) => change({ [name]: value } as unknown as Partial<T>),
  });
  return { draft, change, field };
}
