import { useCallback, useEffect, useRef, useState } from "react";

/** What is asked for once, in the words of a query's result. */
export interface Answer<T> {
  data: T | undefined;
  /** Why the call failed. */
  error: unknown;
  isError: boolean;
  errorUpdateCount: number;
  dataUpdatedAt: number;
  refetch(): Promise<void>;
}

type Known<T> = Omit<Answer<T>, "refetch">;

const ON_ITS_WAY = {
  data: undefined,
  error: null,
  isError: false,
  errorUpdateCount: 0,
  dataUpdatedAt: 0,
} as const;

/**
 * Asks once, and again when asked to: for public pages, which have no room for a query cache. `load` must be the same
 * function from render to render.
 */
export function useAnswer<T>(load: () => Promise<T>): Answer<T> {
  const [known, setKnown] = useState<Known<T>>(ON_ITS_WAY);
  /** The latest time of asking: what an earlier one hears is old news. */
  const latest = useRef<symbol>(null);
  const refetch = useCallback(async () => {
    const asked = Symbol();
    latest.current = asked;
    const conclude = (next: (before: Known<T>) => Known<T>) => {
      if (latest.current === asked) setKnown(next);
    };
    try {
      const data = await load();
      conclude(() => ({ ...ON_ITS_WAY, data, dataUpdatedAt: Date.now() }));
    } catch (error) {
      conclude((before) => ({
        ...before,
        error,
        isError: true,
        errorUpdateCount: before.errorUpdateCount + 1,
      }));
    }
  }, [load]);
  useEffect(() => {
    setKnown(ON_ITS_WAY);
    void refetch();
    return () => {
      latest.current = null;
    };
  }, [refetch]);
  return { ...known, refetch };
}
