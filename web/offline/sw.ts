/**
 * The page's service worker: the files of one release, so that the page loads without a network or a server. It never
 * touches what the API or the broker say. The index comes from the network whenever it can be had; the one that is kept
 * is marked, and a page that bears the mark says nothing to the API before it knows that it is the deployed one
 * (`web/src/lib/stale-chunk.ts`).
 */

/** The file is a classic script, which nobody else shares a scope with. */
const worker = globalThis as unknown as ServiceWorkerGlobalScope;

/** The release's files, written in by `web/build/offline-worker.ts`. */
const FILES: readonly string[] = JSON.parse("__FILES__");
const RELEASE = "__RELEASE__";

/** Any of the page's addresses but the first, whose index comes painted (`web/build/entry-page.ts`). */
const INDEX = "/dashboard";
/** As `web/src/lib/stale-chunk.ts` looks for it. */
const MARKED = "<html data-kept";
/** A network that is there in name only: so long the page waits for it. */
const PATIENCE_MS = 5_000;
/** Answered by the Worker, not by the page. */
const NOT_THE_PAGES = /^\/(v0|mqtt|dev)(\/|$)/;

worker.addEventListener("install", (event) => {
  event.waitUntil(keepAll().then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers());
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  // An address of the page has no dot in it; a file has.
  if (request.mode === "navigate") {
    if (!NOT_THE_PAGES.test(pathname) && !pathname.includes("."))
      event.respondWith(freshOrKept(request, INDEX, PATIENCE_MS));
  } else if (pathname.startsWith("/assets/")) {
    // What is in such a file never changes.
    event.respondWith(kept(pathname).then((file) => file ?? fetch(request)));
  } else if (FILES.includes(pathname)) {
    event.respondWith(freshOrKept(request, pathname, isSilent ? 0 : PATIENCE_MS));
  }
});

/** All of a release or none of it: what is overtaken by a deploy meanwhile is left to the next worker. */
async function keepAll(): Promise<void> {
  const cache = await caches.open(RELEASE);
  const index = await wanted(INDEX, "no-store");
  const text = await index.text();
  const names = [...text.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, name = ""]) => name);
  if (names.length === 0 || !names.every((name) => FILES.includes(name))) throw new Error("overtaken");
  for (const file of FILES) await cache.put(file, await wanted(file));
  const { headers } = index;
  await cache.put(INDEX, new Response(text.replace("<html", MARKED), { headers }));
}

async function wanted(file: string, cache: RequestCache = "default"): Promise<Response> {
  const response = await fetch(file, { cache });
  const isIndex = response.headers.get("Content-Type")?.startsWith("text/html") ?? false;
  // A file that is gone is answered with the index.
  if (!response.ok || isIndex !== (file === INDEX)) throw new Error(`${file} is not to be had`);
  return response;
}

async function forgetOthers(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== RELEASE).map((name) => caches.delete(name)));
}

const kept = (file: string): Promise<Response | undefined> =>
  caches.match(file, { cacheName: RELEASE, ignoreVary: true });

/** The network did not answer the last time: what a page asks for next does not wait for it again. */
let isSilent = false;

/** As the network has it, or as it is kept where the network fails or takes too long. */
async function freshOrKept(request: Request, file: string, patience: number): Promise<Response> {
  const fresh = fetch(request);
  const late = new Promise<null>((resolve) => setTimeout(resolve, patience, null));
  const answer = await Promise.race([fresh.catch(() => null), late]);
  isSilent = answer === null || answer.status >= 500;
  if (answer !== null && !isSilent) return answer;
  return (await kept(file)) ?? answer ?? fresh;
}
