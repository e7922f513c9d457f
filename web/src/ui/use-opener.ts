import { useRef } from "react";
import { focusOnScreen } from "./focus.ts";

/**
 * Returns the focus to the element that had it when a dialog opened. Read during render, because an input of the dialog
 * may take the focus before effects run.
 */
export function useOpener(open: boolean): { giveBack: (event: Event) => void } {
  const opener = useRef<Element | null>(null);
  const before = useRef(false);
  if (open !== before.current) {
    before.current = open;
    if (open) opener.current = document.activeElement;
  }
  return {
    giveBack(event) {
      event.preventDefault();
      // Another element took it, for example the heading of a new screen.
      if (document.activeElement !== document.body) return;
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
      // The opener was removed, for example with its row.
      if (document.activeElement === document.body) focusOnScreen();
    },
  };
}
