import { useEffect, useRef } from "react";
import { Toaster as Sonner, toast as sonner } from "sonner";
import "sonner/dist/styles.css";
import { Spinner } from "./spinner.tsx";
import { toastsTo } from "./toast.ts";

// It never stands between a finger and what it wants to press, nor stays because the pointer happens to be there.
const TOAST =
  "pointer-events-none! flex items-center gap-3 w-full font-sans! rounded-md border border-hairline bg-panel px-4 py-3 text-sm text-ink shadow-lift";
/** On a phone the lower edge belongs to the button of a screen: toasts stand below the header there. */
const isNarrow = () => window.matchMedia?.("(width < 40rem)").matches;
const BELOW_HEADER = { top: 64 };

const SIGNS = {
  success: "border-l-4 border-l-go-lamp",
  error: "border-l-4 border-l-stop-lamp",
  info: "border-l-4 border-l-edge",
  loading: "border-l-4 border-l-wait-lamp",
};

/** Nothing in a toast can be pressed, so Tab passes it by. As a stop it would be the page's last, and sonner gives the focus back to the one before it: no way on. */
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
