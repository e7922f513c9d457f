/**
 * The colour theme: light, dark or the system's. `public/before-paint.js` applies it before the first paint by the same
 * rule.
 */

import { useSyncExternalStore } from "react";
import { localStore } from "../lib/safe-storage.ts";
import { createStore } from "../lib/store.ts";

const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const KEY = "theme";
const asTheme = (text: string | null): Theme => (text === "light" || text === "dark" ? text : "system");

export const theme = createStore<Theme>("system");

function apply(): void {
  const choice = theme.get();
  const dark =
    choice === "dark" || (choice === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
}

const isDark = (): boolean => document.documentElement.dataset.theme === "dark";

export const useDark = (): boolean => useSyncExternalStore(theme.subscribe, isDark, () => false);

export function startTheme(): void {
  theme.set(asTheme(localStore.read(KEY)));
  theme.subscribe(apply);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", apply);
  window.addEventListener("storage", (event) => {
    if (event.key === KEY || event.key === null) theme.set(asTheme(localStore.read(KEY)));
  });
  apply();
}

export function chooseTheme(choice: Theme): void {
  if (choice === "system") localStore.remove(KEY);
  else localStore.write(KEY, choice);
  theme.set(choice);
}
