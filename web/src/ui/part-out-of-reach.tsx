import { useCallback, useEffect, useState } from "react";
import { type Release, reloadIfOvertaken } from "../lib/stale-chunk.ts";
import { Failed } from "./failed.tsx";
import { Loading } from "./spinner.tsx";

/** Delay between automatic attempts, doubled each time up to the longest. */
const PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Calls it at once, when the browser is online again, and repeatedly until it returns true or the component is removed.
 */
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
    // The `online` event may come before the network works, and never for a server that was down.
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

/** Shown in place of a part whose code cannot be loaded. Retries automatically; `onRetry` loads the code. */
export function PartOutOfReach({ onRetry }: { onRetry(): Promise<unknown> }) {
  const [release, setRelease] = useState<Release | null>(null);
  const [busy, setBusy] = useState(true);
  const look = useCallback(async () => {
    setBusy(true);
    const found = await reloadIfOvertaken();
    if (found === "current") await onRetry();
    setRelease(found);
    setBusy(false);
    // If the page is still outdated after a reload, another reload does not help.
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
