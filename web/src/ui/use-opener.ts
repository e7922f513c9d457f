import { useRef } from "react";

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
      // Gone with the row that it stood in, say: then the screen itself takes the focus.
      const target = opener.current?.isConnected ? opener.current : document.getElementById("content");
      if (target instanceof HTMLElement) target.focus();
    },
  };
}
