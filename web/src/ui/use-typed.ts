import { type FocusEvent, useRef } from "react";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const PICKED = ["date", "time", "datetime-local", "email", "number"];

/** A list outside of a form chooses what is shown; nothing of it is ever saved. */
const isControl = (target: EventTarget): target is Control =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLSelectElement && target.form !== null) ||
  (target instanceof HTMLInputElement && (target.selectionStart !== null || PICKED.includes(target.type)));

/** Whether something was typed or chosen in a part of the page that would be lost with it, and is there still. */
export function useTyped() {
  const before = useRef(new Map<Control, string>());
  const last = useRef<Control>(null);
  return {
    onFocus({ target }: FocusEvent) {
      if (!isControl(target)) return;
      last.current = target;
      if (!before.current.has(target)) before.current.set(target, target.value);
    },
    /** To go on typing. */
    goBack: () => last.current?.focus(),
    isTyped: () => [...before.current].some(([field, text]) => field.isConnected && field.value !== text),
  };
}
