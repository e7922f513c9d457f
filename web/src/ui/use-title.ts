import { useEffect } from "react";
import { isolated } from "../lib/words.ts";

/** Sets the tab's title. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${isolated(title)} · Switchyard`;
  }, [title]);
}
