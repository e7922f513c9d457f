import { useEffect } from "react";
import { isolated } from "../lib/isolated.ts";

/** What the tab is called: what the screen shows, where that has a name of its own. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${isolated(title)} · Switchyard`;
  }, [title]);
}
