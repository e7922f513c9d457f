import { type ReactNode, useDeferredValue } from "react";
import { classNames } from "../lib/class-names.ts";
import { LostModal } from "./lost-modal.tsx";
import { partOnPress } from "./part-on-press.ts";
import { useOpener } from "./use-opener.ts";

const boxClass =
  "fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-[92dvh] w-full flex-col overflow-hidden border border-hairline bg-panel shadow-lift " +
  "animate-appear rounded-t-lg sm:top-[12vh] sm:bottom-auto sm:max-h-[80vh] sm:rounded-lg";

// No screen begins with a dialog.
const ModalBox = partOnPress(() => import("./modal-box.tsx"), {
  loading: null,
  lost: (notice, { children: _, ...props }) => <LostModal {...props}>{notice}</LostModal>,
});

interface ModalProps {
  open: boolean;
  title: string;
  description?: string;
  wide?: boolean;
  onClose(): void;
  children: ReactNode;
}

/**
 * A dialog. It takes the focus, gives it back to what opened it, and closes by Escape and by a click beside it, unless
 * something was typed: then it asks.
 */
export function Modal({ open, wide = false, ...rest }: ModalProps) {
  const { giveBack } = useOpener(open);
  // What was pressed is seen to have been pressed first, on a slow processor too; then comes what it opens.
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

/** The buttons at the end of a dialog: in view, however long it is. */
export function ModalActions({ children }: { children: ReactNode }) {
  return (
    <div data-actions className="bleeds sticky bottom-0 z-10 mt-6 flex flex-wrap justify-end gap-2 py-4">
      {children}
    </div>
  );
}
