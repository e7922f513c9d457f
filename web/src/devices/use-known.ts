import { useEffect, useState } from "react";
import { LIST_REFRESH_MS } from "../api/queries.ts";
import { useStore } from "../lib/use-store.ts";
import { statusHeard } from "../live/link.ts";

/** What is asked for again and again is known for so long: an answer may be missed, or late. */
const KNOWN_FOR_MS = 2 * LIST_REFRESH_MS;

interface Answered {
  dataUpdatedAt: number;
  /** The last try failed. */
  isError: boolean;
}

/** Whether what was answered of presence and state still holds: nothing else was heard since, or it is not old. */
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
