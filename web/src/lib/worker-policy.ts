/**
 * Where the browser knows Trusted Types, no text becomes script on this page (`public/_headers`) but these two: the clock
 * that MQTT.js starts as a worker, from a blob of its own, and the page's service worker.
 */

interface PolicyRules {
  createScriptURL(url: string, type?: string, sink?: string): string | null;
}
interface PolicyFactory {
  createPolicy(name: "default", rules: PolicyRules): unknown;
}

export const OFFLINE_WORKER = "/sw.js";

let areAllowed = false;

/** A second policy of one name is refused, so it is made once. */
export function allowWorkers(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  if (areAllowed) return;
  areAllowed = true;
  trustedTypes?.createPolicy("default", {
    createScriptURL: (url, _type, sink) => (isOurs(url, sink) ? url : null),
  });
}

function isOurs(url: string, sink?: string): boolean {
  if (sink === "Worker constructor") return url.startsWith(`blob:${window.location.origin}/`);
  return sink === "ServiceWorkerContainer register" && url === OFFLINE_WORKER;
}
