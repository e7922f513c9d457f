import { createStore } from "../lib/store.ts";

/** `number` makes each another one, so that the same sentence is read out twice. */
export const announcement = createStore<{ text: string; number: number } | null>(null);

let number = 0;

/** Tells those who hear the page what others see: that something was saved, made or deleted. */
export function announce(text: string): void {
  number += 1;
  announcement.set({ text, number });
}
