import { useEffect } from "react";

/** The dashboard says nothing of failures on the screen: its lists are asked for again and again. */
export function useErrorOnConsole(what: string, error: Error | null): void {
  useEffect(() => {
    if (error) console.error(what, error);
  }, [what, error]);
}
