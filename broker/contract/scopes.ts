/** Scopes of a token. */

import { isUuid } from "./topics.ts";

/** Scopes without a parameter. */
export const PLAIN_SCOPES = [
  "devices:read",
  "devices:switch",
  "values:read",
  "events:read",
  "setup:read",
  "setup:write",
] as const;
export type PlainScope = (typeof PLAIN_SCOPES)[number];

const DEVICE = "devices:switch:";
const FILTERED = { read: "messages:read:", publish: "messages:publish:" } as const;

/** Returns the parts of a scope, or null for an unknown one. The caller checks the filter. */
export type ParsedScope =
  | { kind: "plain"; scope: PlainScope }
  | { kind: "device"; deviceId: string }
  | { kind: "read" | "publish"; filter: string };

export function parseScope(scope: string): ParsedScope | null {
  const plain = PLAIN_SCOPES.find((each) => each === scope);
  if (plain !== undefined) return { kind: "plain", scope: plain };
  const deviceId = scope.slice(DEVICE.length);
  if (scope.startsWith(DEVICE)) return isUuid(deviceId) ? { kind: "device", deviceId } : null;
  for (const kind of ["read", "publish"] as const) {
    if (scope.startsWith(FILTERED[kind])) return { kind, filter: scope.slice(FILTERED[kind].length) };
  }
  return null;
}

/** Equal scopes have equal texts. */
export function scopeText(scope: ParsedScope): string {
  switch (scope.kind) {
    case "plain":
      return scope.scope;
    case "device":
      return DEVICE + scope.deviceId.toLowerCase();
    default:
      return FILTERED[scope.kind] + scope.filter;
  }
}

/** Whether the scopes allow a call that needs `needed`; `deviceId` is the device of its path. */
export const hasScope = (scopes: readonly string[], needed: PlainScope, deviceId: string): boolean =>
  scopes.includes(needed) || (needed === "devices:switch" && scopes.includes(DEVICE + deviceId));
