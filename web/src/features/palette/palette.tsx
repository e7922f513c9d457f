import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Modal } from "../../ui/dialogs/modal.tsx";
import { part } from "../../ui/loading/part.tsx";
import { type Destination, isMac, TITLE } from "./destination.ts";

const PaletteDialog = part(() => import("./palette-dialog.tsx"), {
  loading: null,
  lost: (notice, { onClose }) => (
    <Modal open title={TITLE} onClose={onClose}>
      {notice}
    </Modal>
  ),
});

export function Palette({ destinations }: { destinations: Destination[] }) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || event.altKey || event.shiftKey) return;
      if (!(isMac ? event.metaKey : event.ctrlKey)) return;
      event.preventDefault();
      // Not over another dialog, which may contain input.
      const other = document.querySelector('[role="dialog"]:not([data-palette])');
      if (!other) setOpen((now) => !now);
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
  return (
    <>
      <Button
        look="secondary"
        size="sm"
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac ? "Meta+K" : "Control+K"}
        title={TITLE}
        className="border-hairline! font-normal! text-soft max-md:w-8 max-md:border-transparent! max-md:px-0! touch"
        onClick={() => setOpen(true)}
      >
        <Search className="size-4" aria-hidden="true" />
        <span className="max-md:sr-only">Go to...</span>
        <span className="ml-2 font-mono text-xs max-md:hidden" aria-hidden="true">
          {isMac ? "⌘K" : "Ctrl K"}
        </span>
      </Button>
      {open && <PaletteDialog destinations={destinations} onClose={() => setOpen(false)} />}
    </>
  );
}
