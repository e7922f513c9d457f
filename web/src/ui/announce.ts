import { createStore } from "../lib/store.ts";

/** `number` changes each time, so that the same text is announced twice. */
export const announcement = createStore<{ text: string; number: number } | null>(null);

let number = 0;

/** Announces a text to screen readers. */
export function announce(text: string): void {
  number += 1;
  announcement.set({ text, number });
}
