import { useCallback, useEffect, useState } from "react";
import { reloadIfOvertaken } from "../../lib/stale-chunk.ts";
import { Failed } from "./failed.tsx";
import { Loading } from "./spinner.tsx";

/** The browser's `online` event would come before the network works, and never for a server that was down. */
const AGAIN_AFTER_MS = 5_000;

/** Shown in place of a part whose code cannot be loaded. Retries automatically; `onRetry` loads the code. */
export function PartOutOfReach({ onRetry }: { onRetry(): Promise<unknown> }) {
  const [isOffline, setOffline] = useState<boolean | null>(null);
  const look = useCallback(async () => {
    const isReached = await reloadIfOvertaken();
    if (isReached) await onRetry();
    setOffline(!isReached);
  }, [onRetry]);
  useEffect(() => {
    void look();
    const timer = setInterval(look, AGAIN_AFTER_MS);
    return () => clearInterval(timer);
  }, [look]);

  if (isOffline === null) return <Loading />;
  return (
    <Failed tone="wait" title={isOffline ? "You are offline" : "Something went wrong"} onRetry={look}>
      This part of the page could not be loaded.
    </Failed>
  );
}
