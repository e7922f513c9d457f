/**
 * Whether somebody reads the page: a key, a press or a pointer says so. Until then it stays light; from then on it may be
 * searched or printed, and everything is there to be found.
 */

import { createStore } from "../../lib/store.ts";

export const readerIsThere = createStore(false);

const SIGNS = ["keydown", "pointermove", "pointerdown", "scroll", "beforeprint"];

function see(): void {
  for (const sign of SIGNS) window.removeEventListener(sign, see);
  readerIsThere.set(true);
}

for (const sign of SIGNS) window.addEventListener(sign, see, { passive: true });
