/**
 * Whether a person uses the page: a key, press or pointer event proves it. Then everything is rendered, so that search
 * and print find it.
 */

import { createStore } from "../../lib/store.ts";

export const readerIsThere = createStore(false);

const SIGNS = ["keydown", "pointermove", "pointerdown", "scroll", "beforeprint"];

function see(): void {
  for (const sign of SIGNS) window.removeEventListener(sign, see);
  readerIsThere.set(true);
}

for (const sign of SIGNS) window.addEventListener(sign, see, { passive: true });
