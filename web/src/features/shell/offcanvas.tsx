import { Menu as MenuIcon, X } from "lucide-react";
import * as Dialog from "radix-ui/dialog";
import { useRef, useState } from "react";
import { IconButton } from "../../ui/button.tsx";
import { focusOnScreen } from "../../ui/focus.ts";
import { Veil } from "../../ui/modal.tsx";
import { Wordmark } from "../../ui/wordmark.tsx";
import { Sidebar } from "./sidebar.tsx";

/** The menu toggle, and the sidebar as a panel over the page on small screens. */
export function Offcanvas() {
  const [open, setOpen] = useState(false);
  const chosen = useRef(false);
  const change = (next: boolean) => {
    chosen.current = false;
    setOpen(next);
  };
  const choose = () => {
    chosen.current = true;
    setOpen(false);
  };
  return (
    <Dialog.Root open={open} onOpenChange={change}>
      <Dialog.Trigger asChild>
        <IconButton label="Menu" className="lg:hidden">
          <MenuIcon aria-hidden="true" />
        </IconButton>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Veil />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            if (!chosen.current) return;
            event.preventDefault();
            focusOnScreen();
          }}
          className="fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] animate-slide-in flex-col border-r border-hairline bg-panel shadow-lift"
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
