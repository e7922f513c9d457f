import { useEffect, useState } from "react";
import { LIST_REFRESH_MS } from "../api/queries.ts";
import { useStore } from "../lib/store.ts";
import { statusHeard } from "../live/link.ts";

/** Data with polling counts as current for two intervals, so one answer may be missed. */
const KNOWN_FOR_MS = 2 * LIST_REFRESH_MS;

interface Answered {
  dataUpdatedAt: number;
  isError: boolean;
}

/** Whether presence and state are current: live updates arrive, or the last answer is recent. */
export function useKnown({ dataUpdatedAt, isError }: Answered): boolean {
  const heard = useStore(statusHeard);
  const [old, setOld] = useState(false);
  useEffect(() => {
    const left = dataUpdatedAt + KNOWN_FOR_MS - Date.now();
    setOld(left <= 0);
    if (left <= 0) return;
    const timer = setTimeout(() => setOld(true), left);
    return () => clearTimeout(timer);
  }, [dataUpdatedAt]);
  return !isError && (heard || !old);
}
