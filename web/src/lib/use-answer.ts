import { useCallback, useEffect, useRef, useState } from "react";

/** A single request, with the fields of a query's result. */
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
 * Loads once, and again on request: for public pages, which do not load the query cache. `load` must be the same
 * function on every render.
 */
export function useAnswer<T>(load: () => Promise<T>): Answer<T> {
  const [known, setKnown] = useState<Known<T>>(ON_ITS_WAY);
  /** The latest request. Results of earlier ones are ignored. */
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
