import { useCallback, useEffect, useState } from "react";
import { type Release, reloadIfOvertaken } from "../lib/stale-chunk.ts";
import { Button } from "./button.tsx";
import { Note } from "./note.tsx";
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
    <div className="p-5">
      <Note tone="wait" live title={release === "unreachable" ? "You are offline" : "Something went wrong"}>
        <p>This part of the page could not be loaded.</p>
        <Button size="sm" className="mt-2" busy={busy} onClick={look}>
          Try again
        </Button>
      </Note>
    </div>
  );
}
