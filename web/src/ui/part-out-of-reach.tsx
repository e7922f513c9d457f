import { useCallback, useEffect, useState } from "react";
import { type Release, reloadIfOvertaken } from "../lib/stale-chunk.ts";
import { Failed } from "./failed.tsx";
import { Loading } from "./spinner.tsx";

/** Between two attempts that nobody asked for; each is twice as long after the one before, up to the longest. */
const PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;

/** Calls it at once, when the network is back, and again and again until it answers true or this is taken away. */
function useUntilDone(attempt: () => Promise<boolean>): void {
  useEffect(() => {
    let over = false;
    let timer: ReturnType<typeof setTimeout>;
    const goOn = async (pause: number) => {
      const done = await attempt();
      clearTimeout(timer);
      if (done || over) return;
      timer = setTimeout(goOn, pause, Math.min(2 * pause, LONGEST_PAUSE_MS));
    };
    // The browser says so before everything on the way is there; of a server that was away it says nothing.
    const back = () => void goOn(PAUSE_MS);
    back();
    window.addEventListener("online", back);
    return () => {
      over = true;
      clearTimeout(timer);
      window.removeEventListener("online", back);
    };
  }, [attempt]);
}

/**
 * Stands where a part of the page would, while its code cannot be fetched, and tries again by itself; `onRetry` fetches
 * the code, and takes this away when it has it.
 */
export function PartOutOfReach({ onRetry }: { onRetry(): Promise<unknown> }) {
  const [release, setRelease] = useState<Release | null>(null);
  const [busy, setBusy] = useState(true);
  const look = useCallback(async () => {
    setBusy(true);
    const found = await reloadIfOvertaken();
    if (found === "current") await onRetry();
    setRelease(found);
    setBusy(false);
    // A page that is overtaken still, though it was loaded anew, would be loaded anew for ever.
    return found === "overtaken";
  }, [onRetry]);
  useUntilDone(look);

  if (release === null) return <Loading />;
  return (
    <Failed
      tone="wait"
      title={release === "unreachable" ? "You are offline" : "Something went wrong"}
      busy={busy}
      onRetry={look}
    >
      This part of the page could not be loaded.
    </Failed>
  );
}
