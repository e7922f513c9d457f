import { allowWorkers, OFFLINE_WORKER } from "./worker-policy.ts";

/** Has the browser keep the page's files, so that it loads without a network or a server, too. */
export async function keepPage(): Promise<void> {
  const { PROD, VITE_OFFLINE } = import.meta.env;
  // There is none over plain HTTP, nor in some private windows.
  if (!PROD || VITE_OFFLINE === "off" || !navigator.serviceWorker) return;
  allowWorkers();
  await navigator.serviceWorker.register(OFFLINE_WORKER);
}
