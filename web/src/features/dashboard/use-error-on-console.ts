import { useEffect } from "react";

/** Logs load failures to the console only: the dashboard's lists are refetched anyway. */
export function useErrorOnConsole(what: string, error: Error | null): void {
  useEffect(() => {
    if (error) console.error(what, error);
  }, [what, error]);
}
