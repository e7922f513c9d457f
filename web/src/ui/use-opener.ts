import { useRef } from "react";
import { focusOnScreen } from "./focus.ts";

/**
 * What had the focus when a dialog opened, to give it back. It is looked up while the dialog is about to be shown:
 * later an input in it may have taken the focus already.
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
      // Somebody has it already: the heading of the screen that was chosen in the dialog, say.
      if (document.activeElement !== document.body) return;
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
      // What opened it is gone with the row that it stood in, say.
      if (document.activeElement === document.body) focusOnScreen();
    },
  };
}
