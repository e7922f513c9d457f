/** Fetches code for later presses while the browser is idle, after the first screen is shown. */

import { PART_OUT_OF_REACH } from "./stale-chunk.ts";

type Load = () => Promise<unknown>;

/** The first screen still loads its own data. */
const FIRST_SCREEN_MS = 2_000;

const waiting: Load[] = [];
/** Loads run one after the other. Null until the first screen is shown. */
let queue: Promise<unknown> | null = null;

/** Fetches the file when the browser is idle. An earlier import loads it as usual. */
export function fetchAhead(load: Load): void {
  if (queue) queue = queue.then(idle).then(() => fetchQuietly(load));
  else waiting.push(load);
}

/** Called when the first screen is shown. */
export function startFetchingAhead(): void {
  if (queue) return;
  queue = new Promise((resolve) => setTimeout(resolve, FIRST_SCREEN_MS));
  waiting.splice(0).forEach(fetchAhead);
}

async function fetchQuietly(load: Load): Promise<void> {
  window.addEventListener("vite:preloadError", takeQuietly, { capture: true });
  // A file that fails now is requested again by the code that imports it.
  await load().catch(() => undefined);
  window.removeEventListener("vite:preloadError", takeQuietly, { capture: true });
}

/** A prefetch that fails must not reload the page. */
function takeQuietly(event: VitePreloadErrorEvent): void {
  event.payload.message = PART_OUT_OF_REACH;
  event.stopImmediatePropagation();
}

const idle = (): Promise<unknown> =>
  new Promise((resolve) => {
    // Not every browser has `requestIdleCallback`.
    if (window.requestIdleCallback) window.requestIdleCallback(resolve);
    else setTimeout(resolve);
  });
