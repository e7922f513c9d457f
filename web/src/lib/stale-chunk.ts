/**
 * The page's files come one by one, so one of them may be out of reach when it is wanted: the page is offline, or a
 * deploy has overtaken it and the file is gone. Only the second is mended by loading the page anew, and only the
 * deployed index can tell which of them it is: without a network a reload would end in the browser's own error page.
 */

import { sessionStore } from "./safe-storage.ts";

/** Said instead of the browser's words, which name an address and no reason. */
export const PART_OUT_OF_REACH = "You are offline, or the server cannot be reached.";

/** The text of the deployed index; `unreachable` when it cannot be loaded. */
export type Release = "overtaken" | "current" | "unreachable";

const KEY = "reloaded_at";
/** Any of the page's addresses but the first, whose index names its own files as well (`build/entry-page.ts`). */
const INDEX = "/dashboard";
const AGAIN_AFTER_MS = 60_000;
const DEADLINE_MS = 10_000;

const reloadPage = () => location.reload();

/** Hears of each file of the page that could not be fetched. Answers how to stop. */
export function watchForStaleChunks(reload: () => void = reloadPage): () => void {
  const lost = (event: VitePreloadErrorEvent) => {
    // The router takes a failed import for a deploy by its message, and would reload the page whatever the reason.
    event.payload.message = PART_OUT_OF_REACH;
    void reloadIfOvertaken(reload);
  };
  window.addEventListener("vite:preloadError", lost);
  return () => window.removeEventListener("vite:preloadError", lost);
}

/**
 * Fails while this may be a page of an earlier version: one that the browser had kept (`web/offline/sw.ts` marks it) says
 * nothing to an API that may be newer before it knows the deployed index.
 */
export async function isDeployed(): Promise<void> {
  const { dataset } = document.documentElement;
  if (dataset.kept !== undefined && (await reloadIfOvertaken()) !== "current")
    throw new Error(PART_OUT_OF_REACH);
  delete dataset.kept;
}

let looking: Promise<Release> | null = null;

/** Loads the page anew when a deploy has overtaken it, once: if that did not help a moment ago it will not help now. */
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
  // Without a place to remember it, a reload could follow on a reload for ever.
  return sessionStore.write(KEY, String(Date.now()));
}

async function deployedRelease(): Promise<Release> {
  const html = await fetch(INDEX, { cache: "no-store", signal: AbortSignal.timeout(DEADLINE_MS) })
    .then((response) => (response.ok ? response.text() : ""))
    .catch(() => "");
  const files = [...html.matchAll(/ (?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = ""]) => file);
  // The page of a hotel's network, say, names none of ours.
  if (files.length === 0) return "unreachable";
  // Their names change with what is in them.
  return files.every(isHere) ? "current" : "overtaken";
}

const isHere = (file: string): boolean =>
  document.querySelector(`[src="${file}"], [href="${file}"]`) !== null;
