import { Menu as MenuIcon } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../../ui/button.tsx";
import { LostModal } from "../../ui/lost-modal.tsx";
import { part } from "../../ui/part.tsx";
import { useOpener } from "../../ui/use-opener.ts";
import { Sidebar } from "./sidebar.tsx";

const panelClass =
  "fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] animate-slide-in flex-col border-r border-hairline bg-panel shadow-lift";

const OffcanvasPanel = part(() => import("./offcanvas-panel.tsx"), {
  loading: null,
  lost: (_, { onClose, ...rest }) => (
    <LostModal title="Menu" onClose={onClose} {...rest}>
      <Sidebar onChosen={onClose} />
    </LostModal>
  ),
});

export function Offcanvas() {
  const [isOpen, setOpen] = useState(false);
  const { giveBack } = useOpener(isOpen);
  return (
    <>
      <IconButton
        label="Menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className="lg:hidden"
        onClick={() => setOpen(true)}
      >
        <MenuIcon aria-hidden="true" />
      </IconButton>
      {isOpen && <OffcanvasPanel className={panelClass} onClose={() => setOpen(false)} giveBack={giveBack} />}
    </>
  );
}
