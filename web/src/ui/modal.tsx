import { type ReactNode, useDeferredValue } from "react";
import { classNames } from "../lib/class-names.ts";
import { Button } from "./button.tsx";
import { LostModal } from "./lost-modal.tsx";
import { part } from "./part.tsx";
import { useOpener } from "./use-opener.ts";

const boxClass =
  "fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-[92dvh] w-full flex-col overflow-hidden border border-hairline bg-panel shadow-lift " +
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
    <div data-actions className="bleeds sticky bottom-0 z-10 mt-6 flex flex-wrap justify-end gap-2 py-4">
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
