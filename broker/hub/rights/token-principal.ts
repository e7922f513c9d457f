/** The rights of an MQTT client that logs in with a token, by its scopes. */

import type { Grant } from "../../contract/grants.ts";
import { type ParsedScope, parseScope } from "../../contract/scopes.ts";
import type { SessionRights, TokenLogin } from "../../ports.ts";
import type { Principal } from "../../routing/access.ts";

/** A stream that a login session opened: reads the whole account. */
export const sessionPrincipal = ({
  digest,
  until,
}: SessionRights): Extract<Principal, { kind: "token" }> => ({
  kind: "token",
  tokenId: digest,
  controls: [],
  view: "root",
  until,
  grants: [{ filter: "#", publish: false, subscribe: true }],
});

/** Scopes for REST only give an MQTT client no rights; the stream of a guest reads the topics of its devices. */
export function tokenPrincipal(token: TokenLogin): Extract<Principal, { kind: "token" }> {
  const { id, scopes, until, guest, details } = token;
  const grants: Grant[] = [];
  const controls: string[] = [];
  for (const text of scopes) {
    const scope = parseScope(text);
    if (scope?.kind === "read") grants.push({ filter: scope.filter, publish: false, subscribe: true });
    if (scope?.kind === "publish") grants.push({ filter: scope.filter, publish: true, subscribe: false });
    if (scope?.kind === "device" && scope.scope === "devices:switch") controls.push(scope.deviceId);
    if (scope?.kind === "device" && guest) grants.push(...guestGrants(scope));
    if (scope?.kind === "plain" && scope.scope === "devices:switch") controls.push("+");
  }
  const base = { kind: "token", tokenId: id, grants, controls, view: "root" } as const;
  return { ...base, ...(until !== null && { until }), ...(guest && { guest, details }) };
}

/** The topic on which a guest's page follows what a scope shows. */
function guestGrants({ scope, deviceId }: Extract<ParsedScope, { kind: "device" }>): Grant[] {
  if (scope === "devices:switch") return [];
  const topic = scope === "devices:read" ? "status" : "telemetry";
  return [{ filter: `devices/${deviceId}/${topic}`, publish: false, subscribe: true }];
}
