/**
 * With Trusted Types only two scripts are allowed from text (`public/_headers`): the timer worker of MQTT.js, a blob,
 * and the page's service worker.
 */

interface PolicyRules {
  createScriptURL(url: string, type?: string, sink?: string): string | null;
}
interface PolicyFactory {
  createPolicy(name: "default", rules: PolicyRules): unknown;
}

export const OFFLINE_WORKER = "/sw.js";

let areAllowed = false;

/** Creating a policy twice throws. */
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
