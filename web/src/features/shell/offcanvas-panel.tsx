import * as Dialog from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import { useRef } from "react";
import { IconButton } from "../../ui/button.tsx";
import { Veil } from "../../ui/dialogs/veil.tsx";
import { focusOnScreen } from "../../ui/focus.ts";
import { Wordmark } from "../../ui/layout/wordmark.tsx";
import { Sidebar } from "./sidebar.tsx";

interface OffcanvasPanelProps {
  className: string;
  onClose(): void;
  giveBack(event: Event): void;
}

export default function OffcanvasPanel({ className, onClose, giveBack }: OffcanvasPanelProps) {
  const chosen = useRef(false);
  const choose = () => {
    chosen.current = true;
    onClose();
  };
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Veil />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            if (!chosen.current) return giveBack(event);
            event.preventDefault();
            focusOnScreen();
          }}
          className={className}
        >
          <div className="flex h-14 items-center justify-between border-b border-hairline pr-3 pl-5">
            <Dialog.Title className="sr-only">Menu</Dialog.Title>
            <Wordmark />
            <Dialog.Close asChild>
              <IconButton label="Close menu">
                <X aria-hidden="true" />
              </IconButton>
            </Dialog.Close>
          </div>
          <div className="min-h-0 flex-1">
            <Sidebar onChosen={choose} />
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
