import { useEffect } from "react";
import { useStore } from "../lib/use-store.ts";
import { announcement } from "./announce.ts";

/** Long enough to be read out; afterwards nobody should come upon it. */
const KEPT_MS = 10_000;

/** Where announcements are read out; `aria-live` by itself keeps it heard while a dialog is open, too. */
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
