import { X } from "lucide-react";
import * as Dialog from "radix-ui/dialog";
import { type ReactNode, useEffect, useState } from "react";
import { classNames } from "../lib/class-names.ts";
import { Button, IconButton } from "./button.tsx";
import { useOpener } from "./use-opener.ts";
import { useTyped } from "./use-typed.ts";

/*
 * The veil is a plain element, not Radix's overlay: that one writes a style element into the page, which the content
 * security policy refuses.
 */
export const Veil = () => (
  <div aria-hidden="true" className="fixed inset-0 z-40 animate-appear touch-none bg-(--veil)" />
);

const boxClass =
  "fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-[92dvh] w-full flex-col border border-hairline bg-panel shadow-lift " +
  "animate-appear rounded-t-lg sm:top-[12vh] sm:bottom-auto sm:max-h-[80vh] sm:rounded-lg";

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
export function Modal({ open, title, description, wide = false, onClose, children }: ModalProps) {
  const { giveBack } = useOpener(open);
  const typed = useTyped();
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (!open) setAsked(false);
  }, [open]);
  const ask = (event: Event) => {
    if (!typed.isTyped()) return;
    event.preventDefault();
    setAsked(true);
  };
  const stay = () => {
    setAsked(false);
    typed.goBack();
  };
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Veil />
        <Dialog.Content
          className={classNames(boxClass, wide ? "sm:max-w-2xl" : "sm:max-w-lg")}
          onCloseAutoFocus={giveBack}
          onFocus={typed.onFocus}
          onEscapeKeyDown={ask}
          onInteractOutside={ask}
          {...(!description && { "aria-describedby": undefined })}
        >
          <header className="flex items-start justify-between gap-4 border-b border-hairline py-3 pr-3 pl-5">
            <div className="min-w-0 py-1 wrap-anywhere">
              <Dialog.Title className="text-lg">{title}</Dialog.Title>
              {description && (
                <Dialog.Description className="text-sm text-soft">{description}</Dialog.Description>
              )}
            </div>
            <Dialog.Close asChild>
              <IconButton label="Close">
                <X aria-hidden="true" />
              </IconButton>
            </Dialog.Close>
          </header>
          <div className="overflow-y-auto overscroll-contain p-5 has-data-actions:scroll-pb-24 has-data-actions:pb-0">
            {children}
          </div>
          {asked && <Question onStay={stay} onLeave={onClose} />}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Before what was typed is thrown away by a press that may have been meant otherwise. */
function Question({ onStay, onLeave }: { onStay(): void; onLeave(): void }) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 border-t border-hairline bg-wait-wash px-5 py-3">
      <p role="alert" className="mr-auto text-sm">
        What you typed is not saved.
      </p>
      <Button look="danger" onClick={onLeave}>
        Throw it away
      </Button>
      <Button autoFocus onClick={onStay}>
        Keep editing
      </Button>
    </div>
  );
}

/** The buttons at the end of a dialog: in view, however long it is. */
export function ModalActions({ children }: { children: ReactNode }) {
  return (
    <div
      data-actions
      className="sticky bottom-0 z-10 -mx-5 sm:rounded-b-lg mt-6 flex flex-wrap justify-end gap-2 border-t border-hairline bg-panel px-5 py-4"
    >
      {children}
    </div>
  );
}
