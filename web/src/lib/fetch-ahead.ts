/** What a press will need is fetched before anybody presses: when the first screen stands, in its idle moments. */

import { PART_OUT_OF_REACH } from "./stale-chunk.ts";

type Load = () => Promise<unknown>;

/** The first screen is still asking for what it shows itself. */
const FIRST_SCREEN_MS = 2_000;

const waiting: Load[] = [];
let state: "not yet" | "soon" | "idle" | "busy" = "not yet";

/** Fetches it once there is time. Whoever needs it before asks for it as ever. */
export function fetchAhead(load: Load): void {
  waiting.push(load);
  if (state === "idle") void work();
}

/** Called when the first screen stands. */
export function startFetchingAhead(): void {
  if (state !== "not yet") return;
  state = "soon";
  setTimeout(work, FIRST_SCREEN_MS);
}

async function work(): Promise<void> {
  state = "busy";
  window.addEventListener("vite:preloadError", takeQuietly, { capture: true });
  for (let load = waiting.shift(); load; load = waiting.shift()) {
    await idle();
    // What cannot be had now is asked for by whoever needs it.
    await load().catch(() => undefined);
  }
  window.removeEventListener("vite:preloadError", takeQuietly, { capture: true });
  state = "idle";
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
