import { useCallback, useEffect, useState } from "react";
import { type Release, reloadIfOvertaken } from "../lib/stale-chunk.ts";
import { Failed } from "./failed.tsx";
import { Loading } from "./spinner.tsx";

/** The `online` event may come before the network works, and never for a server that was down. */
const AGAIN_AFTER_MS = 5_000;

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
  }, [onRetry]);
  useEffect(() => {
    void look();
    const timer = setInterval(look, AGAIN_AFTER_MS);
    window.addEventListener("online", look);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", look);
    };
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
