import { useCallback, useEffect, useState } from "react";
import { type Release, reloadIfOvertaken } from "../lib/stale-chunk.ts";
import { Failed } from "./failed.tsx";
import { Loading } from "./spinner.tsx";

/**
 * Stands where a part of the page would, while its code cannot be fetched. It tries again by itself when it is shown
 * and when the network is back; `onRetry` fetches the code, and takes this away when it has it.
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
  }, [onRetry]);
  useEffect(() => {
    void look();
    window.addEventListener("online", look);
    return () => window.removeEventListener("online", look);
  }, [look]);

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
