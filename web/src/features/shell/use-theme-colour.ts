import { useEffect } from "react";
import { useDark } from "../../ui/theme.ts";

/** Browsers colour their frame like the header, also when the chosen theme differs from the system's. */
export function useThemeColour(): void {
  const isDark = useDark();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the style sheet's colour depends on the theme.
  useEffect(() => {
    const colour = getComputedStyle(document.documentElement).getPropertyValue("--panel");
    for (const meta of document.querySelectorAll("meta[name=theme-color]"))
      meta.setAttribute("content", colour);
  }, [isDark]);
}
