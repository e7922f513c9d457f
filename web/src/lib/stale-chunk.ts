/**
 * A file of the page may fail to load because the page is offline or because a deploy removed it. Only the second is
 * mended by a reload; without a network a reload would show the browser's error page. The deployed index tells the two
 * apart.
 */

import { sessionStore } from "./safe-storage.ts";

/** Replaces the browser's message, which names an address and no reason. */
export const PART_OUT_OF_REACH = "You are offline, or the server cannot be reached.";

const KEY = "reloaded_at";
/** Any address except `/`, whose index names its own files, too (`build/entry-page.ts`). */
const INDEX = "/dashboard";
const AGAIN_AFTER_MS = 60_000;
const DEADLINE_MS = 10_000;

export function watchForStaleChunks(reload?: () => void): void {
  window.addEventListener("vite:preloadError", ({ payload }) => {
    // The router takes a failed import for a deploy, by its message, and would reload the page in any case.
    payload.message = PART_OUT_OF_REACH;
    void reloadIfOvertaken(reload);
  });
}

/** Reloads the page if a deploy replaced it. Returns false if the server cannot be reached. */
export async function reloadIfOvertaken(reload = () => location.reload()): Promise<boolean> {
  const html = await fetch(INDEX, { cache: "no-store", signal: AbortSignal.timeout(DEADLINE_MS) })
    .then((response) => (response.ok ? response.text() : ""))
    .catch(() => "");
  // File names contain a hash of the content.
  const files = [...html.matchAll(/ (?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = ""]) => file);
  const isCurrent = files.every((file) => document.querySelector(`[src="${file}"], [href="${file}"]`));
  if (!isCurrent && mayReload()) reload();
  // The login page of a public Wi-Fi, for example, names none.
  return files.length > 0;
}

/** Not twice in a short time, because then a reload does not help. */
function mayReload(): boolean {
  const before = Number(sessionStore.read(KEY) ?? 0);
  // Without storage the page might reload for ever.
  return Date.now() - before >= AGAIN_AFTER_MS && sessionStore.write(KEY, String(Date.now()));
}
