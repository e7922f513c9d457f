import { type FocusEvent, useRef } from "react";

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** What has no caret is quickly chosen again. */
const isText = (target: EventTarget): target is TextControl =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && target.selectionStart !== null) ||
  (target instanceof HTMLInputElement && ["email", "number"].includes(target.type));

/** Whether something was typed into a part of the page that would be lost with it, and is there still. */
export function useTyped() {
  const before = useRef(new Map<TextControl, string>());
  const last = useRef<TextControl>(null);
  return {
    onFocus({ target }: FocusEvent) {
      if (!isText(target)) return;
      last.current = target;
      if (!before.current.has(target)) before.current.set(target, target.value);
    },
    /** To go on typing. */
    goBack: () => last.current?.focus(),
    isTyped: () => [...before.current].some(([field, text]) => field.isConnected && field.value !== text),
  };
}
