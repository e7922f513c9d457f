/**
 * A file of the page may fail to load because the page is offline or because a deploy removed it. Only the second is
 * mended by a reload; without a network a reload would show the browser's error page. The deployed index tells the two
 * apart.
 */

import { sessionStore } from "./safe-storage.ts";

/** Replaces the browser's message, which names an address and no reason. */
export const PART_OUT_OF_REACH = "You are offline, or the server cannot be reached.";

/** The text of the deployed index; `unreachable` when it cannot be loaded. */
export type Release = "overtaken" | "current" | "unreachable";

const KEY = "reloaded_at";
/** Any address except `/`, whose index names its own files, too (`build/entry-page.ts`). */
const INDEX = "/dashboard";
const AGAIN_AFTER_MS = 60_000;
const DEADLINE_MS = 10_000;

const reloadPage = () => location.reload();

/** Watches for files that fail to load. Returns the function that stops it. */
export function watchForStaleChunks(reload: () => void = reloadPage): () => void {
  const lost = (event: VitePreloadErrorEvent) => {
    // The router takes a failed import for a deploy, by its message, and would reload the page in any case.
    event.payload.message = PART_OUT_OF_REACH;
    void reloadIfOvertaken(reload);
  };
  window.addEventListener("vite:preloadError", lost);
  return () => window.removeEventListener("vite:preloadError", lost);
}

let looking: Promise<Release> | null = null;

/** Reloads the page if a deploy replaced it. Not twice in a short time, because then a reload does not help. */
export async function reloadIfOvertaken(reload: () => void = reloadPage): Promise<Release> {
  looking ??= deployedRelease().finally(() => {
    looking = null;
  });
  const release = await looking;
  if (release === "overtaken" && mayReload()) reload();
  return release;
}

function mayReload(): boolean {
  const before = Number(sessionStore.read(KEY) ?? 0);
  if (Date.now() - before < AGAIN_AFTER_MS) return false;
  // Without storage the page might reload for ever.
  return sessionStore.write(KEY, String(Date.now()));
}

async function deployedRelease(): Promise<Release> {
  const html = await fetch(INDEX, { cache: "no-store", signal: AbortSignal.timeout(DEADLINE_MS) })
    .then((response) => (response.ok ? response.text() : ""))
    .catch(() => "");
  const files = [...html.matchAll(/ (?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = ""]) => file);
  // For example the login page of a public Wi-Fi.
  if (files.length === 0) return "unreachable";
  // File names contain a hash of the content.
  return files.every(isHere) ? "current" : "overtaken";
}

const isHere = (file: string): boolean =>
  document.querySelector(`[src="${file}"], [href="${file}"]`) !== null;
