import { useEffect } from "react";
import { useStore } from "../lib/store.ts";
import { announcement } from "./announce.ts";

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
