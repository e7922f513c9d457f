import { allowWorkers, OFFLINE_WORKER } from "./worker-policy.ts";

/** The first screen still loads its own data. */
const FIRST_SCREEN_MS = 2_000;

/**
 * Installs the service worker, which caches the code of all screens and dialogs. So the page loads without a network,
 * and a first press waits for none. Returns the function that stops it.
 */
export function keepPage(): () => void {
  const timer = setTimeout(installWorker, FIRST_SCREEN_MS);
  return () => clearTimeout(timer);
}

async function installWorker(): Promise<void> {
  // Service workers need HTTPS, and some private windows have none.
  if (!import.meta.env.PROD || !navigator.serviceWorker) return;
  allowWorkers();
  await navigator.serviceWorker.register(OFFLINE_WORKER);
}
