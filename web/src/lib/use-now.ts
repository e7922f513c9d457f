import { useEffect, useState } from "react";

/** The current time in milliseconds since 1970, updated while the page is visible. */
export function useNow(everyMs = 1_000): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "visible") setNow(Date.now());
    };
    const timer = setInterval(look, everyMs);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [everyMs]);
  return now;
}

const [SECOND, MINUTE] = [1_000, 60_000];

/** The age of a moment in milliseconds, updated as often as its text changes: each second of the first minute. */
export function useAge(at: string): number {
  const begun = Date.parse(at);
  return useNow(Date.now() - begun < MINUTE ? SECOND : MINUTE / 4) - begun;
}
