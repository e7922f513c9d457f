/**
 * The page's service worker. It caches the files of one release, so that the page loads without a network, and never
 * handles API or broker traffic. The index is fetched from the network first.
 */

import { worker } from "./push.ts";

/** Filled in by `web/build/offline-worker.ts`. */
const FILES: readonly string[] = JSON.parse("__FILES__");
const RELEASE = "__RELEASE__";

/** Any address except `/`, whose index is prerendered (`web/build/entry-page.ts`). */
const INDEX = "/dashboard";
/** How long to wait for a network that does not respond. */
const PATIENCE_MS = 5_000;
/** Paths that the Worker serves, the guest's page, and files: addresses of the page contain no dot. */
const NOT_THE_PAGES = /^\/(v0|mqtt|dev|privacy|terms|guest)(\/|$)|\./;

worker.addEventListener("install", (event) => event.waitUntil(keepRelease()));
worker.addEventListener("activate", (event) => event.waitUntil(replaceOthers()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  if (request.mode === "navigate") {
    if (!NOT_THE_PAGES.test(pathname)) event.respondWith(freshOrKept(request, INDEX, PATIENCE_MS));
  } else if (pathname.startsWith("/assets/")) {
    // The content of a hashed file never changes.
    event.respondWith(kept(pathname).then((file) => file ?? fetch(request)));
  } else if (FILES.includes(pathname)) {
    event.respondWith(freshOrKept(request, pathname, isSilent ? 0 : PATIENCE_MS));
  }
});

/** Installs nothing if a file is missing: a deploy came between, and the next service worker caches that release. */
async function keepRelease(): Promise<void> {
  const cache = await caches.open(RELEASE);
  for (const file of [INDEX, ...FILES]) {
    const response = await fetch(file, { cache: file === INDEX ? "no-store" : "default" });
    const isIndex = response.headers.get("Content-Type")?.startsWith("text/html") ?? false;
    // For a missing file the server sends the index.
    if (!response.ok || isIndex !== (file === INDEX)) throw new Error(`${file} is not to be had`);
    await cache.put(file, response);
  }
  await worker.skipWaiting();
}

async function replaceOthers(): Promise<void> {
  for (const name of await caches.keys()) if (name !== RELEASE) await caches.delete(name);
  // Also serves the page that installed it, whose dialogs are not loaded yet.
  await worker.clients.claim();
}

const kept = (file: string): Promise<Response | undefined> =>
  caches.match(file, { cacheName: RELEASE, ignoreVary: true });

/** True when the last request timed out. Then the next request does not wait for the network again. */
let isSilent = false;

/** Fetches from the network, or uses the cached file when the network fails or is slow. */
async function freshOrKept(request: Request, file: string, patience: number): Promise<Response> {
  const fresh = fetch(request);
  const late = new Promise<null>((resolve) => setTimeout(resolve, patience, null));
  const answer = await Promise.race([fresh.catch(() => null), late]);
  isSilent = answer === null || answer.status >= 500;
  if (answer !== null && !isSilent) return answer;
  return (await kept(file)) ?? answer ?? fresh;
}
