import { type FocusEvent, useRef } from "react";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const PICKED = ["date", "time", "datetime-local", "email", "number"];

/** A select outside a form changes the view only. */
const isControl = (target: EventTarget): target is Control =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLSelectElement && target.form !== null) ||
  (target instanceof HTMLInputElement && (target.selectionStart !== null || PICKED.includes(target.type)));

/** Whether a part of the page contains unsaved input. */
export function useTyped() {
  const before = useRef(new Map<Control, string>());
  const last = useRef<Control>(null);
  return {
    onFocus({ target }: FocusEvent) {
      if (!isControl(target)) return;
      last.current = target;
      if (!before.current.has(target)) before.current.set(target, target.value);
    },
    /** Returns the focus to it. */
    goBack: () => last.current?.focus(),
    isTyped: () => [...before.current].some(([field, text]) => field.isConnected && field.value !== text),
  };
}
