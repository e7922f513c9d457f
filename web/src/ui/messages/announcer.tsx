import { useEffect } from "react";
import { createStore, useStore } from "../../lib/store.ts";

/** `number` changes each time, so that the same text is announced twice. */
export const announcement = createStore<{ text: string; number: number } | null>(null);

let number = 0;

/** Announces a text to screen readers. */
export function announce(text: string): void {
  number += 1;
  announcement.set({ text, number });
}

/** Removed later, so that readers do not find it by browsing. */
const KEPT_MS = 10_000;

/** The live region of announcements; `aria-live` keeps it active while a dialog is open. */
export function Announcer() {
  const said = useStore(announcement);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => announcement.set(null), KEPT_MS);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {said && <p key={said.number}>{said.text}</p>}
    </div>
  );
}
