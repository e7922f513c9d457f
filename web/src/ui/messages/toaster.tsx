import { useEffect, useRef } from "react";
import { Toaster as Sonner, toast as sonner } from "sonner";
import "sonner/dist/styles.css";
import { Spinner } from "../loading/spinner.tsx";
import { toastsTo } from "./toast.ts";

// Toasts ignore the pointer: they neither block a button nor stay because the pointer is above them.
const TOAST =
  "pointer-events-none! flex items-center gap-3 w-full font-sans! rounded-md border border-hairline bg-panel px-4 py-3 text-sm text-ink shadow-lift";
/** On a phone toasts are below the header, because the screen's button is at the bottom. */
const isNarrow = () => window.matchMedia?.("(width < 40rem)").matches;
const BELOW_HEADER = { top: 64 };

const SIGNS = {
  success: "border-l-4 border-l-go-lamp",
  error: "border-l-4 border-l-stop-lamp",
  info: "border-l-4 border-l-edge",
  loading: "border-l-4 border-l-wait-lamp",
};

/**
 * Removes the toasts from the Tab order: sonner returns the focus to the element before, which traps the Tab key at the
 * end of the page.
 */
function passedByTab(region: HTMLElement): () => void {
  const pass = () => {
    for (const toast of region.querySelectorAll<HTMLElement>("[data-sonner-toast]")) toast.tabIndex = -1;
  };
  const watcher = new MutationObserver(pass);
  watcher.observe(region, { childList: true, subtree: true });
  pass();
  return () => watcher.disconnect();
}

export default function Toaster() {
  const region = useRef<HTMLElement>(null);
  useEffect(() => (region.current ? passedByTab(region.current) : undefined), []);
  useEffect(() => toastsTo(({ kind, text, id }) => sonner[kind](text, id === undefined ? {} : { id })), []);
  return (
    <Sonner
      ref={region}
      customAriaLabel="Notifications"
      hotkey={[]}
      position={isNarrow() ? "top-center" : "bottom-right"}
      mobileOffset={BELOW_HEADER}
      duration={5000}
      closeButton={false}
      icons={{ loading: <Spinner /> }}
      toastOptions={{
        unstyled: true,
        classNames: { toast: TOAST, icon: "relative grid size-5 shrink-0 place-items-center", ...SIGNS },
      }}
    />
  );
}
