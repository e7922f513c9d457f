import { useEffect, useState } from "react";

/** Presence is asked every few seconds: after so many answers that did not come, it is not known any more. */
const KNOWN_FOR_MS = 15_000;

interface Answered {
  dataUpdatedAt: number;
  /** The last try failed. */
  isError: boolean;
}

/** Whether what a list that is asked for again and again says of presence and state still holds. */
export function useKnown({ dataUpdatedAt, isError }: Answered): boolean {
  const [old, setOld] = useState(false);
  useEffect(() => {
    const left = dataUpdatedAt + KNOWN_FOR_MS - Date.now();
    setOld(left <= 0);
    if (left <= 0) return;
    const timer = setTimeout(() => setOld(true), left);
    return () => clearTimeout(timer);
  }, [dataUpdatedAt]);
  return !isError && !old;
}
