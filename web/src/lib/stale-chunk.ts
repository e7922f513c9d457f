import { sessionStore } from "./safe-storage.ts";

const KEY = "reloaded_at";
const AGAIN_AFTER_MS = 60_000;

/**
 * After a deploy a page that is still open asks for files that are gone. One reload brings the new ones; if it did not
 * help a moment ago it will not help now, and the error is shown instead.
 */
export function reloadOnStaleChunk(reload: () => void = () => window.location.reload()): void {
  window.addEventListener("vite:preloadError", (event) => {
    const before = Number(sessionStore.read(KEY) ?? 0);
    if (Date.now() - before < AGAIN_AFTER_MS) return;
    // Without a place to remember it, a reload could follow on a reload for ever.
    if (!sessionStore.write(KEY, String(Date.now()))) return;
    event.preventDefault();
    reload();
  });
}
