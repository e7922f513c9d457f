import * as Dialog from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import { type FocusEvent, type ReactNode, useRef, useState } from "react";
import { Button, IconButton } from "../button.tsx";
import { Veil } from "./veil.tsx";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const PICKED = ["date", "time", "datetime-local", "email", "number"];

/** A select outside a form changes the view only. */
const isControl = (target: EventTarget): target is Control =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLSelectElement && target.form !== null) ||
  (target instanceof HTMLInputElement && (target.selectionStart !== null || PICKED.includes(target.type)));

/** Whether a part of the page contains unsaved input. */
function useTyped() {
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
    // A date without its time has no value yet, but it is typed.
    isTyped: () =>
      [...before.current].some(
        ([field, text]) => field.isConnected && (field.value !== text || field.validity.badInput),
      ),
  };
}

interface ModalBoxProps {
  title: string;
  className: string;
  onClose(): void;
  /** Moves the focus when it is lost. */
  giveBack(event: Event): void;
  children: ReactNode;
}

/** An open dialog; use `Modal`. */
export default function ModalBox({ title, className, onClose, giveBack, children }: ModalBoxProps) {
  const typed = useTyped();
  const [asked, setAsked] = useState(false);
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
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Veil />
        <Dialog.Content
          className={className}
          onCloseAutoFocus={giveBack}
          onFocus={typed.onFocus}
          onEscapeKeyDown={ask}
          onInteractOutside={ask}
          aria-describedby={undefined}
        >
          <header className="flex items-start justify-between gap-4 border-b border-hairline py-3 pr-3 pl-5">
            <Dialog.Title className="min-w-0 py-1 text-lg wrap-anywhere">{title}</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label="Close">
                <X aria-hidden="true" />
              </IconButton>
            </Dialog.Close>
          </header>
          <div className="overflow-y-auto overscroll-contain short:overflow-visible p-5 has-data-actions:scroll-pb-24 has-data-actions:pb-0">
            {children}
          </div>
          {asked && <Question onStay={stay} onLeave={onClose} />}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Asks before unsaved input is discarded. */
function Question({ onStay, onLeave }: { onStay(): void; onLeave(): void }) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 border-t border-hairline bg-wait-wash px-5 py-3">
      <p role="alert" className="mr-auto text-sm">
        What you typed is not saved.
      </p>
      <Button look="danger" onClick={onLeave}>
        Discard
      </Button>
      <Button autoFocus onClick={onStay}>
        Keep editing
      </Button>
    </div>
  );
}
