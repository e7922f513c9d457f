/** Scopes of a token. */

import { isUuid } from "./topics.ts";

/** Scopes without a parameter. */
export const PLAIN_SCOPES = [
  "devices:read",
  "devices:switch",
  "values:read",
  "values:write",
  "events:read",
  "setup:read",
  "setup:write",
] as const;
export type PlainScope = (typeof PLAIN_SCOPES)[number];

/** Scopes that may be narrowed to single devices: `{scope}:{deviceId}`. */
const DEVICE_SCOPES = [
  "devices:read",
  "devices:switch",
  "values:read",
  "values:write",
] as const satisfies PlainScope[];
export type DeviceScope = (typeof DEVICE_SCOPES)[number];

const FILTERED = { read: "messages:read:", publish: "messages:publish:" } as const;

/** Returns the parts of a scope, or null for an unknown one. The caller checks the filter. */
export type ParsedScope =
  | { kind: "plain"; scope: PlainScope }
  | { kind: "device"; scope: DeviceScope; deviceId: string }
  | { kind: "read" | "publish"; filter: string };

export function parseScope(scope: string): ParsedScope | null {
  const plain = PLAIN_SCOPES.find((each) => each === scope);
  if (plain !== undefined) return { kind: "plain", scope: plain };
  const narrowed = DEVICE_SCOPES.find((each) => scope.startsWith(`${each}:`));
  if (narrowed !== undefined) {
    const deviceId = scope.slice(narrowed.length + 1);
    return isUuid(deviceId) ? { kind: "device", scope: narrowed, deviceId } : null;
  }
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
      return deviceScope(scope.scope, scope.deviceId);
    default:
      return FILTERED[scope.kind] + scope.filter;
  }
}

/** The scope for one device. */
export const deviceScope = (scope: DeviceScope, deviceId: string): string =>
  `${scope}:${deviceId.toLowerCase()}`;

/** The devices of scopes that are narrowed from `scope`, in their order. */
export const devicesOfScope = (scopes: readonly string[], scope: DeviceScope): string[] =>
  scopes.flatMap((text) => {
    const parsed = parseScope(text);
    return parsed?.kind === "device" && parsed.scope === scope ? [parsed.deviceId] : [];
  });

/** What a call is about: a device, `listed` devices of which each caller gets its own, or the whole account. */
export type ScopeOf = { deviceId: string } | "listed" | "account";

/** Whether the scopes allow a call that needs `needed`. */
export function hasScope(scopes: readonly string[], needed: PlainScope, of: ScopeOf): boolean {
  if (scopes.includes(needed)) return true;
  const narrowed = DEVICE_SCOPES.find((scope) => scope === needed);
  if (narrowed === undefined || of === "account") return false;
  return of === "listed"
    ? devicesOfScope(scopes, narrowed).length > 0
    : scopes.includes(deviceScope(narrowed, of.deviceId));
}
