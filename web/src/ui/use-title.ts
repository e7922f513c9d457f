import { useEffect } from "react";

/** What the tab is called: what the screen shows, where that has a name of its own. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Switchyard`;
  }, [title]);
}
