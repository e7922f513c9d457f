import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { commitDeletions } from "../../api/deletions.ts";
import type { FormErrors } from "../../api/problem.ts";
import { useFormCall } from "../use-form-call.ts";

interface ItemFormOptions {
  /** What the form adds or changes, as its button writes it: `Channel`. */
  noun: string;
  isNew: boolean;
  /** The message when the failure has no text. */
  fallback: string;
  /** Queries to refetch after it was saved. */
  changes: readonly QueryKey[];
  onClose(): void;
}

/**
 * The form of a list's item: one call that adds or changes it, then the dialog closes. `frame` is for `DialogForm`,
 * `errors` for its fields.
 */
export function useItemForm({ noun, isNew, fallback, changes, onClose }: ItemFormOptions) {
  const client = useQueryClient();
  const { busy, problem, run } = useFormCall({ fallback, done: `${noun} ${isNew ? "added" : "updated"}.` });
  const save = async (call: () => Promise<unknown>): Promise<void> => {
    // a new item may need the name or the place of a deleted one
    if (!(await run(() => commitDeletions().then(call)))) return;
    await Promise.all(changes.map((queryKey) => client.invalidateQueries({ queryKey })));
    onClose();
  };
  const frame = { problem, busy, submit: `${isNew ? "Add" : "Update"} ${noun}`, onCancel: onClose };
  return { errors: problem.fields, save, frame };
}

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
