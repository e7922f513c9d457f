import { allowWorkers, OFFLINE_WORKER } from "./worker-policy.ts";

/** Has the browser keep the page's files, so that it loads without a network or a server, too. */
export async function keepPage(): Promise<void> {
  // Browsers have no service workers over plain HTTP, nor in some private windows.
  if (!import.meta.env.PROD || !navigator.serviceWorker) return;
  if (document.documentElement.dataset.offline === "off") return removeWorkers();
  allowWorkers();
  await navigator.serviceWorker.register(OFFLINE_WORKER);
}

/** The page does it, not a new worker: browsers look for a new worker when they want to. */
async function removeWorkers(): Promise<void> {
  for (const registration of await navigator.serviceWorker.getRegistrations())
    await registration.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}
