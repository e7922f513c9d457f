/** What a press will need is fetched before anybody presses: when the first screen stands, in its idle moments. */

import { PART_OUT_OF_REACH } from "./stale-chunk.ts";

type Load = () => Promise<unknown>;

/** The first screen is still asking for what it shows itself. */
const FIRST_SCREEN_MS = 2_000;

const waiting: Load[] = [];
/** One after the other. Null until the first screen stands. */
let queue: Promise<unknown> | null = null;

/** Fetches the file when the browser is idle. An earlier import loads it as usual. */
export function fetchAhead(load: Load): void {
  if (queue) queue = queue.then(idle).then(() => fetchQuietly(load));
  else waiting.push(load);
}

/** Called when the first screen stands. */
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

/** Nobody waits for it, so that it does not come is no reason to load the page anew. */
function takeQuietly(event: VitePreloadErrorEvent): void {
  event.payload.message = PART_OUT_OF_REACH;
  event.stopImmediatePropagation();
}

const idle = (): Promise<unknown> =>
  new Promise((resolve) => {
    // Not every browser tells when it is idle.
    if (window.requestIdleCallback) window.requestIdleCallback(resolve);
    else setTimeout(resolve);
  });
