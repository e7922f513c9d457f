import { useEffect, useState } from "react";

/** The time (milliseconds since 1970), again and again while the page is in view. */
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
