/** PURE. The scopes that an app may ask for: those that its tools need. */

import { parseScope } from "../../broker/contract/scopes.ts";

/**
 * In the order in which the page lists them. `on`: chosen unless the person decides otherwise. The owner is asked before
 * an app switches; a message on any topic cannot wait for that, and an assistant follows texts of strangers.
 */
export const APP_SCOPES = [
  { scope: "devices:read", on: true },
  { scope: "values:read", on: true },
  { scope: "events:read", on: true },
  { scope: "devices:switch", on: true },
  { scope: "messages:read:#", on: false },
  { scope: "messages:publish:#", on: false },
] as const;

export const APP_SCOPE_NAMES: readonly string[] = APP_SCOPES.map(({ scope }) => scope);

/** The offered scope that this one is, or is a part of; null for another. */
export function offeredFor(text: string): string | null {
  const scope = parseScope(text);
  if (scope === null) return null;
  const whole = "filter" in scope ? `messages:${scope.kind}:#` : scope.scope;
  return APP_SCOPE_NAMES.includes(whole) ? whole : null;
}
