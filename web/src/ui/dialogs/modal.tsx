import { type ReactNode, useDeferredValue, useRef } from "react";
import { classNames } from "../../lib/class-names.ts";
import { Button } from "../button.tsx";
import { focusOnScreen } from "../focus.ts";
import { focusNear, wayUp } from "../keep-focus.ts";
import { part } from "../loading/part.tsx";
import { LostModal } from "./lost-modal.tsx";

const boxClass =
  "fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-[92dvh] w-full flex-col overflow-hidden short:block short:overflow-y-auto border border-hairline bg-panel shadow-lift " +
  "animate-appear rounded-t-lg sm:top-[12vh] sm:bottom-auto sm:max-h-[80vh] sm:rounded-lg";

// Loaded on a press: no screen starts with a dialog.
const ModalBox = part(() => import("./modal-box.tsx"), {
  loading: null,
  lost: (notice, { children: _, ...props }) => <LostModal {...props}>{notice}</LostModal>,
});

interface ModalProps {
  open: boolean;
  title: string;
  wide?: boolean;
  onClose(): void;
  children: ReactNode;
}

/**
 * A dialog. It takes the focus and returns it. Escape and a click outside close it, after a question if there is
 * unsaved input.
 */
export function Modal({ open, wide = false, ...rest }: ModalProps) {
  const { giveBack } = useOpener(open);
  // Paint the pressed button first, then open the dialog: matters on slow processors.
  const isSeen = useDeferredValue(open, false);
  if (!open || !isSeen) return null;
  return (
    <ModalBox
      {...rest}
      className={classNames(boxClass, wide ? "sm:max-w-2xl" : "sm:max-w-lg")}
      giveBack={giveBack}
    />
  );
}

/** The buttons of a dialog, always in view. */
export function ModalActions({ children }: { children: ReactNode }) {
  return (
    <div
      data-actions
      className="bleeds sticky bottom-0 z-10 short:static mt-6 flex flex-wrap justify-end gap-2 py-4"
    >
      {children}
    </div>
  );
}

/** The last button of a dialog that only shows something. Other actions go before it. */
export const ModalDone = ({ onClose, children }: { onClose(): void; children?: ReactNode }) => (
  <ModalActions>
    {children}
    <Button look="primary" onClick={onClose}>
      Done
    </Button>
  </ModalActions>
);

/**
 * Returns the focus to the element that had it when a dialog opened. Read during render, because an input of the dialog
 * may take the focus before effects run.
 */
export function useOpener(open: boolean): { giveBack: (event: Event) => void } {
  /** The element, and all that it is in. */
  const opener = useRef<Element[]>([]);
  const before = useRef(false);
  if (open !== before.current) {
    before.current = open;
    if (open) opener.current = document.activeElement === null ? [] : wayUp(document.activeElement);
  }
  return {
    giveBack(event) {
      event.preventDefault();
      // Another element took it, for example the heading of a new screen.
      if (document.activeElement !== document.body) return;
      const [button] = opener.current;
      if (button instanceof HTMLElement && button.isConnected) button.focus();
      // The opener was removed, for example with its row.
      if (document.activeElement === document.body) focusNear(opener.current);
      if (document.activeElement === document.body) focusOnScreen();
    },
  };
}
