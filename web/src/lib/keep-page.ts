import { allowWorkers, OFFLINE_WORKER } from "./worker-policy.ts";

/** Installs the service worker, so that the page loads without a network. */
export async function keepPage(): Promise<void> {
  // Service workers need HTTPS, and some private windows have none.
  if (!import.meta.env.PROD || !navigator.serviceWorker) return;
  if (document.documentElement.dataset.offline === "off") return removeWorkers();
  allowWorkers();
  await navigator.serviceWorker.register(OFFLINE_WORKER);
}

/** The page removes the worker, because browsers check for a new worker rarely. */
async function removeWorkers(): Promise<void> {
  for (const registration of await navigator.serviceWorker.getRegistrations())
    await registration.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}
