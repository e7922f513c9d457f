/**
 * Where the browser knows Trusted Types, no text becomes script on this page (`public/_headers`) but this one: the clock
 * that MQTT.js starts as a worker, from a blob of its own.
 */

interface PolicyRules {
  createScriptURL(url: string, type?: string, sink?: string): string | null;
}
interface PolicyFactory {
  createPolicy(name: "default", rules: PolicyRules): unknown;
}

let isAllowed = false;

/** A second policy of one name is refused, so it is made once. */
export function allowClock(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  if (isAllowed) return;
  isAllowed = true;
  trustedTypes?.createPolicy("default", {
    createScriptURL: (url, _type, sink) =>
      sink === "Worker constructor" && url.startsWith(`blob:${window.location.origin}/`) ? url : null,
  });
}
